import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, fromText, joined, toHex } from '../../test/support.ts';
import { attributesOf, near, onlyRecord, Talk } from '../../test/talk.ts';

const suntech = new Talk('suntech');
const PLACE = '-23.550520;-046.633308;064.000;125.00;9;1;123456;12.78;100000';
const DATE = '20250314;12:30:45';
const ST300 = (type: string, rest: string): string =>
  `ST300${type};907000001;04;1097;${DATE};2F1091;${PLACE};${rest}\\r`;

test('[SUN-1] frames end with CR; CR LF inside a report is content; binary frames have a length', () => {
  const serial = fromText('ST300UEX;1;one\\r\\ntwo;3\\r');
  const zip = fromHex('0200020d0d03');
  const packed = fromHex('8100030d0d0d');
  assert.deepEqual(
    suntech.frames(joined([serial, zip, packed, serial])),
    [serial, zip, packed, serial].map(toHex),
  );
});

test('[SUN-2] a unit is known by 9 digits and by 10 with a leading 0', () => {
  assert.deepEqual(suntech.ids(fromText(ST300('STT', '2;1'))), ['907000001', '0907000001']);
  assert.deepEqual(suntech.ids(fromText('ALV;0907000001\\r')), ['0907000001', '907000001']);
  assert.deepEqual(suntech.ids(fromText('ST300CMD;Res;317652;1\\r')), ['317652']);
  assert.deepEqual(suntech.ids(fromText('ST910;Location;317652;1\\r')), ['317652']);
  assert.deepEqual(suntech.ids(fromHex('8100030907000001')), ['0907000001', '907000001']);
  assert.deepEqual(suntech.ids(fromText('nonsense')), []);
});

test('[SUN-3] emergencies and alerts become alarms, an unknown one none', () => {
  const alarm = (type: string, id: number): unknown =>
    attributesOf(suntech.text(ST300(type, String(id))))['alarm'];
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((id) => alarm('EMG', id)),
    ['sos', 'parking', 'powerCut', undefined, 'door', 'door', 'movement', 'vibration'],
  );
  assert.deepEqual(
    [5, 6, 14, 15, 16, 40, 42, 46, 47, 50, 132, 59].map((id) => alarm('ALT', id)),
    [
      'geofenceExit',
      'geofenceEnter',
      'lowBattery',
      'vibration',
      'accident',
      'powerRestored',
      'sos',
      'hardAcceleration',
      'hardBraking',
      'jamming',
      'door',
      undefined,
    ],
  );
});

test('[SUN-4] without an option the trailing block is read where it is plainly there', () => {
  const tail = ST300('STT', '2;0042;000512;4.1;0');
  assert.deepEqual(
    [attributesOf(suntech.text(tail))['hours'], attributesOf(suntech.text(tail))['archive']],
    [30_720_000, true],
  );
  assert.equal(attributesOf(suntech.text(tail, { options: { 'suntech.hbm': 0 } }))['hours'], undefined);
  assert.equal(attributesOf(suntech.text(ST300('STT', '2;0042;12;4;7')))['hours'], undefined);
  const rpm = attributesOf(
    suntech.text(ST300('STT', '2;0042;1;4.1;1;2150'), {
      options: { 'suntech.hbm': 1, 'suntech.includeRpm': true },
    }),
  );
  assert.equal(rpm['rpm'], 2150);
});

test('[SUN-5] serial data: pairs in hexadecimal, fuel summed, other text kept', () => {
  const attributes = attributesOf(suntech.text(ST300('UEX', '29;N-1=1A.5;N-2=10;t-1=19;Q=3;x;CC')));
  assert.deepEqual(
    [
      attributes['fuel1'],
      attributes['fuel2'],
      attributes['fuel'],
      attributes['temp1'],
      attributes['drivingQuality'],
      attributes['serial'],
    ],
    [26, 16, 42, 25, 3, 'x'],
  );
});

