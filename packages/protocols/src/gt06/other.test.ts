import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, fromHex, gt06Frame, NOW, toHex } from '../../test/support.ts';
import type { Decoded, DeviceRecord } from '../protocol.ts';
import { gt06 } from './index.ts';
import type { Gt06State } from './state.ts';

const DATE = '19030e0c1e2d';
const TIME = Date.UTC(2025, 2, 14, 12, 30, 45);
const UNIX = '67d42175';
const GPS = `${DATE} c9 0286d598 0500d272 40 187d`;
const extended = { extended: true };
const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

function decode(frame: Uint8Array, state = gt06.initialState()): Decoded<Gt06State> {
  const decoded = gt06.decode(frame, state, context());
  assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
  return decoded.value;
}
function only(frame: Uint8Array): DeviceRecord {
  const { records } = decode(frame);
  assert.equal(records.length, 1);
  return records[0] as DeviceRecord;
}
const attributesOf = (frame: Uint8Array): unknown => only(frame).attributes;
const answer = (frame: Uint8Array): string | null => toHex(decode(frame).reply);

test('[GT06-7] identifies a device by the login only, whatever fills up its number', () => {
  const state = gt06.initialState();
  const ids = (frame: Uint8Array): readonly string[] => gt06.identify(frame, state, false);
  assert.deepEqual(ids(gt06Frame(0x01, '0861234560000013 1234')), ['861234560000013']);
  assert.deepEqual(ids(gt06Frame(0x01, '861234560000013f 1234')), ['861234560000013', '61234560000013f']);
  assert.deepEqual(ids(gt06Frame(0x13, '46 06 04 0001')), []);
  assert.equal(gt06.reject(gt06Frame(0x01, '0861234560000013 1234'), state, false), null);
});

test('[GT06-8] answers each type as its maker expects', () => {
  assert.match(answer(gt06Frame(0x77, '00')) ?? '', /^787805770021/);
  assert.equal(answer(gt06Frame(0x77, '00', extended)), null);
  assert.equal(answer(gt06Frame(0x80, '00')), null);
  assert.match(answer(gt06Frame(0x40, '00', extended)) ?? '', /^787805400021/);
  assert.match(answer(gt06Frame(0x41, '00', extended)) ?? '', /^79790005410021/);
  assert.match(answer(gt06Frame(0x2a, GPS)) ?? '', /^79790015970b000000004e4126264e4126263023230000/);
  assert.match(answer(gt06Frame(0x8a, '')) ?? '', /^78780b8a19030e0c1f070000/);
  assert.equal(new Date(NOW).toISOString(), '2025-03-14T12:31:07.000Z');
  assert.match(answer(gt06Frame(0xf1, `${UNIX} 0004 01 01`, extended)) ?? '', /^787805f10021/);
  assert.match(answer(gt06Frame(0x19, '00'.repeat(20))) ?? '', /^787805190021/);
});

test('[GT06-9] reads answers to commands in ASCII, UTF-16 and as a position in words', () => {
  assert.deepEqual(
    attributesOf(gt06Frame(0x15, `1f 00000000 ${ascii('<ICCID:89550500000000000001')} 0002`)),
    {
      iccid: '89550500000000000001',
    },
  );
  const utf16 = Buffer.from('Olá', 'utf16le').swap16().toString('hex');
  assert.deepEqual(attributesOf(gt06Frame(0x21, `00000000 02 ${utf16}`, extended)), { result: 'Olá' });
  const text = 'Current position!Lat:S23.5,Lon:W46.6,Course:90.5,Speed:12.0,DateTime:2025-03-14 12:30:45';
  const { fix } = only(gt06Frame(0x21, `00000000 01 ${ascii(text)}`, extended));
  assert.deepEqual(
    [fix?.latitude, fix?.longitude, fix?.course, fix?.speed, fix?.time],
    [-23.5, -46.6, 90.5, 12, TIME],
  );
  assert.deepEqual(attributesOf(gt06Frame(0x9b, `01 ${ascii('T=21\r\n')}`, extended)), { result: 'T=21' });
  assert.deepEqual(attributesOf(gt06Frame(0x9b, '01 00ff', extended)), { result: '00ff' });
});

