import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, fromText, joined, toHex } from '../../test/support.ts';
import { asText, attributesOf, near, onlyRecord, Talk, type Setting } from '../../test/talk.ts';

const meitrack = new Talk('meitrack');
const IMEI = '861234560000013';

/** A frame around content that starts with the IMEI. */
function frame(content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === 'string' ? fromText(content) : content;
  const body = joined([fromText(`$$A${bytes.length + 6},`), bytes, fromText('*')]);
  const sum = body.reduce((total, byte) => (total + byte) & 0xff, 0);
  return joined([body, fromText(`${sum.toString(16).toUpperCase().padStart(2, '0')}\\r\\n`)]);
}
const HEAD = '-23.550520,-46.633308,250314123045,A,9,28,64,125,0.9,760,123456,51230,724|5|2F10|A1B2';
const report = (event: number, rest = '0000,000A|0014|0000|019F|04FE,'): string =>
  `${IMEI},AAA,${event},${HEAD},${rest}`;
const values = (text: string, setting: Setting = {}) => attributesOf(meitrack.bytes(frame(text), setting));

test('[MEI-1] frames are cut by their length, whatever they hold; other bytes are dropped', () => {
  const frames = [
    frame(report(35)),
    frame(joined([fromText(`${IMEI},CCE,`), fromHex('0d0a2a0d0a24240000')])),
    frame(`${IMEI},AAC,1`),
  ];
  assert.deepEqual(
    meitrack.frames(joined([fromText('x$y'), ...frames, fromText('$$Axx,')])),
    frames.map(toHex),
  );
  assert.deepEqual(meitrack.ids(frame(report(35))), [IMEI]);
});

test('[MEI-2] event codes become alarms', () => {
  const alarm = (event: number): unknown => values(report(event))['alarm'];
  assert.deepEqual([17, 18, 19, 20, 21, 22, 36, 44, 78, 90, 91, 129, 130, 135, 2].map(alarm), [
    'lowBattery',
    'lowPower',
    'overspeed',
    'geofenceEnter',
    'geofenceExit',
    'powerRestored',
    'tow',
    'jamming',
    'accident',
    'hardCornering',
    'hardCornering',
    'hardBraking',
    'hardAcceleration',
    'fatigueDriving',
    undefined,
  ]);
});

test('[MEI-3] optional fields: event data, temperatures of both versions, taximeter', () => {
  const supplies = '0102,000A|0014|0000|019F|04FE,';
  const newer = values(report(35, `${supplies}extra,,3,,01FF38|0207D0`));
  assert.deepEqual(
    [newer['eventData'], newer['temp1'], newer['temp2'], newer['input'], newer['output']],
    ['extra', -2, 20, 1, 2],
  );
  assert.equal(values(report(35, `${supplies},,1,,01FE32`))['temp1'], -2.5);
  const taxi = values(report(35, `${supplies},,3,,,6,a,25.5,c,d,e,x0|s|e|d|f|t|w`));
  assert.deepEqual([taxi['tempData'], taxi['taximeterOn'], taxi['taximeterFare']], ['25.5', true, 'f']);
  assert.equal(onlyRecord(meitrack.bytes(frame(report(35).replace('724|5', '0|0')))).network, null);
});

test('[PROTO-2] meitrack: an answer in words is a result, one with the fields of a report a position', () => {
  const answer = onlyRecord(meitrack.bytes(frame(`${IMEI},C01,OK`)));
  assert.deepEqual([answer.fix, answer.attributes], [null, { result: 'C01,OK' }]);
  assert.ok(onlyRecord(meitrack.bytes(frame(report(35).replace('AAA', 'A10')))).fix);
  assert.equal(meitrack.failureCode(frame(`${IMEI},AAA,35`)), 'MALFORMED');
});

test('[MEI-4] the model scales battery and supply', () => {
  const raw = report(35, '0000,0000|0000|0000|0400|0400,');
  const volts = (model: string | null): readonly unknown[] => [
    values(raw, { model })['battery'],
    values(raw, { model })['power'],
  ];
  assert.deepEqual(volts('MVT340'), [6, 48]);
  assert.deepEqual(volts('MT90'), [1.65, 1024]);
  assert.deepEqual(volts('MT90G'), [1.5, 1024]);
  assert.deepEqual(volts('T1'), [1.65, 13.2]);
  assert.deepEqual(volts('T999'), [10.24, 10.24]);
});