test('[SUN-6] universal alerts name the driver; a keep-alive tells nothing', () => {
  const alert = attributesOf(
    suntech.text(
      `ALT;0907000001;383838;1;${DATE};-23.5;-46.6;0;9;1;59;1;0042770680\\r`.replace('383838', '39B838'),
    ),
  );
  assert.deepEqual(
    [alert['driverUniqueId'], alert['alertModifier'], alert['alertData']],
    ['0042770680', '1', '0042770680'],
  );
  assert.deepEqual(suntech.text('ALV;0907000001\\r').records, []);
  const packed = suntech.hex(
    '82 001f 0907000001 381838 01 19030e 0c1e2d 81675a38 82c7915c 3b 0001 0042770680000001',
  );
  assert.equal(attributesOf(packed)['driverUniqueId'], '0042770680000001');
});

test('[SUN-7] ST4xx: no date means no position; model 41 tells motion', () => {
  const towers = `41394;724;5;31;12048;3;${'0;0;0;0;0;0;'.repeat(6)}`;
  const record = onlyRecord(suntech.text(`ST410STT;0907000001;113;41;1;${towers}4.1;1;42;1;X1X;a;b;2;\\r`));
  assert.equal(record.fix, null);
  assert.deepEqual([record.attributes['motion'], record.attributes['battery']], [true, 4.1]);
  assert.equal(record.network?.cellTowers?.length, 1);
});

test('[SUN-8] ZIP: emergencies, hour meter and battery, km/h as such', () => {
  const zip =
    '02 0030 11 9070000010 04 0449 19030e0c1e2d 2f1091 17550520 2e633308 004025 007d50 e9 0001e240 0c78 01 03 00000200 0410 00 03';
  const record = onlyRecord(suntech.hex(zip, { options: { 'suntech.hbm': 1 } }));
  near(record.fix?.speed, 64.25 * 0.539957, 1e-4);
  assert.deepEqual(
    [
      record.attributes['alarm'],
      record.attributes['hours'],
      record.attributes['battery'],
      record.attributes['archive'],
    ],
    ['powerCut', 30_720_000, 4.1, true],
  );
});

test('[SUN-9] a crash report arrives in parts and becomes four positions around the crash', () => {
  const place = Buffer.alloc(12);
  place.writeInt32LE(-235_505_200, 0);
  place.writeInt32LE(-466_333_080, 4);
  place.writeUInt16BE(6400, 8);
  place.writeUInt16BE(12_500, 10);
  const record = joined([place, new Uint8Array(600).fill(1)]);
  const whole = joined([fromHex('19030e0c1e2d'), record, record, record, record]);
  const part = (number: number, bytes: Uint8Array): Uint8Array =>
    joined([fromText(`CRR;0907000001;${number};2;`), bytes, fromText(';A1\\r')]);
  const first = suntech.bytes(part(1, whole.subarray(0, 1000)));
  assert.deepEqual(first.records, []);
  const { records } = suntech.bytes(part(2, whole.subarray(1000)), { state: first.state });
  const crash = Date.UTC(2025, 2, 14, 12, 30, 45);
  assert.deepEqual(
    records.map(({ deviceTime }) => (deviceTime ?? 0) - crash),
    [-3000, -2000, -1000, 1000],
  );
  near(records[0]?.fix?.latitude, -23.55052);
  const triples = records[0]?.attributes['gSensor'];
  assert.ok(typeof triples === 'string' && triples.startsWith('[[257,257,257],'));
  assert.deepEqual(suntech.bytes(part(2, whole)).records, []);
});

test('[SUN-10] a travel report names the driver', () => {
  assert.equal(
    attributesOf(suntech.text('ST300HTE;907000001;1;2;0042770680\\r'))['driverUniqueId'],
    '0042770680',
  );
});

test('[TIME-1] suntech: the zone of the device shifts its times', () => {
  const time = onlyRecord(suntech.text(ST300('STT', '2;1'), { timeZone: 'GMT-3' })).deviceTime;
  assert.equal(time, Date.UTC(2025, 2, 14, 15, 30, 45));
});

test('[COORD-1] suntech: a place that is not on Earth is dropped', () => {
  assert.deepEqual(suntech.text(ST300('STT', '2;1').replace('-23.550520', '-93.5')).records, []);
  assert.equal(suntech.failureCode(fromText(ST300('STT', '2;1').replace('-23.550520', 'x'))), 'MALFORMED');
});

