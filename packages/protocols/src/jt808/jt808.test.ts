import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, fromText, joined, toHex } from '../../test/support.ts';
import { asText, attributesOf, near, onlyRecord, Talk, type Setting } from '../../test/talk.ts';

const jt808 = new Talk('jt808');
const ID = '013912345678';
const PLACE = '00000000 0000000f 01675a38 02c7915c 02f8 0280 007d 250314203045';

/** A frame around `body` (hexadecimal), with its escapes and checksum. */
function frame(
  id: string,
  body: string,
  { terminal = ID, attributes = 0, delimiter = '7e' } = {},
): Uint8Array {
  const plain = body.replaceAll(' ', '');
  const words = (plain.length / 2) | attributes;
  const content = fromHex(`${id}${words.toString(16).padStart(4, '0')}${terminal}0001${plain}`);
  const sum = content.reduce((sum, byte) => sum ^ byte, 0);
  const sealed = Buffer.from(joined([content, Uint8Array.of(sum)])).toString('hex');
  const bytes = sealed.match(/../g) ?? [];
  const escapes: Readonly<Record<string, string>> =
    delimiter === '7e'
      ? { '7d': '7d01', '7e': '7d02' }
      : { e6: 'e601', e7: 'e602', '3e': '3e01', '3d': '3e02' };
  return fromHex(delimiter + bytes.map((byte) => escapes[byte] ?? byte).join('') + delimiter);
}
const items = (list: string, setting: Setting = {}) =>
  attributesOf(jt808.bytes(frame('0200', PLACE + list), setting));
const pick = (
  attributes: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): readonly unknown[] => names.map((name) => attributes[name]);

test('[JT-1] frames run from delimiter to delimiter; two in a row resynchronise', () => {
  const one = frame('0002', '');
  const other = frame('0002', '', { terminal: '8612345600000e', delimiter: 'e7' });
  const text = fromText('(866,BASE,2,TIME)');
  assert.deepEqual(jt808.frames(joined([one, other, text, one])), [one, other, text, one].map(toHex));
  assert.deepEqual(jt808.frames(joined([fromHex('007e'), one])), [toHex(one)]);
});

test('[JT-2] escapes are undone before anything else, and made in replies', () => {
  const decoded = jt808.bytes(frame('0200', `${PLACE} 30 01 7d 31 01 7e`));
  assert.deepEqual(pick(attributesOf(decoded), 'rssi', 'sat'), [0x7d, 0x7e]);
  assert.equal(decoded.intact, true);
  const other = jt808.bytes(
    frame('0200', `${PLACE} 30 01 e6 31 01 3d`, { terminal: '8612345600000e', delimiter: 'e7' }),
  );
  assert.deepEqual(pick(attributesOf(other), 'rssi', 'sat'), [0xe6, 0x3d]);
  assert.ok(toHex(other.reply)?.startsWith('e78001'));
});

test('[JT-3] a terminal is known with and without leading zeros, or by its packed IMEI', () => {
  assert.deepEqual(jt808.ids(frame('0002', '')), ['13912345678', ID]);
  assert.deepEqual(jt808.ids(frame('0002', '', { terminal: '4e542e007001' })), [
    '861234560000013',
    '234560000013',
  ]);
  assert.deepEqual(jt808.ids(fromText('(x)')), []);
});

test('[JT-4] the zone is UTC+8 unless the device has one', () => {
  const time = (timeZone: string | null): number | null =>
    onlyRecord(jt808.bytes(frame('0200', PLACE), { timeZone })).deviceTime;
  assert.equal(time(null), Date.UTC(2025, 2, 14, 12, 30, 45));
  assert.equal(time('GMT-3'), Date.UTC(2025, 2, 14, 23, 30, 45));
});

test('[JT-5] alarm flags in order; padlocks and AOVX units have their own', () => {
  const alarm = (flags: string, model: string | null = null): unknown =>
    attributesOf(jt808.bytes(frame('0200', PLACE.replace('00000000', flags)), { model }))['alarm'];
  assert.equal(
    alarm('7419859f'),
    'sos,overspeed,fatigueDriving,fault,lowBattery,powerOff,vibration,tampering,parking,geofence,general,movement,accident',
  );
  assert.equal(alarm('60000000', 'VL300'), undefined);
  assert.equal(alarm('00000013', 'G-360P'), 'removing,tampering');
  assert.equal(alarm('00010001', 'AL300'), 'movement');
});

