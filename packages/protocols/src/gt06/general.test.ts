import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, fromHex, gt06Frame, toHex } from '../../test/support.ts';
import type { Decoded, DeviceProfile, DeviceRecord } from '../protocol.ts';
import { gt06 } from './index.ts';
import type { Gt06State } from './state.ts';

const DATE = '19030e0c1e2d';
const TIME = Date.UTC(2025, 2, 14, 12, 30, 45);
const GPS = `${DATE} c9 0286d598 0500d272 40 187d`;
const LBS = '02d4 05 2f10 00a1b2';
const LBS_LONG_CELL = '02d4 05 2f10 0000a1b2';

function decode(frame: Uint8Array, device: Partial<DeviceProfile> = {}): Decoded<Gt06State> {
  const decoded = gt06.decode(frame, gt06.initialState(), context(device));
  assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
  return decoded.value;
}

function only(frame: Uint8Array, device: Partial<DeviceProfile> = {}): DeviceRecord {
  const { records } = decode(frame, device);
  assert.equal(records.length, 1);
  return records[0] as DeviceRecord;
}

/** Attributes other than those that every location has. */
function extras(frame: Uint8Array, device: Partial<DeviceProfile> = {}): Record<string, unknown> {
  const usual = new Set(['type', 'sat']);
  const { attributes } = only(frame, device);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !usual.has(name)));
}

const filled = (content: string, bytes: number): string => {
  const plain = content.replaceAll(' ', '');
  return plain + '00'.repeat(bytes - plain.length / 2);
};

test('[GT06-1] reads the hemispheres from the flags: north and west when set', () => {
  const at = (flags: string): string => `${DATE} c9 0286d598 0500d272 40 ${flags}`;
  const corner = (flags: string): (number | undefined)[] => {
    const { fix } = only(gt06Frame(0x10, at(flags)));
    return [Math.sign(fix?.latitude ?? 0), Math.sign(fix?.longitude ?? 0)];
  };
  assert.deepEqual(corner('1000'), [-1, 1]);
  assert.deepEqual(corner('1400'), [1, 1]);
  assert.deepEqual(corner('1800'), [-1, -1]);
  assert.deepEqual(corner('1c00'), [1, -1]);
  assert.equal(only(gt06Frame(0x10, at('0800'))).fix?.valid, false);
  assert.deepEqual(extras(gt06Frame(0x10, at('d87d'))), { ignition: true });
  assert.deepEqual(extras(gt06Frame(0x10, at('587d'))), { ignition: false });
});

test('[GT06-2] acknowledges a general message with its type and serial, in a short frame', () => {
  for (const extended of [false, true]) {
    const { reply, records } = decode(gt06Frame(0x22, `${GPS} ${LBS} 010200`, { serial: 0x0102, extended }));
    assert.equal(toHex(reply)?.slice(0, 12), '787805220102');
    assert.equal(records.length, 1);
  }
});

test('[GT06-3] reads the cell tower in the width of its type', () => {
  const cell = (frame: Uint8Array): unknown => {
    const tower = only(frame).network?.cellTowers?.[0];
    return tower && [tower.mobileNetworkCode, tower.locationAreaCode, tower.cellId];
  };
  assert.deepEqual(cell(gt06Frame(0x12, `${GPS} ${LBS}`)), [5, 0x2f10, 0xa1b2]);
  assert.deepEqual(cell(gt06Frame(0x12, `${GPS} 82d4 0102 2f10 00a1b2`)), [258, 0x2f10, 0xa1b2]);
  assert.deepEqual(cell(gt06Frame(0x11, `${GPS} 02d4 0005 2f10 0000a1b2`)), [5, 0x2f10, 0xa1b2]);
  assert.deepEqual(
    cell(gt06Frame(0xa5, `82d4 0005 00002f10 000000000000a1b2 46 04 03 00`)),
    [5, 0x2f10, 0xa1b2],
  );
  assert.deepEqual(
    cell(gt06Frame(0x39, `${GPS} 03 02d4 05 00002f10 000000000000a1b2 0032 46040300 01`)),
    [5, 0x2f10, 0xa1b2],
  );
  assert.deepEqual(cell(gt06Frame(0x38, `${GPS} 00 00 01 ${LBS} 32`)), [5, 0x2f10, 0xa1b2]);
});