test('[GT06-10] reads the information of a 94', () => {
  const info = (content: string): unknown => attributesOf(gt06Frame(0x94, content, extended));
  assert.deepEqual(attributesOf(gt06Frame(0x94, 'fb02')), { power: -12.78 });
  assert.deepEqual(info(`04 ${ascii('ALM1=C4;STA1=CF;DYD=01;SOS=,,')}`), {
    alarm1Status: 0xc4,
    otherStatus: 0xcf,
    engineStatus: 1,
  });
  const door = only(gt06Frame(0x94, `05 ${DATE} 01`, extended));
  assert.deepEqual([door.deviceTime, door.attributes], [TIME, { door: true, io1: false }]);
  assert.deepEqual(info('0b 01'), { networkTechnology: '4G' });
  assert.deepEqual(info('0b 04fe'), { power: 12.78 });
  const fuel = ascii('!AIOIL,0001,123.4,23.5,V1,010,045.6,0,0100,3E');
  assert.deepEqual(info(`0d ${fuel}`), { temp1: 23.5, fuel: 45.6 });
  assert.deepEqual(info(`0d 000000000000 ${fuel}`), { temp1: 23.5, fuel: 45.6 });
  assert.deepEqual(info(`1b ${ascii('GJ123')}`), { serial: 'GJ123' });
  assert.deepEqual(info('1b 02 01 deadbeef 00 03'), { driverUniqueId: 'deadbeef' });
  assert.deepEqual(info('1e ffffff9c 00000226'), { temp1: -10, humidity: 55 });
  assert.deepEqual(decode(gt06Frame(0x94, '7f 00', extended)).records, []);
});

test('[GT06-11] reads cells and access points of every width', () => {
  const seven = (cell: string, empty: number): string => cell + '00'.repeat(empty * 6);
  const wifi = only(gt06Frame(0x2c, `${DATE} 02d4 05 ${seven('2f1000a1b23c', 6)} ff 01 001122334455 3c`));
  assert.deepEqual(wifi.network?.wifiAccessPoints, [
    { macAddress: '00:11:22:33:44:55', signalStrength: -60 },
  ]);
  assert.equal(wifi.network?.cellTowers?.length, 1);
  assert.equal(wifi.deviceTime, TIME);
  const wide = `00002f10 000000000000a1b2 3c`;
  const a1 = only(gt06Frame(0xa1, `${DATE} 82d4 0005 ${wide} ${'00'.repeat(78)} ff`));
  assert.deepEqual(a1.network?.cellTowers?.[0]?.cellId, 0xa1b2);
  const a9 = only(gt06Frame(0xa9, `${DATE} 02d4 05 01 01 ${wide} ff 00 07 12`));
  assert.deepEqual(
    [a9.network?.cellTowers?.[0]?.locationAreaCode, a9.attributes['alarm']],
    [0x2f10, 'jamming'],
  );
  const wanway = only(gt06Frame(0x24, `${DATE} ff 02d4 05 01 2f1000a1b23c ${'00'.repeat(27)}`));
  assert.equal(wanway.network?.cellTowers?.[0]?.signalStrength, -60);
  const six = only(gt06Frame(0x33, `${DATE} 02d4 05 2f10 0000a1b2 3c ${'00'.repeat(35)} ff 00`));
  assert.equal(six.network?.cellTowers?.length, 1);
  const sl4x = only(gt06Frame(0x34, `${DATE} ff 02d4 0005 2f10 0000a1b2 3c ${'00'.repeat(32)}`));
  assert.equal(sl4x.network?.cellTowers?.[0]?.mobileNetworkCode, 5);
});

test('[GT06-11] reads the bare Wi-Fi frame and gives its date back', () => {
  const frame = fromHex('7878 01 69 250314123045 001122334455 3c 01 02d4 05 2f10 a1b2 3d 0d0a');
  const { records, reply, intact } = decode(frame);
  assert.equal(toHex(reply), '787800692503141230450d0a');
  assert.equal(intact, true);
  assert.equal(records[0]?.deviceTime, TIME);
  assert.deepEqual(records[0]?.network, {
    cellTowers: [
      {
        cellId: 0xa1b2,
        locationAreaCode: 0x2f10,
        mobileCountryCode: 724,
        mobileNetworkCode: 5,
        signalStrength: -61,
      },
    ],
    wifiAccessPoints: [{ macAddress: '00:11:22:33:44:55', signalStrength: -60 }],
  });
  const list = only(gt06Frame(0xf3, '250314123045 01 0000 001122334455'));
  assert.deepEqual(list.network?.wifiAccessPoints, [{ macAddress: '00:11:22:33:44:55' }]);
});

