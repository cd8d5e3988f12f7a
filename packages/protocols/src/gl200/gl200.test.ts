import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, fromText, joined, toHex } from '../../test/support.ts';
import { asText, attributesOf, near, onlyRecord, Talk } from '../../test/talk.ts';

const gl200 = new Talk('gl200');
const IMEI = '861234560000013';
const LOCATION = '1,64.0,125,760.0,-46.633308,-23.550520,20250314123045,0724,0005,2F10,A1B2';
const SENT = '20250314123046,0A1B$';
const message = (type: string, content: string, version = '250504'): string =>
  `+RESP:GT${type},${version},${IMEI},CAR01,${content},${SENT}`;
const attributes = (type: string, content: string, version?: string) =>
  attributesOf(gl200.text(message(type, content, version)));

test('[GL-1] text ends with $, binary says its length, line ends between are dropped', () => {
  const text = fromText(message('FRI', `,10,1,${LOCATION},00`));
  const report = fromHex('2b5253500100000000000f2b2b2b2b');
  const newer = fromHex('2b00000f00000000000000000000 00');
  const frames = [text, report.subarray(0, 15), newer, text];
  const wire = joined([text, fromText('\\r\\n'), report, newer, text]);
  assert.deepEqual(gl200.frames(wire), frames.map(toHex));
  assert.deepEqual(gl200.ids(text), [IMEI]);
});

test('[GL-2] the tail of a report fits one of four layouts', () => {
  const tail = (fields: string) => attributes('FRI', `,3,1,${LOCATION},,${fields}`);
  assert.deepEqual(
    [tail('28,87')['rssi'], tail('28,87')['motion'], tail('28,87')['charge']],
    [28, true, true],
  );
  assert.deepEqual([tail('1234.5,87')['odometer'], tail('1234.5,87')['batteryLevel']], [1_234_500, 87]);
  const vehicle = tail('1234.5,00001:00:00,0010,0020,95,210302,850,1.5,42,x');
  assert.deepEqual(
    [
      vehicle['adc1'],
      vehicle['batteryLevel'],
      vehicle['in1'],
      vehicle['out2'],
      vehicle['rpm'],
      vehicle['fuel'],
    ],
    ['0010', 95, true, true, 850, 42],
  );
  assert.equal(tail('2,3850,87,0,,')['battery'], 3.85);
});

test('[PROTO-3] gl200: points with appended satellites and trigger are all found', () => {
  const point = (seconds: string) => `${LOCATION.replace('45,', `${seconds},`)},03,12,1`;
  const { records } = gl200.text(
    message('FRI', `,10,3,${point('45')},${point('46')},${point('47')},1234.5,,,,,95,220100,,,`),
  );
  assert.deepEqual(
    records.map(({ fix }) => new Date(fix?.time ?? 0).getUTCSeconds()),
    [45, 46, 47],
  );
});

test('[GL-2] a VIN before the name, and a location without coordinates', () => {
  const vin = message('FRI', `,10,1,${LOCATION},00`).replace('CAR01', '9BWZZZ377VT004251,CAR01');
  near(onlyRecord(gl200.text(vin)).fix?.latitude, -23.55052);
  const blind = onlyRecord(
    gl200.text(message('FRI', ',10,1,0,,,,,,,0724,0005,2F10,A1B2,00,,,,,,95,110000,,,')),
  );
  assert.equal(blind.fix, null);
  assert.deepEqual(
    [blind.deviceTime, blind.attributes['ignition']],
    [Date.UTC(2025, 2, 14, 12, 30, 46), false],
  );
});

test('[GL-3] ERI: model and mask select the fields', () => {
  const gl500 = attributes('ERI', `00000000,3800,0,1,${LOCATION},,,,87,1,1`, '400504');
  assert.deepEqual([gl500['batteryLevel'], gl500['motion'], gl500['odometer']], [87, true, undefined]);
  const fuel = attributes(
    'ERI',
    `00000001,12780,10,1,${LOCATION},,1234.5,00512:30:15,F45,0,95,210000,0,0064`,
  );
  assert.deepEqual([fuel['fuel1'], fuel['adc2'], fuel['fuel']], [45, 0, 100]);
  const tag = attributes(
    'ERI',
    `00000100,12780,10,1,${LOCATION},,1.0,,,,95,210000,0,1,0,1,1,FF,2012,AABBCCDDEEFF,25.5,88`,
  );
  assert.deepEqual([tag['tag1Id'], tag['tag1Temp'], tag['tag1Battery']], ['AABBCCDDEEFF', 25.5, 88]);
});