test('[GT06-3] skips the surplus of a tower block, and a block of nothing', () => {
  const surplus = gt06Frame(0x26, `${GPS} 0b ${LBS} ffff 46 04 03 02 01`);
  assert.equal(only(surplus).attributes['alarm'], 'powerCut');
  const empty = gt06Frame(0x26, `${GPS} 00 ${'00'.repeat(45)} 46 04 03 02 01`);
  assert.equal(only(empty).network, null);
  assert.equal(only(empty).attributes['alarm'], 'powerCut');
  const absent = gt06Frame(0x26, `${GPS} 00 46 04 03 02 01`);
  assert.equal(only(absent).attributes['batteryLevel'], 66);
});

test('[GT06-4] reads what models put in the place of voltage and alarm', () => {
  assert.equal(extras(gt06Frame(0x13, '46 04fe 04 00 01'), { model: 'R11' })['power'], 12.78);
  assert.equal(extras(gt06Frame(0x13, '46 04 03 f07b'), { model: 'LW4G-6A' })['power'], 12.3);
  assert.equal(extras(gt06Frame(0x13, '46 04 03 0c 01'), { model: 'seeworld' })['power'], 12);
  const vxt = extras(gt06Frame(0x16, `${GPS} ${LBS} 7e 04 03 02 00`));
  assert.deepEqual([vxt['alarm'], vxt['status']], ['overspeed', 0x7e]);
  assert.equal(extras(gt06Frame(0x13, '46 57 03 00 01'))['batteryLevel'], 87);
  assert.equal(extras(gt06Frame(0x13, '46 c8 03 00 01'))['batteryLevel'], undefined);
});

test('[ALARM-1] names the alarm of status bits and alarm byte once', () => {
  assert.equal(extras(gt06Frame(0x26, `${GPS} 09 ${LBS} 56 03 04 02 01`))['alarm'], 'powerCut');
  assert.equal(extras(gt06Frame(0x26, `${GPS} 09 ${LBS} 56 03 04 06 01`))['alarm'], 'powerCut,overspeed');
});

test('[ALARM-2] reads alarm codes the way the model means them', () => {
  const alarm = (code: string, model: string | null): unknown =>
    extras(gt06Frame(0x26, `${GPS} 09 ${LBS} 46 03 04 ${code} 01`), { model })['alarm'];
  assert.deepEqual(
    [alarm('28', null), alarm('28', 'SEEWORLD'), alarm('28', 'VL103')],
    ['hardBraking', 'hardCornering', 'powerOff'],
  );
  assert.deepEqual([alarm('19', null), alarm('19', 'LW4G')], ['lowBattery', 'hardAcceleration']);
  assert.deepEqual([alarm('09', null), alarm('09', 'LL303')], ['vibration', 'tow']);
  assert.equal(alarm('ff', null), undefined);
});

test('[GT06-5] reads what makers append to a 12', () => {
  const card = gt06Frame(0x12, filled(`${GPS} ${LBS} 0001e240 04 41424344 00 01`, 0x71 - 5));
  assert.deepEqual(extras(card), { odometer: 123456, card: 'ABCD' });
  assert.deepEqual(extras(gt06Frame(0x12, `${GPS} ${LBS} d219`)), { ignition: true, in2: true, temp1: -25 });
  assert.deepEqual(extras(gt06Frame(0x12, `${GPS} ${LBS} 007d`)), {
    ignition: false,
    in2: false,
    adc1: 12.5,
  });
  const vxt = extras(gt06Frame(0x12, `${GPS} ${LBS} 46 04fe 04 00`));
  assert.deepEqual([vxt['power'], vxt['rssi'], vxt['ignition']], [12.78, 4, true]);
  const s5 = extras(gt06Frame(0x12, `${GPS} ${LBS} 46 04fe 04 01 0064 85 000003e8`));
  assert.deepEqual([s5['alarm'], s5['oil'], s5['temp1'], s5['odometer']], ['sos', 100, -5, 10_000]);
  const wetrust = gt06Frame(0x12, `${GPS} ${LBS} 0001e240 01 41 01 02 003c`);
  assert.deepEqual(extras(wetrust), {
    odometer: 123456,
    card: 'A',
    cardStatus: 2,
    drivingTime: 60,
    alarm: 'general',
  });
  const imei = gt06Frame(0x12, `0861234560000013 ${GPS} ${LBS}`);
  assert.equal(only(imei, { model: 'QH302R' }).fix?.time, TIME);
});

