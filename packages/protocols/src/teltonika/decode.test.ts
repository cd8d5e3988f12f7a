import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, fromHex, teltonikaPacket, toHex } from '../../test/support.ts';
import type { Decoded, DeviceProfile, DeviceRecord } from '../protocol.ts';
import { teltonika } from './index.ts';
import type { TeltonikaState } from './state.ts';

const GPS = '00 e4345268 f1f679d0 02f8 005a 09 000a';
const TIME = '0000019594a2b108';

/** One record of codec 8 Extended with the given elements; groups by size, each `id value` pairs. */
function record8e(event: string, groups: readonly (readonly string[])[]): Uint8Array {
  const count = (list: readonly string[]): string => list.length.toString(16).padStart(4, '0');
  const body = Array.from({ length: 5 }, (_, index) => groups[index] ?? []);
  const elements = body.map((list) => count(list) + list.join('')).join('');
  return teltonikaPacket(`8e01 ${TIME} ${GPS} ${event} ${count(body.flat())} ${elements} 01`);
}

function decode(
  frame: Uint8Array,
  device: Partial<DeviceProfile> = {},
  udp = false,
): Decoded<TeltonikaState> {
  const decoded = teltonika.decode(frame, teltonika.initialState(), context(device, udp));
  assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
  return decoded.value;
}

function only(frame: Uint8Array, device: Partial<DeviceProfile> = {}): DeviceRecord {
  const { records } = decode(frame, device);
  assert.equal(records.length, 1);
  return records[0] as DeviceRecord;
}

test('[TELT-3] takes an auto geofence only from the record that it triggered', () => {
  const fmb = { model: 'FMB920' };
  assert.equal(only(record8e('00af', [['00af00']]), fmb).attributes['alarm'], 'geofenceExit');
  assert.equal(only(record8e('00af', [['00af01']]), fmb).attributes['alarm'], 'geofenceEnter');
  assert.equal(only(record8e('0000', [['00af00']]), fmb).attributes['alarm'], undefined);
  assert.equal(only(record8e('00af', [['00af01']])).attributes['io175'], 1);
});

test('[TELT-3] means an alarm only by values above 0', () => {
  const { attributes } = only(record8e('0000', [['00f600', '00f700', '00fb00', '00fd00', '00ec00']]), {
    model: 'FMC130',
  });
  assert.deepEqual(attributes, { priority: 0, sat: 9, event: 0 });
});

test('[TELT-4] reads a value by the size it has, signed where the table says so', () => {
  const device = { model: 'FMB640' };
  const { attributes } = only(
    record8e('0000', [['0020f6'], ['0019fe0c', '0048ff9c'], ['0049ffffff9c']]),
    device,
  );
  assert.equal(attributes['coolantTemp'], -10);
  assert.equal(attributes['bleTemp1'], -5);
  assert.equal(attributes['temp1'], -10);
  assert.equal(attributes['temp2'], -10);
});

test('[TELT-4] names an id by the model: professional series, OBD ids, personal units', () => {
  const obd = ['00512d'];
  assert.equal(only(record8e('0000', [obd]), { model: 'FMB920' }).attributes['obdSpeed'], 45);
  assert.equal(only(record8e('0000', [obd]), { model: 'FMB640' }).attributes['io81'], 45);
  const driver = record8e('0000', [[], [], [], ['00c33132333435363738', '00c43941424344450000']]);
  assert.equal(only(driver, { model: 'FMC650' }).attributes['driverUniqueId'], '123456789ABCDE');
  assert.equal(only(driver, { model: 'FMB920' }).attributes['driverUniqueId'], undefined);
  const km = record8e('0000', [[], [], ['01850000000a']]);
  assert.equal(only(km, { model: 'FMB003' }).attributes['obdOdometer'], 10_000);
  assert.equal(only(km, { model: 'FMB920' }).attributes['io389'], 10);
});

