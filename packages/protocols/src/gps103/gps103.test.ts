import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromText, joined, NOW, toHex } from '../../test/support.ts';
import { asText, attributesOf, near, onlyRecord, Talk } from '../../test/talk.ts';

const gps103 = new Talk('gps103');
const IMEI = '861234560000013';
const PLACE = '2333.0312,S,04637.9985,W,34.50,125.0';
const report = (keyword: string, local = '250314093045', utc = '123045.000', place = PLACE): string =>
  `imei:${IMEI},${keyword},${local},,F,${utc},A,${place};`;

test('[COBAN-1] sentences end with ;, * or a line end; what is between is dropped', () => {
  const sentences = [report('tracker'), `${IMEI};`, `imei:${IMEI},x,1*`, 'line\\r\\n'].map(fromText);
  assert.deepEqual(gps103.frames(joined([...sentences, fromText('\\r\\n \\n')])), sentences.map(toHex));
  assert.deepEqual(gps103.ids(fromText(`##,imei:${IMEI},A;`)), [IMEI]);
  assert.deepEqual(gps103.ids(fromText(`${IMEI};`)), [IMEI]);
  assert.deepEqual(gps103.ids(fromText(`${IMEI}imei:861234560000021,tracker`)), ['861234560000021']);
});

test('[COBAN-2] local and UTC time of day give the zone, whatever the date notation', () => {
  const time = (local: string, utc: string, timeZone: string | null = null): number | null =>
    onlyRecord(gps103.text(report('tracker', local, utc), { timeZone })).deviceTime;
  assert.equal(time('25/03/14 09:30', '123045'), Date.UTC(2025, 2, 14, 12, 30, 45));
  assert.equal(time('2503150130', '123015'), Date.UTC(2025, 2, 15, 12, 30, 15));
  assert.equal(time('250314093000', ''), Date.UTC(2025, 2, 14, 9, 30));
  assert.equal(time('250314093000', '', 'GMT-3'), Date.UTC(2025, 2, 14, 12, 30));
  assert.equal(time('12', '123045'), null);
  assert.equal(onlyRecord(gps103.text(report('tracker', '', '1'))).fix?.time, NOW);
});

test('[COBAN-3] keywords become alarms, ignition or events', () => {
  const alarm = (keyword: string): unknown => attributesOf(gps103.text(report(keyword)))['alarm'];
  assert.deepEqual(
    [
      'low battery',
      'stockade',
      'move',
      'speed',
      'door alarm',
      'ac alarm',
      'accident alarm',
      'sensor alarm',
      'bonnet alarm',
      'footbrake alarm',
      'DTC',
      'oil',
      'kt',
    ].map(alarm),
    [
      'lowBattery',
      'geofence',
      'movement',
      'overspeed',
      'door',
      'powerCut',
      'accident',
      'vibration',
      'bonnet',
      'footBrake',
      'fault',
      'fuelLeak',
      undefined,
    ],
  );
  assert.deepEqual(attributesOf(gps103.text(report('acc off'))), { ignition: false });
  assert.deepEqual(attributesOf(gps103.text(report('acc alarm'))), { event: 'acc alarm' });
});

test('[COBAN-4] a heartbeat is answered, also with a report behind it', () => {
  const both = gps103.text(`${IMEI}${report('tracker')}`);
  assert.equal(asText(both.reply), 'ON');
  near(onlyRecord(both).fix?.latitude, -23.55052);
});

test('[COBAN-5] hemispheres: after wins, none means north and east', () => {
  const fix = (place: string) =>
    onlyRecord(gps103.text(report('tracker', '250314093045', '123045', place))).fix;
  near(fix('S,2333.0312,N,04637.9985,E,1,2')?.latitude, 23.55052);
  near(fix('2333.0312,04637.9985,,1,2')?.longitude, 46.633308);
  near(fix('2333.0312,S,04637.9985,W,,')?.latitude, -23.55052);
});

test('[COBAN-6] a photo arrives in packets', () => {
  const announced = gps103.text(report('vt2'));
  assert.equal(announced.records.length, 1);
  const first = gps103.text(`imei:${IMEI},vr100000ffd8aabb1111;`, {
    state: announced.state,
  });
  assert.equal(first.media, null);
  const second = gps103.text(`imei:${IMEI},vr101000000ffd91111;`, { state: first.state });
  assert.ok(second.media);
  assert.equal(second.records.length, 1);
});

test('[COORD-1] gps103: a place that is not on Earth is dropped', () => {
  assert.deepEqual(gps103.text(report('tracker').replace('2333', '9333')).records, []);
  assert.equal(gps103.failureCode(fromText(report('tracker').replace('2333.0312', ''))), 'MALFORMED');
});

test('[CMD-1] gps103: commands name the IMEI and a code', () => {
  const command = (type: string, attributes = {}): string =>
    gps103.command(type, attributes, { uniqueId: '1' });
  assert.deepEqual(
    [
      'positionSingle',
      'positionStop',
      'engineStop',
      'engineResume',
      'alarmArm',
      'alarmDisarm',
      'requestPhoto',
    ].map((type) => command(type)),
    ['B', 'D', 'J', 'K', 'L', 'M', '160'].map((code) => `**,imei:1,${code}`),
  );
  assert.deepEqual(
    [30, 120, 7200].map((frequency) => command('positionPeriodic', { frequency })),
    ['**,imei:1,C,30s', '**,imei:1,C,02m', '**,imei:1,C,02h'],
  );
  assert.equal(command('custom', { data: 'Q,1' }), '**,imei:1,Q,1');
  assert.equal(command('sendSms'), 'UNSUPPORTED_COMMAND');
});

test('[COBAN-3] a weak signal: a tower, the last position, or nothing to store', () => {
  const weak = (keyword: string, rest: string) =>
    gps103.text(`imei:${IMEI},${keyword},250314093045,,L,${rest};`).records;
  assert.deepEqual(weak('tracker', ',,,,'), []);
  assert.equal(weak('help me', ',,,,')[0]?.attributes['alarm'], 'sos');
  const [placed] = weak('tracker', `123045.000,V,${PLACE}`);
  near(placed?.fix?.latitude, -23.55052);
  assert.equal(placed?.fix?.valid, false);
  assert.equal(attributesOf(gps103.text(report('oil 51.6%')))['fuel'], 51.6);
});