test('[GT06-5] reads the locks, tags and counters of other variants', () => {
  const rfid = extras(gt06Frame(0x17, `${GPS} ${LBS} 00000000deadbeef 01`));
  assert.equal(rfid['driverUniqueId'], '00000000deadbeef');
  const seeworld = extras(gt06Frame(0x22, `${GPS} ${LBS_LONG_CELL} 01 00 00 0001e240 00000000 80fa 1388`));
  assert.deepEqual(seeworld, { ignition: true, odometer: 123456, temp1: -2.5, humidity: 50 });
  const lock = gt06Frame(0xa3, '46 0000 00 04 0c 000000 00000064 57 01 00 010000');
  const { steps, batteryLevel, charge, motion, power, rssi } = extras(lock);
  assert.deepEqual([steps, batteryLevel, charge, motion, power, rssi], [100, 87, true, false, 12, 4]);
  const trx = extras(gt06Frame(0x16, `${GPS} 09 ${LBS} 46 04 03 0e 00 00000000deadbeef`));
  assert.deepEqual([trx['alarm'], trx['event'], trx['driverUniqueId']], ['lowPower', 14, '00000000deadbeef']);
  const lw = gt06Frame(
    0xa2,
    `${GPS} 02d4 05 00002f10 000000000000a1b2 01 46 04fe 04 03 00 01 0001e240 00000e10 0000000000000000 0005`,
  );
  const { odometer, hours, input, power: volts } = extras(lw);
  assert.deepEqual([odometer, hours, input, volts], [123456, 3_600_000, 5, 12.78]);
  const sl4x = only(gt06Frame(0x31, `${GPS} 02d4 0005 2f10 000000000000a1b2 01 03 00 02f8`));
  assert.deepEqual([sl4x.fix?.altitude, sl4x.attributes['event']], [760, 3]);
  const driver = `00 0861234560000013 ${DATE} ${GPS} 09 02d4 05 2f10 0000a1b2 46 04fe 29 19 00 01 000064 00000a 05 01 deadbeef`;
  const nt = extras(gt06Frame(0x25, driver), { model: 'NT11' });
  assert.deepEqual([nt['odometer'], nt['hours'], nt['driverUniqueId']], [100, 600_000, 'deadbeef']);
  // The length of its tower leaves itself out.
  const longer = driver.replace('09 02d4 05 2f10 0000a1b2', '0a 02d4 05 2f10 0000a1b2 00');
  const xt40 = extras(gt06Frame(0x25, longer), { model: 'XT40' });
  assert.deepEqual([xt40['ignition'], xt40['power'], xt40['odometer']], [true, 12.78, 100]);
});

test('[GT06-5] reads the accuracy and mileage modules of a 37', () => {
  const { fix, attributes } = only(
    gt06Frame(0x37, `${GPS} ${LBS} 010000 003b 02 04b0 002e 04 0001e240 0001 01 ff`),
  );
  assert.deepEqual([fix?.accuracy, attributes['odometer']], [12, 123456]);
});