test('[CMD-1] suntech: commands follow the generation of the last report and repeat its id', () => {
  const { state: legacy } = suntech.text(ST300('STT', '2;1'));
  const { state: universal } = suntech.text('ALV;0907000001\\r');
  const commands = (state: unknown): readonly string[] =>
    ['engineStop', 'engineResume', 'alarmArm', 'alarmDisarm', 'positionSingle', 'rebootDevice'].map((type) =>
      suntech.command(type, {}, { state, uniqueId: '1' }),
    );
  assert.deepEqual(commands(legacy), [
    'ST300CMD;907000001;02;Enable1\r',
    'ST300CMD;907000001;02;Disable1\r',
    'ST300CMD;907000001;02;Enable2\r',
    'ST300CMD;907000001;02;Disable2\r',
    'ST300CMD;907000001;02;StatusReq\r',
    'ST300CMD;907000001;02;Reboot\r',
  ]);
  assert.deepEqual(commands(universal), [
    'CMD;0907000001;04;01\r',
    'CMD;0907000001;04;02\r',
    'CMD;0907000001;04;03\r',
    'CMD;0907000001;04;04\r',
    'CMD;0907000001;03;01\r',
    'CMD;0907000001;03;03\r',
  ]);
  assert.equal(suntech.command('engineStop', {}, { uniqueId: '317652' }), 'SA200CMD;317652;02;Enable1\r');
  assert.equal(
    suntech.command('outputControl', { index: 3, data: '1' }, { state: universal }),
    'CMD;0907000001;04;09\r',
  );
  assert.equal(
    suntech.command('outputControl', { index: 2, data: '0' }, { state: legacy }),
    'ST300CMD;907000001;02;Disable2\r',
  );
  assert.equal(suntech.command('custom', { data: 'ST300CMD;1;02;Reboot\\r' }), 'ST300CMD;1;02;Reboot\r');
});

test('[SUN-11] a report that ends behind its position keeps it; an empty field leaves out only itself', () => {
  const head = `ST300STT;907000001;04;1097;${DATE};2F1091;-23.550520;-046.633308;064.000;125.00`;
  const cut = onlyRecord(suntech.text(`${head};9;1;123456\\r`));
  near(cut.fix?.latitude, -23.55052);
  assert.deepEqual([cut.fix?.valid, cut.attributes['odometer']], [true, 123456]);
  const empty = attributesOf(suntech.text(`${head};;1;;12.78;100000;2;;;4.1;1\\r`));
  assert.deepEqual(
    [empty['sat'], empty['odometer'], empty['power'], empty['status']],
    [undefined, undefined, 12.78, 2],
  );
  const universal = onlyRecord(
    suntech.text(`STT;0907000001;3FFFFF;26;1.0;1;${DATE};;724;5;2F10;31;;;;;;0;00000001;00000000;1;2;492\\r`),
  );
  assert.equal(universal.fix, null);
  assert.deepEqual(
    [universal.attributes['index'], universal.attributes['ignition'], universal.network],
    [492, true, null],
  );
});

test('[CMD-2] suntech: refuses what it has no words for', () => {
  assert.equal(suntech.command('requestPhoto'), 'UNSUPPORTED_COMMAND');
  assert.equal(suntech.command('outputControl', { index: 4 }), 'BAD_PARAMETER');
});

test('[SUN-4] without the option no driver is read, and three decimals are not the battery', () => {
  const driverless = attributesOf(suntech.text(ST300('STT', '2;0042;000512;4.1;0;00000000000000;0')));
  assert.deepEqual([driverless['battery'], driverless['driverUniqueId']], [4.1, undefined]);
  assert.equal(
    attributesOf(suntech.text(ST300('STT', '1;4659;5;002.795;0;001.891;1')))['battery'],
    undefined,
  );
});

test('[SUN-5] serial data that is no text stays hexadecimal', () => {
  assert.equal(attributesOf(suntech.text(ST300('UEX', '4;\u0002\u0001\u0010;CC')))['serial'], '020110');
});