test('[GL-4] types with a layout of their own', () => {
  assert.equal(attributes('TSW', `1,1,${LOCATION},`)['in2'], true);
  assert.equal(attributes('PNA', '')['alarm'], 'powerOn');
  assert.deepEqual(
    [
      attributes('DAR', `1,3,,,${LOCATION},`)['alarm'],
      attributes('DAR', `1,3,,,${LOCATION},`)['fatigueDegree'],
    ],
    ['fatigueDriving', 3],
  );
  assert.equal(attributes('DTT', ',,0,4,4f4b')['result'], 'OK');
  assert.equal(attributes('DTT', ',,0,16,434f4d422c312c34322e35')['fuel'], 42.5);
  assert.equal(attributes('BAA', `0,1,2,3,000A,AABBCCDDEEFF,3100,${LOCATION},`)['accessoryVoltage'], 3.1);
  assert.equal(attributes('BID', `1,2,000A,AABBCCDDEEFF,3100,${LOCATION},`)['accessoryMac'], 'AABBCCDDEEFF');
  assert.equal(attributes('LSA', `0,1,1,${LOCATION},,0,500,87,0,1,25.5`)['lightLevel'], 500);
  assert.equal(attributes('DAT', `0,,,hello,${LOCATION},`)['data'], 'hello');
  const wifi = onlyRecord(gl200.text(message('WIF', '1,001122334455,-60,,,,,,,,,87')));
  assert.deepEqual(wifi.network?.wifiAccessPoints, [
    { macAddress: '00:11:22:33:44:55', signalStrength: -60 },
  ]);
  const cells = ',0724,0005,2F10,A1B2,28,'.slice(1) + ',,,,,,,'.repeat(5);
  const gsm = onlyRecord(gl200.text(`+RESP:GTGSM,2C0204,${IMEI},NMR,${cells}${SENT}`));
  assert.equal(gsm.network?.cellTowers?.length, 1);
  const lbs = onlyRecord(gl200.text(message('LBS', `0,1,87,,,,,,${cells},,,,,,`)));
  assert.equal(lbs.attributes['batteryLevel'], 87);
});

test('[GL-4] OBD values', () => {
  const obd = attributes(
    'OBD',
    `0,FFFF,,1,12000,,2150,64,88,9.8,100,,1,2,01710300,22,35,42,,123456,${LOCATION},,1234.5`,
  );
  assert.deepEqual(
    [
      obd['rpm'],
      obd['obdSpeed'],
      obd['temp1'],
      obd['dtcsNumber'],
      obd['throttle'],
      obd['fuel'],
      obd['obdOdometer'],
    ],
    [2150, 64, 88, 2, 22, 42, 1_234_500],
  );
});

test('[GL-5] anything else is found by its shape; a message that says nothing is dropped', () => {
  assert.equal(attributes('EPF', LOCATION)['alarm'], 'powerCut');
  assert.deepEqual(gl200.text(message('XYZ', '0,0')).records, []);
  assert.equal(attributes('IGL', `,01,1,${LOCATION},`)['ignition'], true);
  // IGN without a location does not keep to its layout.
  assert.deepEqual(gl200.text(message('IGN', 'x')).records, []);
});

test('[GL-6] answers heartbeats, and everything with the option gl200.ack', () => {
  const text = message('EPF', LOCATION);
  assert.equal(gl200.text(text).reply, null);
  assert.equal(asText(gl200.text(text, { options: { 'gl200.ack': true } }).reply), '+SACK:0A1B$');
});

const BINARY = `2b525350 01 00000000 004a 02 0102 0304 ${861234560000013n.toString(16).padStart(16, '0')} 57 31ec 01 09 01`;
const POINT = '01 000280 007d 02f8 fd386ea4 fe98a5c8 07e9030e0c1e2d 02d4 0005 2f10 a1b2 00';

test('[GL-7] binary reports, events and information', () => {
  const { records } = gl200.hex(`${BINARY} 02 ${POINT} ${POINT} 0a1b 0d0a`);
  assert.equal(records.length, 2);
  near(records[1]?.fix?.latitude, -23.55052);
  near(records[1]?.fix?.speed, 64 * 0.539957, 1e-3);
  assert.equal(records[1]?.deviceTime, Date.UTC(2025, 2, 14, 12, 30, 45));
  assert.deepEqual([records[0]?.attributes['batteryLevel'], records[0]?.attributes['sat']], [87, 9]);
  assert.deepEqual(gl200.ids(fromHex(BINARY)), [IMEI]);
  const event = `2b455654 06 00000000 004a 02 0102 0304 ${861234560000013n.toString(16).padStart(16, '0')} 57 31ec 01 09 0fdc 01 ${POINT}`;
  near(onlyRecord(gl200.hex(event)).fix?.longitude, -46.633308);
});

test('[GL-7] compressed points: whole ones and differences, a second apart', () => {
  const head = BINARY.replace('2b525350 01', '2b525350 64').slice(0, -3);
  const whole = `45007d fd386ea4 fe98a5c8 67d42175`;
  const delta = '8000000801';
  const { records } = gl200.hex(`${head} 0003 ${whole} ${delta} 00`);
  assert.deepEqual(
    records.map(({ deviceTime }) => deviceTime),
    [1_741_955_445_000, 1_741_955_446_000],
  );
  near(records[0]?.fix?.speed, 64 * 0.539957, 1e-3);
  near(records[1]?.fix?.longitude, -46.633307, 1e-7);
  near(records[1]?.fix?.latitude, -23.550519, 1e-7);
});

