import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, NOW, profile } from '../../test/support.ts';
import type { DeviceRecord, HttpRequest } from '../protocol.ts';
import { osmand } from './index.ts';

const get = (target: string): HttpRequest => ({
  method: 'GET',
  target,
  contentType: null,
  body: new Uint8Array(0),
});
const post = (body: string, contentType: string, target = '/'): HttpRequest => ({
  method: 'POST',
  target,
  contentType,
  body: new TextEncoder().encode(body),
});
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json; charset=utf-8';

function records(request: HttpRequest, options = {}): readonly DeviceRecord[] {
  const decoded = osmand.decode(request, context({ options }));
  assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
  return decoded.value;
}
function only(request: HttpRequest, options = {}): DeviceRecord {
  const all = records(request, options);
  assert.equal(all.length, 1);
  return all[0] as DeviceRecord;
}
const isRejected = (request: HttpRequest): boolean => !osmand.decode(request, context()).ok;

test('[OSM-1] takes the parameters of the URL, and those of the body only when it has none', () => {
  assert.deepEqual(osmand.identify(post('id=2', FORM, '/?id=1')), ['1']);
  assert.deepEqual(osmand.identify(post('id=2&lat=1&lon=2', FORM)), ['2']);
  assert.deepEqual(osmand.identify(post('deviceid=a%20b+c', FORM)), ['a b c']);
  assert.deepEqual(osmand.identify(get('/?lat=1')), []);
});

test('[OSM-2] reads times in seconds, milliseconds, ISO 8601 and as a plain UTC date', () => {
  const time = Date.UTC(2025, 2, 14, 12, 30, 45);
  const at = (timestamp: string): number | null => only(get(`/?id=1&timestamp=${timestamp}`)).deviceTime;
  assert.equal(at('1741955445'), time);
  assert.equal(at('1741955445000'), time);
  assert.equal(at('2025-03-14T12:30:45Z'), time);
  assert.equal(at('2025-03-14T09:30:45-03:00'), time);
  assert.equal(at('2025-03-14T14:30:45+02:00'), time);
  assert.equal(at('2025-03-14%2012:30:45'), time);
  assert.equal(only(get('/?id=1')).deviceTime, NOW);
});

test('[OSM-3] refuses malformed numbers and times, never unknown parameters', () => {
  for (const query of [
    'lat=x&lon=1',
    'speed=',
    'timestamp=soon',
    'location=1',
    'cell=1,2',
    'wifi=',
    'batt=1e999',
  ]) {
    assert.equal(isRejected(get(`/?id=1&${query}`)), true, query);
  }
  assert.deepEqual(only(get('/?id=1&anything=x%&__proto__=1&toString=2&empty=')).attributes, {
    anything: 'x%',
    toString: 2,
  });
});

test('[OSM-20] reads numbers with a decimal comma', () => {
  for (const query of ['lat=-23,55&lon=-46,63&speed=10,5', 'location=-23,55,-46,63&speed=10,5']) {
    const { fix } = only(get(`/?id=1&${query}`));
    assert.deepEqual([fix?.latitude, fix?.longitude, fix?.speed], [-23.55, -46.63, 10.5]);
  }
});

test('[OSM-4] keeps the unit of a speed that the device is set to', () => {
  const speed = (unit: string | null): number | undefined =>
    only(get('/?id=1&lat=1&lon=2&speed=36'), unit === null ? {} : { 'osmand.speed': unit }).fix?.speed;
  assert.equal(speed(null), 36);
  assert.ok(Math.abs((speed('kmh') ?? 0) - 19.438) < 0.01);
  assert.ok(Math.abs((speed('mps') ?? 0) - 69.978) < 0.01);
  assert.ok(Math.abs((speed('mph') ?? 0) - 31.283) < 0.01);
});