test('[GT06-12] reads locations of special units', () => {
  const x1 = gt06Frame(
    0x34,
    `00000001 ${GPS} 0000 0001e240 02d4 05 2f10 0000a1b2 0000002a 019a 04fe 00200000 03 01 04fe 0032`,
  );
  assert.deepEqual(attributesOf(x1), {
    sat: 9,
    odometer: 123456,
    driverUniqueId: '42',
    battery: 4.1,
    power: 12.78,
    input: 3,
    output: 1,
    adc1: 12.78,
    adc2: 0.5,
  });
  const trx = gt06Frame(
    0x36,
    `${GPS} 02d4 05 2f10 0000a1b2 01 00 01 0001e240 04fe 29 00003c 0000000000000000`,
  );
  assert.deepEqual(attributesOf(trx), {
    sat: 9,
    ignition: true,
    uploadMode: 0,
    archive: true,
    odometer: 123456,
    power: 12.78,
    battery: 4.1,
    hours: 3_600_000,
  });
  const driver = gt06Frame(0x61, `0861234560000013 ${GPS} 02d4 05 2f10 0000a1b2 0000000004d2`);
  assert.deepEqual(attributesOf(driver), { sat: 9, driverUniqueId: '1234' });
  const sr411 = gt06Frame(0x24, `${GPS} 02d4 05 2f10 00a1b2 01 04fe 019a ${'00'.repeat(10)}`);
  assert.deepEqual(attributesOf(sr411), { sat: 9, ignition: true, power: 12.78, battery: 4.1 });
  assert.equal(answer(sr411), null);
});

test('[GT06-12] reads the AZ735 and answers in its own frame', () => {
  const gps = `${DATE} 12 c9 0286d598 0500d272 40 187d`;
  const alarm = gt06Frame(0x33, `${gps} 09 02d4 05 2f10 00a1b2 32 00 00 a2 00`, extended);
  assert.match(answer(alarm) ?? '', /^79790005330021/);
  assert.deepEqual(attributesOf(alarm), { sat: 9, rssi: 50, status: 0xa2, alarm: 'lowBattery' });
  const noFix = only(gt06Frame(0x32, `${DATE} 00 00 00 00 01 00`, extended));
  assert.deepEqual([noFix.fix, noFix.deviceTime], [null, TIME]);
});

test('[GT06-13] reads camera alarms without a position, too', () => {
  const jc100 = only(gt06Frame(0x95, `${DATE} 0286d598 0500d272 187d 01 0000`));
  assert.deepEqual([jc100.fix?.course, jc100.fix?.speed, jc100.attributes['alarm']], [125, 0, 'sos']);
  const short = only(gt06Frame(0x95, `${DATE} 01`));
  assert.deepEqual(
    [short.fix, short.deviceTime, short.attributes],
    [null, TIME, { event: 1, alarm: 'general' }],
  );
});