test('[JT-6] additional items of a location', () => {
  assert.deepEqual(pick(items('0202802a'), 'fuel'), [42]);
  assert.deepEqual(pick(items('3305 2a4d303031'), 'mode'), [undefined]);
  assert.deepEqual(pick(items(`330d ${Buffer.from('*M00 12345405').toString('hex')}`), 'battery'), [4.05]);
  assert.deepEqual(pick(items('5104 0019 ffff'), 'temp1'), [undefined]);
  assert.deepEqual(
    pick(
      items(`6010 0062 000000000000 ${Buffer.from('DRIVER01').toString('hex')}`),
      'event',
      'driverUniqueId',
    ),
    [0x62, 'DRIVER01'],
  );
  assert.deepEqual(pick(items('6406 00000001 01 05'), 'adasAlarm'), [5]);
  assert.deepEqual(pick(items('7006 00000001 01 02'), 'alarm'), ['hardBraking']);
  assert.deepEqual(pick(items('7708 01 aabbcc 0190 4b 00'), 'tire1SensorId', 'tire1Pressure', 'tire1Temp'), [
    'aabbcc',
    10,
    25,
  ]);
  assert.deepEqual(pick(items('80 02 00 0c02 0866 0d01 40'), 'rpm'), [undefined]);
  assert.deepEqual(pick(items('8000 00 8102 0866 8401 80'), 'rpm', 'coolantTemp'), [2150, 88]);
  assert.deepEqual(pick(items('9100'), 'rpm'), [undefined]);
  assert.deepEqual(pick(items('d401 ff'), 'charge'), [true]);
  assert.deepEqual(pick(items('e104 00bc614e'), 'driverUniqueId'), ['12345678']);
  assert.deepEqual(pick(items('e102 007b'), 'power'), [12.3]);
  assert.deepEqual(pick(items(`e60b 01 001122334455 1980 2d40`), 'temp1'), [25 + 128 / 255]);
  assert.deepEqual(
    pick(
      items('f60d 02 0f 0064 00fa 01f4 0001 0002 ffff 00'.replace('0d', '0f').replace('00', '00'), {
        model: 'AL300',
      }),
      'motion',
      'temp1',
      'gSensor',
    ),
    [true, 25, '[1,2,-1]'],
  );
  assert.deepEqual(pick(items('f706 00000fd2 02 57'), 'battery', 'charge', 'batteryLevel'), [4.05, true, 87]);
  assert.deepEqual(pick(items('fe07 7c 01 04 00000003'), 'alarm'), ['hardAcceleration,hardBraking']);
  assert.deepEqual(pick(items('fe02 007b'), 'power'), [12.3]);
});

test('[JT-6] items that models change: Jimi cameras, tags of AOVX units', () => {
  assert.deepEqual(pick(items('e802 0c0e', { model: 'JC371' }), 'alarm'), ['powerCut']);
  assert.deepEqual(pick(items('e802 0c04', { model: 'JC371' }), 'ignition'), [false]);
  assert.deepEqual(
    pick(items('e80a 2003 00 01 03 0199 1c 04d2', { model: 'JC371' }), 'charge', 'batteryLevel', 'power'),
    [true, 50, 12.34],
  );
  assert.deepEqual(pick(items('e803 000102'), 'lockStatus'), [258]);
  assert.deepEqual(
    pick(
      items('f30c 0c aabbccddeeff ba 0bb8 00fa', { model: 'GL100' }),
      'tag1Mac',
      'tag1Rssi',
      'tag1Battery',
      'tag1Temp',
    ),
    ['aa:bb:cc:dd:ee:ff', -70, 3, 25],
  );
  assert.deepEqual(pick(items('f802 0004', { model: 'C5' }), 'steps'), [4]);
});

test('[JT-6] towers and Wi-Fi in all their forms', () => {
  const cells = (list: string): unknown =>
    onlyRecord(jt808.bytes(frame('0200', PLACE + list))).network?.cellTowers?.map(({ cellId }) => cellId);
  assert.deepEqual(cells('e10c 02d4 0005 002f10 0000a1b2 1c'), [0xa1b2]);
  assert.deepEqual(cells('eb08 02d4 05 2f10 a1b2 1c'), [0xa1b2]);
  const wifi = `eb19 0017 00b9 01 ${Buffer.from('aabbccddeeff,-60,').toString('hex')}`;
  assert.equal(
    onlyRecord(jt808.bytes(frame('0200', PLACE + wifi))).network?.wifiAccessPoints?.[0]?.macAddress,
    'aa:bb:cc:dd:ee:ff',
  );
});

