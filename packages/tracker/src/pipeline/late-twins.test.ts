import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

test('[PIPE-38] a late record sent again tells its results once', async () => {
  const tracker = (t = await openTestTracker());
  const deviceId = await tracker.addDevice('van');
  const port = await tracker.port('osmand');
  const start = Date.UTC(2026, 0, 1) / 1000;
  const send = async (seconds: number, more = '') => {
    const query = `id=van&timestamp=${start + seconds}&lat=52&lon=13${more}`;
    const reply = await fetch(`http://127.0.0.1:${port}/?${query}`);
    assert.equal(reply.status, 200, await reply.text());
  };
  const results = async () => {
    const types: string[] = [];
    const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
    for await (const page of tracker.storage.events(all)) types.push(...page.map(({ type }) => type));
    return types.filter((type) => type === 'commandResult').length;
  };
  await send(100);
  await send(50, '&result=OK');
  assert.equal(await results(), 1);
  await send(50, '&result=OK');
  assert.equal(await results(), 1);
  assert.equal((await tracker.history(deviceId)).length, 2);
  await send(50, '&result=FAILED');
  assert.equal(await results(), 2, 'another record of the same instant');
});

test('[PIPE-3] a device whose clock is ahead sends a record again: its newest position is the one that is stored', async () => {
  const tracker = (t = await openTestTracker());
  const deviceId = await tracker.addDevice('van');
  const port = await tracker.port('osmand');
  const start = Math.floor(Date.now() / 1000) + 7200;
  for (const seconds of [0, 60, 0]) {
    const query = `id=van&timestamp=${start + seconds}&lat=52&lon=13.000${seconds}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  }
  const rows = await tracker.history(deviceId);
  assert.equal(rows.length, 2);
  const ids = rows.map(({ id }) => id);
  const newest = [...tracker.tracker.states()].find((state) => state.deviceId === deviceId);
  assert.ok(ids.includes(newest?.position?.id ?? 0));
  const [state] = await tracker.storage.deviceStates();
  assert.ok(ids.includes(state?.positionId ?? 0));
});