test('[GT06-13] reads OBD values, tags, accessories and modules', () => {
  const obd = ascii('28=0001E240,35=1388,36=0BB8,4a=9BWZZZ377VT004251');
  assert.deepEqual(attributesOf(gt06Frame(0x8c, `${DATE} 01 ${obd} ${'00'.repeat(12)}`, extended)), {
    ignition: true,
    odometer: 1234.56,
    obdSpeed: 50,
    rpm: 30,
    vin: '9BWZZZ377VT004251',
  });
  const tag = gt06Frame(0xb2, `${DATE} c4 001122334455 ${'ab'.repeat(16)} 000a 0014 0bb8 14`);
  assert.deepEqual(attributesOf(tag), {
    rssi: -60,
    tagMac: '001122334455',
    tagUuid: 'ab'.repeat(16),
    tagMajor: 10,
    tagMinor: 20,
    tagBattery: 30,
    clock: 5,
  });
  const pack = gt06Frame(
    0xf1,
    `${UNIX} 0001 01 02 0005 02 04fe 0007 01 01 000b 02 00fa 0099 01 07`,
    extended,
  );
  assert.deepEqual(attributesOf(pack), { motion: true, power: 12.78, charge: true, batteryTemp: 25 });
  const accessory = `${UNIX} 000a 000c 01 001122334455 03 09 02 abcd 000c 0a 57 01 0010 000000000000`;
  assert.deepEqual(attributesOf(gt06Frame(0xf2, accessory, extended)), {
    mac: '001122334455',
    event: 3,
    eventData: 9,
    dataType: 2,
    dataDetails: 'abcd',
    externalBatteryLevel: 87,
    externalBatteryCharge: true,
    externalBatteryCycles: 16,
  });
  const quiet = accessory.replace('03 09 02', '00 09 02');
  const { event, eventData, dataType } = only(gt06Frame(0xf2, quiet, extended)).attributes;
  assert.deepEqual(
    [event, eventData, dataType],
    [0, undefined, 2],
    'the byte is there without an event, too',
  );
  const modules = `0003 000a 8955050000000000000f 0028 0001 0c 002a 0001 11 0034 000a 21 ${UNIX} 00 00000000
    0011 000a 02d4 0005 2f10 00a1b2 3c 007f 000f 001122334455 0bb8 57 00fa 0032 01 00 0009 0001 07`;
  const { attributes, network } = only(gt06Frame(0x70, modules.replaceAll(/\s/g, ''), extended));
  assert.deepEqual(attributes, {
    iccid: '8955050000000000000',
    hdop: 1.2,
    door: true,
    tamper: true,
    event: 0x21,
    tag1Id: '001122334455',
    tag1Battery: 3,
    tag1BatteryLevel: 87,
    tag1Temp: 25,
    tag1Humidity: 50,
    tag1Status: 1,
    sat: 7,
    alarm: 'powerCut',
  });
  assert.equal(network?.cellTowers?.[0]?.signalStrength, -60);
});

test('[GT06-13] modules: a tower of zeros is none', () => {
  const { attributes, network } = only(gt06Frame(0x70, '0011000a0000000000000000000000350001ff', extended));
  assert.deepEqual([attributes, network], [{}, null]);
});

test('[GT06-12] location 38 stands in either frame', () => {
  const content = `${GPS} 0e 00 03 02c8 01 00000c24 0000000000048b08 001b`;
  for (const form of [{}, extended]) {
    const { network, fix } = only(gt06Frame(0x38, content, form));
    assert.deepEqual([network?.cellTowers?.[0]?.cellId, fix?.time], [297_736, TIME]);
  }
});

test('[GT06-13] reads the long heartbeat with its temperature', () => {
  const long = (temperature: string): string => `46 0009 00 01 57 01 04fe 00 0000 0000 ${temperature}`;
  assert.deepEqual(attributesOf(gt06Frame(0x13, long('80fa'))), { batteryLevel: 87, temp1: 25 });
  assert.deepEqual(attributesOf(gt06Frame(0x13, long('00fa'))), { batteryLevel: 87, temp1: -25 });
});

test('[GT06-14] asks for the parts of a photo and hands over the whole', () => {
  const ready = gt06Frame(0x35, `${DATE} 01 0286d598 0500d272 01 01 01 000005dc 00000007`);
  const part = (offset: number, bytes: Uint8Array): Uint8Array =>
    gt06Frame(
      0x36,
      `00000007 ${offset.toString(16).padStart(8, '0')} ${bytes.length.toString(16).padStart(4, '0')} ${toHex(bytes) ?? ''}`,
      extended,
    );
  const photo = Uint8Array.from({ length: 1500 }, (_, index) => index & 0xff);
  const first = decode(ready);
  assert.match(toHex(first.reply) ?? '', /^78780f3600000007000000000400/);
  const second = decode(part(0, photo.subarray(0, 1024)), first.state);
  assert.match(toHex(second.reply) ?? '', /^78780f36000000070000040001dc/);
  assert.deepEqual([second.records.length, second.media], [0, null]);
  const last = decode(part(1024, photo.subarray(1024)), second.state);
  assert.deepEqual(
    [last.records.length, last.media, last.reply],
    [1, { extension: 'jpg', bytes: photo }, null],
  );
  assert.equal(
    decode(gt06Frame(0x35, `${DATE} 01 0286d598 0500d272 01 01 01 ffffffff 00000007`)).reply,
    null,
  );
});