test('[TIME-2] reads dates in the zone of the login, unless the device has one of its own', () => {
  const login = (word: string): Decoded<Gt06State> =>
    decode(gt06Frame(0x01, `0861234560000013 2003 ${word}`));
  const fixTime = (word: string, timeZone: string | null): number | undefined => {
    const { state } = login(word);
    const decoded = gt06.decode(gt06Frame(0x12, `${GPS} ${LBS}`), state, context({ timeZone }));
    assert.ok(decoded.ok);
    return decoded.value.records[0]?.fix?.time;
  };
  const hour = 3_600_000;
  assert.equal(fixTime('12c9', null), TIME + 3 * hour);
  assert.equal(fixTime('3200', null), TIME - 8 * hour);
  assert.equal(fixTime('2120', null), TIME - 5.5 * hour);
  assert.equal(fixTime('12c9', 'UTC'), TIME);
  assert.equal(fixTime('12c9', 'GMT+1'), TIME - hour);
  assert.equal(fixTime('ffff', null), TIME);
});

test('[GT06-6] keeps what was read of a cut message, if it has its position', () => {
  const { attributes, fix } = only(gt06Frame(0x22, `${GPS} ${LBS} 01`));
  assert.equal(fix?.time, TIME);
  assert.equal(attributes['ignition'], undefined);
  assert.equal(only(gt06Frame(0x12, `${GPS} 02d4`)).network, null);
  const cut = gt06.decode(gt06Frame(0x12, `${DATE} c9 0286`), gt06.initialState(), context());
  assert.deepEqual(cut.ok ? null : cut.error.code, 'TRUNCATED');
});

test('[COORD-1] gt06: drops a record that is not on Earth and answers all the same', () => {
  const { records, reply } = decode(gt06Frame(0x12, `${DATE} c9 ffffffff 0500d272 40 187d ${LBS}`));
  assert.equal(records.length, 0);
  assert.notEqual(reply, null);
});

test('[CRC-2] gt06: decodes a frame with a wrong checksum and says so', () => {
  const frame = gt06Frame(0x12, `${GPS} ${LBS}`);
  frame[frame.length - 3] = (frame[frame.length - 3] ?? 0) ^ 1;
  const { records, intact } = decode(frame);
  assert.deepEqual([records.length, intact], [1, false]);
});

test('[GT06-3] the length of the tower tells the width of area and cell', () => {
  const tower = (type: number, block: string): unknown => {
    const { network, attributes } = only(gt06Frame(type, `${GPS} ${block} 2c 05 04 11 02 ff`));
    const [cell] = network?.cellTowers ?? [];
    return [
      cell?.locationAreaCode,
      cell?.cellId,
      attributes['status'],
      attributes['rssi'],
      attributes['geofence'],
    ];
  };
  assert.deepEqual(tower(0xa4, '11 81cc 0001 0000260e 000000000615f801'), [9742, 102_103_041, 0x2c, 4, 255]);
  assert.deepEqual(tower(0x27, '0a 8136 0104 cb8a 00bef3'), [52_106, 48_883, 0x2c, 4, 255]);
  assert.deepEqual(tower(0x27, '0b 8136 0104 cb8a 0100bef3'), [52_106, 16_826_099, 0x2c, 4, 255]);
});

test('[GT06-6] reads a bare GPS block without serial and checksum, and a frame without the end of its stop mark', () => {
  // Field frames, defects.json (REFERENCE_DIR) no. 10 and 2.
  for (const [hex, latitude] of [
    ['7878121011091c0b1b2999058508040097a89e0034520d0a', 51.4469],
    ['78781511170103100e1f9904efe30400a97f88003410ffdd000d0a', 46.016_713],
  ] as const) {
    const { records, intact, reply } = decode(fromHex(hex));
    assert.ok(Math.abs((records[0]?.fix?.latitude ?? 0) - latitude) < 1e-5);
    assert.deepEqual([intact, records[0]?.network, reply !== null], [true, null, true]);
  }
  const whole = gt06Frame(0x13, '46 06 04 00 01');
  assert.deepEqual(decode(whole.subarray(0, -1)).records, decode(whole).records);
});