test('[JT-6] an item that does not fit its length is skipped alone, and the old tail is read', () => {
  assert.deepEqual(pick(items('2b01 00 3001 1c'), 'adc1', 'rssi'), [undefined, 28]);
  assert.deepEqual(
    pick(items('00000000 00003039 0029 00000000 1c 000000'), 'odometer', 'battery', 'rssi'),
    [12_345_000, 4.1, 28],
  );
});

test('[JT-7] every other message', () => {
  const record = (id: string, body: string) => onlyRecord(jt808.bytes(frame(id, body)));
  assert.equal(
    record('0107', `${'00'.repeat(34)}89550500000000000001`).attributes['iccid'],
    '89550500000000000001',
  );
  assert.deepEqual(pick(record('0210', '57 250314203045').attributes, 'batteryLevel'), [87]);
  assert.equal(record('0702', '01 250314203045 00 03 4a4f45').deviceTime === null, false);
  assert.equal(record('1300', '0001 004f004b').attributes['result'], 'OK');
  assert.equal(record('6006', '01 4f4b').attributes['result'], 'OK');
  assert.equal(record('2070', '250314203045 0001 8002 0003').attributes['gSensor'], '[[1,-2,3]]');
  near(record('0201', `0001 ${PLACE}`).fix?.latitude, -23.55052);
  near(record('0900', 'ff 250314203045 fe98a5c8 fd386ea4 02f8 0280 007d').fix?.latitude, -23.55052);
  assert.equal(
    record('0900', `40 ${Buffer.from('GTSL|6|1|0|0042770680|').toString('hex')}`).attributes[
      'driverUniqueId'
    ],
    '0042770680',
  );
  assert.equal(
    record('0900', `41 ${Buffer.from('$OBD-RT,12.7,2150,64').toString('hex')}`).attributes['rpm'],
    2150,
  );
  assert.equal(record('0900', 'f3 0002 0002 6400 0006 0006 250314203045').attributes['collision'], 1);
  const node = record('0900', `53 ${PLACE.slice(9)} 01 00 aabbccddeeff ba 02 1234`).attributes;
  assert.deepEqual(pick(node, 'tag1Mac', 'tag1Data'), ['aabbccddeeff', '1234']);
  const values = record(
    '0900',
    `f0 250314203045 01 00 01 02 0546 04 00003039 9999 01 07 0000000f 01675a38 02c7915c`,
  );
  assert.deepEqual(pick(values.attributes, 'archive', 'odometer', 'io39321'), [true, 1_234_500, 7]);
  assert.equal(record('0900', 'f0 250314203045 00 00 15 00000034').attributes['alarm'], 'hardBraking');
  assert.deepEqual(jt808.bytes(frame('0900', '99')).records, []);
  assert.equal(
    record(
      '5502',
      `140325123045 2333031204637998513 43e1c09 000004d2 aa 0000a1b2 2f10 01 0000 0001 0202 02f8`,
    ).fix?.valid,
    false,
  );
});

test('[JT-8] answers what the standard says, nothing to other messages', () => {
  const reply = (id: string, body = ''): string => toHex(jt808.bytes(frame(id, body)).reply) ?? '';
  assert.equal(reply('0109').slice(26, 42), '07e9030e0c1f0700');
  assert.equal(reply('0003').slice(2, 6), '8001');
  assert.equal(reply('0001', '0000 8105 00'), '');
  assert.equal(reply('1234'), '');
  assert.equal(asText(jt808.text('(866,BASE,2,TIME)').reply), '(866,BASE,2,20250314123107)');
  assert.equal(attributesOf(jt808.text('(866,OK)'))['result'], '(866,OK)');
});

/** A batch of two stored places, cut in the middle of the first. */
test('[JT-9] a split message is read when its last part is there', () => {
  const place = PLACE.replaceAll(' ', '');
  const body = `000201${`001c${place}`.repeat(2)}`;
  const part = (number: number, from: number, to?: number) =>
    frame('0704', `0002${number.toString(16).padStart(4, '0')}${body.slice(from, to)}`, {
      attributes: 0x2000,
    });
  const first = jt808.bytes(part(1, 0, 40));
  assert.deepEqual([first.records, first.reply !== null], [[], true]);
  const last = jt808.bytes(part(2, 40), { state: first.state });
  assert.deepEqual(
    last.records.map((record) => record.attributes['archive']),
    [true, true],
  );
  near(last.records[1]?.fix?.latitude, -23.55052);
  const alone = jt808.bytes(part(2, 40));
  assert.deepEqual([alone.records, alone.reply], [[], null]);
  const photo = jt808.bytes(frame('0801', `0002 0001 ${PLACE}`, { attributes: 0x2000 }), {
    state: first.state,
  });
  assert.deepEqual(photo.records, []);
  assert.equal(jt808.bytes(part(2, 40), { state: photo.state }).records.length, 2);
});