test('[TELT-5] makes a tower of area and cell, with the operator or the network at home', () => {
  const cells = record8e('0000', [[], ['00cda1b2', '00ce2f10']]);
  const options = { 'geolocation.mcc': 724, 'geolocation.mnc': 10 };
  const at = { cellId: 0xa1b2, locationAreaCode: 0x2f10, mobileCountryCode: 724, mobileNetworkCode: 10 };
  assert.deepEqual(only(cells, { model: 'FMB920', options }).network, { cellTowers: [at] });
  assert.deepEqual(only(cells).attributes['io205'], 0xa1b2);
  const four = record8e('0000', [[], ['00ce2f10'], ['00f100011ad5', '027c00a1b2c3']]);
  const tower = only(four, { model: 'TMT250' }).network?.cellTowers?.[0];
  assert.deepEqual(tower, { ...at, cellId: 0xa1b2c3, mobileNetworkCode: 5 });
});

test('[TELT-5] makes up to four towers of the elements of a TAT100', () => {
  const frame = record8e('0000', [['0121c4'], ['04b0000a', '011f2f10', '0120a1b2', '04b10005']]);
  const { network, attributes } = only(frame, { model: 'TAT100', options: { 'geolocation.mcc': 724 } });
  assert.deepEqual(network?.cellTowers, [
    {
      cellId: 0xa1b2,
      locationAreaCode: 0x2f10,
      mobileCountryCode: 724,
      mobileNetworkCode: 10,
      signalStrength: -60,
    },
  ]);
  assert.deepEqual(Object.keys(attributes), ['priority', 'sat', 'event']);
});

test('[TELT-6] reads the variable group: texts, beacons, tags, unknown ids', () => {
  const eddystone = '11 02 00112233445566778899 aabbccddeeff c4 0bb8'.replaceAll(' ', '');
  const frame = record8e('0181', [
    [],
    [],
    [],
    [],
    ['0119000b50303330302c5030313031', `01810015${eddystone}`, '2b110002abcd'],
  ]);
  const { attributes } = only(frame);
  assert.equal(attributes['dtcs'], 'P0300 P0101');
  assert.equal(attributes['beacon1Namespace'], '00112233445566778899');
  assert.equal(attributes['beacon1Instance'], 'aabbccddeeff');
  assert.equal(attributes['beacon1Rssi'], -60);
  assert.equal(attributes['beacon1Battery'], 30);
  assert.equal(attributes['io11025'], 'abcd');
});

test('[TELT-6] reads 16-byte values only where the device is set so', () => {
  const wide = '0001 0100 00112233445566778899aabbccddeeff';
  const frame = teltonikaPacket(`8e01 ${TIME} ${GPS} 0000 0001 0000 0000 0000 0000 ${wide} 0000 01`);
  const decoded = decode(frame, { options: { 'teltonika.extended': true } });
  assert.equal(decoded.records.length, 1);
});

test('[COORD-1] drops a record that is not on Earth and acknowledges it all the same', () => {
  const away = '00 7fffffff 7fffffff 02f8 005a 09 000a';
  const io = '00 00 00 00 00 00';
  const frame = teltonikaPacket(`0802 ${TIME} ${away} ${io} ${TIME} ${GPS} ${io} 02`);
  const { records, reply } = decode(frame);
  assert.equal(records.length, 1);
  assert.equal(toHex(reply), '00000002');
});

test('[CRC-2] decodes a frame with a wrong checksum and says so', () => {
  const frame = record8e('0000', []);
  frame[frame.length - 1] = (frame[frame.length - 1] ?? 0) ^ 1;
  const { records, intact, reply } = decode(frame);
  assert.deepEqual([records.length, intact, toHex(reply)], [1, false, '00000001']);
});

test('[TELT-7] takes whole packets only: a cut record fails, nothing is acknowledged', () => {
  const frame = teltonikaPacket(`0802 ${TIME} ${GPS} 00 00 00 00 00 00 02`);
  const decoded = teltonika.decode(frame, teltonika.initialState(), context());
  assert.deepEqual(decoded.ok ? null : decoded.error.code, 'TRUNCATED');
  const unknown = teltonika.decode(teltonikaPacket('5501 00 01'), teltonika.initialState(), context());
  assert.deepEqual(unknown.ok ? null : unknown.error.code, 'UNSUPPORTED');
});