test('[MEI-5] CCE parameters: wide ids, towers, Wi-Fi, temperatures, tags', () => {
  const record = fromHex(
    `0100 03 0501 fe6957 4702 01 40 0a01 04 02c8a598fe 03a46e38fd 04f5dd662f fef40a000000
    05 0e0c d4020500102fb2a10000c4ff 1d08 001122334455c4ff 2a03 00c409 fe730f 0102414211223344556657 0019 0028 0000
    fea806 015700000000`.replaceAll(/\s/g, ''),
  );
  const cut = record.length;
  const content = joined([
    fromText(`${IMEI},CCE,`),
    fromHex('000000000100'),
    Uint8Array.of(cut & 0xff, cut >> 8),
    record,
  ]);
  const one = onlyRecord(meitrack.bytes(frame(content)));
  near(one.fix?.latitude, -23.55052);
  assert.deepEqual(one.network?.cellTowers?.[0]?.cellId, 41_394);
  assert.equal(one.network?.wifiAccessPoints?.[0]?.signalStrength, -60);
  const { attributes } = one;
  assert.deepEqual(
    [
      attributes['batteryLevel'],
      attributes['lock'],
      attributes['event'],
      attributes['hours'],
      attributes['temp0'],
      attributes['tagName'],
      attributes['tagTemp'],
    ],
    [87, true, 266, 600_000, 25, 'AB', 25],
  );
});

test('[MEI-6] a photo is asked for and put together', () => {
  assert.ok(
    asText(meitrack.bytes(frame(`${IMEI},D03,OK`)).reply).includes(`${IMEI},D00,camera_picture.jpg,0*`),
  );
  let state: unknown = meitrack.protocol.initialState();
  for (let part = 0; part < 10; part++) {
    const outcome = meitrack.bytes(
      frame(joined([fromText(`${IMEI},D00,p.jpg,10,${part},`), Uint8Array.of(part)])),
      { state },
    );
    state = outcome.state;
    assert.equal(outcome.reply !== null, part === 7);
    if (part === 9) assert.equal(toHex(outcome.media?.bytes ?? null), '00010203040506070809');
  }
});

test('[CRC-2] meitrack: a wrong checksum is reported, not refused', () => {
  const bytes = frame(report(35));
  bytes[bytes.length - 3] = 0x47;
  assert.equal(meitrack.bytes(bytes).intact, false);
});

test('[COORD-1] meitrack: a place that is not on Earth is dropped', () => {
  assert.deepEqual(meitrack.bytes(frame(report(35).replace('-23.5', '-93.5'))).records, []);
  assert.equal(meitrack.failureCode(frame(report(35).replace('-23.550520', 'x'))), 'MALFORMED');
});

test('[CMD-1] meitrack: commands are framed with length and checksum', () => {
  const command = (type: string, attributes = {}, options = {}): string =>
    meitrack.command(type, attributes, { options });
  assert.equal(command('engineStop'), `@@A33,${IMEI},C01,0,12222*C5\r\n`);
  assert.equal(command('engineResume'), `@@A33,${IMEI},C01,0,02222*C4\r\n`);
  assert.equal(command('positionSingle'), `@@A25,${IMEI},A10*43\r\n`);
  assert.ok(command('alarmArm', {}, { 'meitrack.alternative': true }).includes('B21,1*'));
  assert.ok(command('requestPhoto', { index: 2 }).includes('D03,2,camera_picture.jpg*'));
  assert.ok(command('sendSms', { phone: '1', message: 'hi' }).includes('C02,0,1,hi*'));
  assert.ok(command('custom', { data: 'B99' }).includes(',B99*'));
  assert.equal(command('setTimezone'), 'UNSUPPORTED_COMMAND');
});

test('[MEI-3] a report that ends early keeps its position, an empty field leaves out only itself', () => {
  const cut = onlyRecord(
    meitrack.bytes(frame(`${IMEI},AAA,35,-23.550520,-46.633308,250314123045,A,9,28,64,125,0.9,760`)),
  );
  near(cut.fix?.latitude, -23.55052);
  const empty = onlyRecord(
    meitrack.bytes(frame(`${IMEI},AAA,35,-23.550520,-46.633308,250314123045,A,,,64,,,760,,51230`)),
  );
  near(empty.fix?.speed, 34.557248);
  assert.deepEqual(empty.attributes, { event: 35, runtime: '51230' });
});