test('[COORD-1] jt808: a place that is not on Earth is dropped and acknowledged', () => {
  const decoded = jt808.bytes(frame('0200', PLACE.replace('01675a38', '0f675a38')));
  assert.deepEqual([decoded.records.length, decoded.reply === null], [0, false]);
  assert.equal(jt808.failureCode(frame('0200', '00000000')), 'TRUNCATED');
});

test('[CRC-2] jt808: a wrong checksum is reported, not refused', () => {
  const bytes = frame('0200', PLACE);
  bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1;
  assert.equal(jt808.bytes(bytes).intact, false);
});

test('[CMD-1] jt808: commands keep the id bytes and the header version of the unit', () => {
  const { state } = jt808.bytes(frame('0002', ''));
  const hex = (type: string, attributes = {}, setting: Setting = {}): string =>
    jt808.commandHex(type, attributes, { state, ...setting });
  assert.equal(hex('engineStop'), '7e810500010139123456780000f0457e');
  assert.ok(hex('engineResume').includes('0000f1'));
  assert.ok(hex('engineStop', {}, { model: 'W15L' }).includes('000064'));
  assert.ok(hex('engineStop', {}, { model: 'VL300' }).includes('23303b31'));
  assert.ok(hex('engineStop', {}, { options: { 'jt808.alternative': true } }).startsWith('7ea0060007'));
  assert.ok(hex('positionPeriodic', { frequency: 60 }).includes('0106040000003c'));
  assert.ok(hex('rebootDevice').includes('01230103'));
  assert.ok(hex('alarmArm').includes('0124050175736572'));
  assert.ok(hex('videoStart', { server: 'a.b', port: 7788, index: 2 }).includes('03612e621e6c0000020100'));
  assert.ok(hex('videoStop').includes('01000000'));
  assert.equal(hex('custom', { data: '7e00 7e' }), '7e007e');
  assert.equal(hex('custom', { data: 'hello' }), 'BAD_PARAMETER');
  assert.ok(hex('custom', { data: 'OK' }, { model: 'JC371' }).includes('f04f4b'));
  assert.ok(hex('custom', { data: 'OK' }, { model: 'BSJ' }).startsWith('7e8300'));
  assert.ok(hex('custom', { data: 'OK' }, { model: 'VL300' }).includes('010000f030024f4b'));
  assert.equal(hex('sendSms'), 'UNSUPPORTED_COMMAND');
  assert.ok(jt808.commandHex('engineStop', {}, { uniqueId: '861234560000013' }).includes('4e542e007001'));
  const newer = jt808.hex(
    '7e0200401c01000000000139123456780006000000000000000f01675a3802c7915c02f80280007d01250314203045087e',
  );
  assert.ok(hex('engineStop', {}, { state: newer.state }).startsWith('7e810540010100000000013912345678'));
});

test("[PROTO-6] jt808: escapes are undone in a copy, also of a socket's buffer", () => {
  const frame = Buffer.from('7e0002000001391234567d0200032f7e'.replaceAll(' ', ''), 'hex');
  const before = frame.toString('hex');
  jt808.ids(frame);
  jt808.ids(frame);
  assert.equal(frame.toString('hex'), before);
});

test('[JT-6] a number has the width of its layout, a text no padding', () => {
  // The end of field frame no. 57 of defects.json (REFERENCE_DIR).
  assert.deepEqual(pick(items('eb07 0005 0001 01a500'), 'fuel1'), [42.1]);
  assert.deepEqual(pick(items('3003 1c0000'), 'rssi'), [28]);
  assert.deepEqual(pick(items('e60b 03 aabbccddeeff ef18 3200'), 'temp3', 'humidity3'), [-17 - 24 / 255, 50]);
  assert.deepEqual(
    pick(items('8001aa 8702007d 02 880133 890114 8e0114'), 'intakeFlow', 'throttle', 'fuel'),
    [125, 20, 20],
  );
  const answer = jt808.bytes(frame('1300', '0000 004f 004b 000d'));
  assert.equal(attributesOf(answer)['result'], 'OK');
});
