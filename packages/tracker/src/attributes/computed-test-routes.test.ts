import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { dataPacket, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

const IMEI = imeiOf(1);
const bodyOf = (expression: string) => ({
  description: 'C',
  attribute: 'x',
  expression,
  type: 'number',
  priority: 0,
});

async function start() {
  const tracker = (t = await openTestTracker());
  const deviceId = await tracker.addDevice(IMEI);
  const administrator = await tracker.signIn(await tracker.addUser({ administrator: true }));
  const ask = async (expression: string, cookie = administrator, id: number | string = deviceId) => {
    const path = `/attributes/computed/test?deviceId=${id}`;
    const { status, text } = await tracker.api('POST', path, cookie, bodyOf(expression));
    return [status, text];
  };
  return { tracker, deviceId, administrator, ask };
}

test('[CALC-16] an expression is tried on the latest position, by administrators', async () => {
  const { tracker, ask } = await start();
  assert.deepEqual(await ask('speed'), [400, 'Invalid data - deviceId: the device has no position']);
  const device = await TestDevice.signedIn(await tracker.port('teltonika'), IMEI);
  device.socket.write(dataPacket([{ time: Date.UTC(2026, 0, 1), latitude: 52, longitude: 13, speedKmh: 0 }]));
  await device.bytes(4);
  assert.deepEqual(await ask('latitude + 0.5'), [200, '52.5']);
  assert.deepEqual(await ask('valid && !motion'), [200, 'true']);
  assert.deepEqual(await ask('"at " + math:floor(longitude)'), [200, 'at 13']);
  assert.deepEqual(await ask('null'), [204, '']);
  assert.deepEqual(await ask('missing * 2'), [400, 'Invalid data - expression: missing is unknown']);
  assert.deepEqual(await ask('1 +'), [400, 'Invalid data - expression: ends too soon']);
  assert.equal((await ask('1', undefined, ''))[0], 400);
  const other = await tracker.signIn(await tracker.addUser());
  assert.match(String((await ask('1', other))[1]), /^Administrator access required/);
});

test('[CALC-19] an expression is tried on the newest positions, newest first, by administrators', async () => {
  const { tracker, deviceId, administrator } = await start();
  const path = `/attributes/computed/tries?deviceId=${deviceId}`;
  const ask = (expression: string, cookie = administrator) =>
    tracker.api('POST', path, cookie, bodyOf(expression));
  assert.equal((await ask('speed')).text, 'Invalid data - deviceId: the device has no position');
  const device = await TestDevice.signedIn(await tracker.port('teltonika'), IMEI);
  const begin = Date.UTC(2026, 0, 1);
  for (let i = 0; i < 25; i++) {
    const time = begin + i * 60_000;
    device.socket.write(dataPacket([{ time, latitude: 52, longitude: 13 + i / 1000, speedKmh: 40 }]));
    await device.bytes(4);
  }
  const results = (await ask('longitude > 13.0235 ? missing : math:round(longitude * 1000)')).json as {
    fixTime: string;
    value: number | null;
    error: string | null;
  }[];
  assert.equal(results.length, 20);
  assert.deepEqual([results[0]?.value, results[0]?.error], [null, 'missing is unknown']);
  assert.deepEqual([results[1]?.value, results[1]?.error], [13_023, null]);
  assert.equal(results.at(-1)?.fixTime, new Date(begin + 5 * 60_000).toISOString());
  const other = await tracker.signIn(await tracker.addUser());
  assert.match((await ask('1', other)).text, /^Administrator access required/);
});

test('[CALC-17] an expression that cannot be read is refused at POST and PUT', async () => {
  const { tracker, administrator } = await start();
  const path = '/attributes/computed';
  const refused = await tracker.api('POST', path, administrator, bodyOf('for (i : x) i'));
  assert.equal(refused.text, 'Invalid data - expression: uses "for", which is not supported');
  const made = await tracker.api('POST', path, administrator, bodyOf('speed * 2'));
  assert.equal(made.status, 200, made.text);
  const { id } = made.json as { id: number };
  const worse = await tracker.api('PUT', `${path}/${id}`, administrator, { ...bodyOf('(speed'), id });
  assert.equal(worse.status, 400);
});