test('[GL-7] the newer binary form: items by length', () => {
  const item = `52 1b 08 fd386ea4 fe98a5c8 67d42175 0280 09 007d 001db0 09 0000`;
  const record = `24 67d42175 0001 01 23 ${item} 0101ff`;
  const { records } = gl200.hex(`2b 00 0040 00 0861234560000013 0001 0002 00 00 ${record} 0a1b0d0a`);
  near(records[0]?.fix?.altitude, 760);
  assert.deepEqual([records[0]?.fix?.valid, records[0]?.attributes['event']], [true, 0x23]);
});

test('[CMD-1] gl200: commands carry the password of the device', () => {
  const options = { devicePassword: 'gv300' };
  assert.equal(gl200.command('positionSingle', {}, { options }), 'AT+GTRTO=gv300,1,,,,,,FFFF$');
  assert.equal(gl200.command('engineStop'), 'AT+GTOUT=,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$');
  assert.equal(gl200.command('rebootDevice', { devicePassword: 'x' }), 'AT+GTRTO=x,3,,,,,,FFFF$');
  assert.equal(gl200.command('custom', { data: 'AT+GTQSS=?$' }), 'AT+GTQSS=?$');
  assert.equal(gl200.command('sendSms'), 'UNSUPPORTED_COMMAND');
});

test('[GL-8] what no tail fits keeps tower and send time; VIN, Wi-Fi and missing locations are read', () => {
  // Field frames, defects.json (REFERENCE_DIR) no. 45, 33, 38 and 35.
  const dog = onlyRecord(
    gl200.text(
      '+RESP:GTDOG,020102,135790246811220,,0,0,1,1,4.3,92,70.0,121.354335,31.222073,20090214013254,0460,0000,18d8,6141,00,2000.0,20090214093254,11F0',
    ),
  );
  assert.deepEqual(
    [dog.network?.cellTowers?.[0]?.cellId, dog.deviceTime],
    [0x6141, Date.UTC(2009, 1, 14, 9, 32, 54)],
  );
  const blind = onlyRecord(
    gl200.text('+BUFF:GTFRI,2E0503,861106050005423,,,0,1,,,,,,,,,,,,0,0,,98,1,0,,,20200101000001,0083$'),
  );
  assert.deepEqual([blind.fix, blind.deviceTime, blind.attributes['batteryLevel']], [null, null, 98]);
  const wifi = onlyRecord(
    gl200.text(
      '+RESP:GTWIF,210102,354524044608058,,2,c413e200ff14,-39,,,,c413e2010e55,-39,,,,,,,,100,20170201020055,0001$',
    ),
  );
  assert.equal(wifi.network?.wifiAccessPoints?.length, 2);
  const vin = onlyRecord(
    gl200.text(
      '+RESP:GTFRI,1F0301,862193022001432,WF0GXXGBBGBM26503,,14900,41,1,1,11.6,74,356.0,14.120023,50.167894,20181104080703,0230,0003,9B14,5891,00,74.1,,,,83,220000,799,7.3,,20181104080703,099B$',
    ),
  );
  assert.deepEqual([vin.attributes['vin'], vin.attributes['power']], ['WF0GXXGBBGBM26503', 14.9]);
});

/** Field 12 = 01: one appended field (satellites), then the tail of the vehicle. */
test('[GL-9] what newer models append to a location is not taken for their tail', () => {
  const place = '1,64.0,125,760.0,-46.633308,-23.550520,20250314123045,0724,0005,2F10,A1B2';
  const tail = '1234.5,00512:30:15,,,,95,220100,,,,20250314123046,0A1B$';
  const reported = (appended: string) =>
    attributesOf(gl200.text(`+RESP:GTFRI,F50504,861234560000013,,12780,10,1,${place},${appended},${tail}`));
  const one = reported('01,9');
  assert.deepEqual(
    [one['sat'], one['odometer'], one['batteryLevel'], one['ignition']],
    [9, 1234500, 95, true],
  );
  assert.deepEqual([reported('03,9,0')['sat'], reported('03,9,0')['odometer']], [9, 1234500]);
  assert.equal(reported('00')['odometer'], 1234500);
});

/** Mask 2: thermometers; two are announced and one is sent. */
test('[GL-9] a list of ERI that ends early keeps what stands before it', () => {
  const place = '1,64.0,125,760.0,-46.633308,-23.550520,20250314123045,0724,0005,2F10,A1B2,00';
  const reported = attributesOf(
    gl200.text(
      `+RESP:GTERI,060100,861234560000013,,00000002,12780,10,1,${place},1234.5,00512:30:15,,,95,220100,2,2,28AA,1,FFE8,20250314123046,0A1B$`,
    ),
  );
  assert.deepEqual(
    [reported['odometer'], reported['batteryLevel'], reported['ignition'], reported['temp1']],
    [1234500, 95, true, -1.5],
  );
});