test('[OSM-5] makes numbers and booleans of other parameters, but keeps a driver as text', () => {
  const { attributes } = only(get('/?id=1&alarm=1&ignition=true&motion=false&note=ok&driverUniqueId=007'));
  assert.deepEqual(attributes, {
    alarm: 1,
    ignition: true,
    motion: false,
    note: 'ok',
    driverUniqueId: '007',
  });
});

test('[COORD-1] osmand: drops a position that is not on Earth', () => {
  assert.deepEqual(records(get('/?id=1&lat=91&lon=0')), []);
  assert.deepEqual(records(get('/?id=1&lat=0&lon=-180.1')), []);
});

test('[OSM-6] treats missing members of a JSON location as unknown', () => {
  const location = {
    timestamp: '2025-03-14T12:30:45Z',
    coords: { latitude: 1, longitude: 2, speed: -1, heading: -1 },
  };
  const { fix } = only(post(JSON.stringify({ device_id: '1', location }), JSON_TYPE));
  assert.deepEqual([fix?.speed, fix?.course, fix?.altitude, fix?.accuracy], [0, 0, 0, 0]);
});

test('[OSM-6] takes a batch of JSON locations in order', () => {
  const location = [1, 2, 3].map((minute) => ({ timestamp: `2025-03-14T12:0${minute}:00Z` }));
  const all = records(post(JSON.stringify({ device_id: 1, location }), JSON_TYPE));
  assert.deepEqual(
    all.map(({ deviceTime }) => new Date(deviceTime ?? 0).getUTCMinutes()),
    [1, 2, 3],
  );
});

test('[OSM-6] keeps an accuracy only from the least that the device is set to', () => {
  const location = { timestamp: '2025-03-14T12:30:45Z', coords: { latitude: 1, longitude: 2, accuracy: 8 } };
  const request = post(JSON.stringify({ device_id: '1', location }), JSON_TYPE);
  assert.equal(only(request).fix?.accuracy, 0);
  assert.equal(only(request, { 'osmand.minAccuracy': 5 }).fix?.accuracy, 8);
});

test('[OSM-6] prefers the alarm of the location, ignores lists and objects among the extras', () => {
  const location = {
    timestamp: '2025-03-14T12:30:45Z',
    alarm: 'sos',
    extras: { alarm: 'tow', list: [1], deep: {}, none: null, flag: true },
  };
  const { attributes } = only(post(JSON.stringify({ device_id: '1', location }), JSON_TYPE));
  assert.deepEqual(attributes, { alarm: 'sos', flag: true });
});

test('[OSM-7] answers a bad request with 400, an unknown device of the app with 404', () => {
  assert.equal(osmand.reject(get('/?lat=1')).status, 400);
  assert.equal(osmand.reject(get('/?id=unknown')).status, 400);
  assert.equal(osmand.reject(post('{"device_id":"x"}', JSON_TYPE)).status, 404);
  assert.equal(osmand.reject(post('{', JSON_TYPE)).status, 400);
  assert.equal(isRejected(post('{', JSON_TYPE)), true);
  assert.equal(isRejected(post('{"device_id":"x"}', JSON_TYPE)), true);
});

test('[OSM-8] hands a queued command to a query, never to the app', () => {
  assert.equal(osmand.takesCommand(get('/?id=1')), true);
  assert.equal(osmand.takesCommand(post('{"device_id":"x"}', JSON_TYPE)), false);
  assert.deepEqual(osmand.accept('beep'), { status: 200, body: 'beep' });
  const encoded = osmand.encode({ type: 'custom', attributes: { data: 'beep' } }, profile());
  assert.deepEqual(encoded, { ok: true, value: 'beep' });
  assert.equal(osmand.encode({ type: 'engineStop', attributes: {} }, profile()).ok, false);
});

test('[OSM-9] a direction of -1 is unknown, others are directions', () => {
  const course = (bearing: string) => only(get(`/?id=1&lat=1&lon=2&bearing=${bearing}`)).fix?.course;
  assert.deepEqual([course('-1'), course('-90'), course('359.5')], [0, -90, 359.5]);
});