test('[TELT-8] reads answers of codecs 12, 14 and 15, binary ones as hexadecimal', () => {
  const text = teltonikaPacket('0e01 06 0000000e 0350000000000014 4f4b20310d0a 01');
  assert.deepEqual(only(text).attributes, { type: 6, result: 'OK 1' });
  const bytes = teltonikaPacket('0c01 06 00000003 01ff20 01');
  assert.deepEqual(only(bytes).attributes, { type: 6, result: '01ff20' });
  const serial = teltonikaPacket('0f01 0b 0000000e 67d42175 0350000000000014 4869 01');
  assert.deepEqual(only(serial), {
    deviceTime: Date.UTC(2025, 2, 14, 12, 30, 45),
    fix: null,
    network: null,
    attributes: { result: 'Hi' },
  });
});

test('[TELT-8] reads the axle loads of a scale', () => {
  const line = 'UUUUww100;200;300;400;0;0;0;0;600;400;7000;9000;SSS';
  const payload = Buffer.from(line).toString('hex');
  const size = line.length.toString(16).padStart(8, '0');
  const { attributes } = only(teltonikaPacket(`0c01 06 ${size} ${payload} 01`));
  assert.equal(attributes['axle2'], 200);
  assert.equal(attributes['totalTrailer'], 9000);
});

test('[TELT-9] asks for the parts of a photo in order and hands over the whole', () => {
  const packet = (payload: string): Uint8Array => {
    const size = (payload.length / 2).toString(16).padStart(8, '0');
    return teltonikaPacket(`0c010d${size}${payload}01`);
  };
  const part = (offset: number, bytes: Uint8Array): string =>
    `0200000007${offset.toString(16).padStart(8, '0')}${bytes.length.toString(16).padStart(4, '0')}${toHex(bytes) ?? ''}`;
  const photo = Uint8Array.from({ length: 3000 }, (_, index) => index & 0xff);
  let state = teltonika.initialState();
  const send = (payload: string): Decoded<TeltonikaState> => {
    const decoded = teltonika.decode(packet(payload), state, context());
    assert.ok(decoded.ok);
    ({ state } = decoded.value);
    return decoded.value;
  };
  const wanted = ({ reply }: Decoded<TeltonikaState>): string | undefined => toHex(reply)?.slice(30, 52);
  assert.equal(wanted(send('010000000700000bb8')), '0200000007000000000800');
  assert.equal(wanted(send(part(2048, photo.subarray(2048)))), '0200000007000000000800');
  assert.equal(wanted(send(part(0, photo.subarray(0, 2048)))), '02000000070000080003b8');
  const last = send(part(2048, photo.subarray(2048)));
  assert.equal(last.reply, null);
  assert.equal(last.records.length, 1);
  assert.deepEqual(last.media, { extension: 'jpg', bytes: photo });
  assert.equal(state.photo, null);
  // Announced without its size: it ends with a part that is not full.
  assert.equal(wanted(send('0100000007')), '0200000007000000000800');
  assert.equal(wanted(send(part(0, photo.subarray(0, 2048)))), '0200000007000008000800');
  assert.deepEqual(send(part(2048, photo.subarray(2048))).media, { extension: 'jpg', bytes: photo });
});

test('[TELT-10] echoes the packet id of a datagram in its acknowledgement', () => {
  const data = `08 01 ${TIME} ${GPS} 00 00 00 00 00 00 01`;
  const frame = fromHex(`0038 cafe 01 05 000f 333530303030303030303030303134 ${data}`);
  const { records, reply } = decode(frame, {}, true);
  assert.equal(records.length, 1);
  assert.equal(toHex(reply), '0005cafe010501');
});
