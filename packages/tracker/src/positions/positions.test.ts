import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { serializePosition } from '../serializers/serializers.ts';

const open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose();
});
const START = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();

interface Stage extends TestTracker {
  readonly deviceId: number;
  readonly cookie: string;
  readonly userId: number;
}
/** A device with a track of some points, a second apart, loaded as after a restart. */
async function stage(points: number, begin = START): Promise<Stage> {
  const t = await openTestTracker();
  open.push(t);
  const deviceId = await t.addDevice('1');
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  const positions = Array.from({ length: points }, (_, i) => point(deviceId, i + 1, begin + i * 1000));
  const state = { deviceId, positionId: points, lastUpdate: START, status: 'offline', memory: '{}' } as const;
  const event = {
    id: 1,
    deviceId,
    type: 'alarm',
    eventTime: begin,
    positionId: 1,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: { alarm: 'sos' },
  } as const;
  await t.storage.commit({ positions, events: [event], states: [state] });
  await t.restart();
  return { ...t, tracker: t.tracker, storage: t.storage, deviceId, cookie, userId };
}
function point(deviceId: number, id: number, time: number): StoredPosition {
  return {
    id,
    deviceId,
    protocol: 'teltonika',
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    valid: true,
    latitude: -23.5,
    longitude: -46.6,
    altitude: 700,
    speed: knots(20),
    course: 90,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: { ignition: true },
    contentKey: id,
  };
}
interface Row {
  readonly id: number;
  readonly fixTime: string;
}
const ids = (reply: { json: never }): readonly number[] => (reply.json as readonly Row[]).map(({ id }) => id);

test('[API-32] a position is answered in the shape of the tracking API', async () => {
  const t = await stage(1);
  const [row] = (await t.api('GET', '/positions', t.cookie)).json as readonly Row[];
  const date = iso(START).replace('Z', '+00:00');
  assert.deepEqual(row, {
    id: 1,
    attributes: { ignition: true },
    deviceId: t.deviceId,
    protocol: 'teltonika',
    serverTime: date,
    deviceTime: date,
    fixTime: date,
    valid: true,
    latitude: -23.5,
    longitude: -46.6,
    altitude: 700,
    speed: 20,
    course: 90,
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
  });
});

test('[API-33] history has both bounds included, in order, over as many pages as it takes', async () => {
  const t = await stage(1501);
  const history = (from: number, to: number) =>
    t.api('GET', `/positions?deviceId=${t.deviceId}&from=${iso(from)}&to=${iso(to)}`, t.cookie);
  const all = ids(await history(START, START + 1_500_000));
  assert.deepEqual(
    all,
    Array.from({ length: 1501 }, (_, i) => i + 1),
  );
  assert.deepEqual(ids(await history(START + 1000, START + 3000)), [2, 3, 4]);
  assert.deepEqual(ids(await history(START + 1001, START + 2999)), [3]);
  assert.deepEqual(ids(await history(START + 499_000, START + 500_000)), [500, 501], 'a page’s edge');
  assert.deepEqual(ids(await history(START + 3000, START + 1000)), [], 'upside down');
  assert.deepEqual(ids(await history(START - DAY_MS, START - 1)), []);
});

test('[REPORT-31] history is to the letter what each position would be as JSON, however many there are', async () => {
  const t = await stage(1001);
  for (const count of [0, 1, 500, 501, 1000, 1001]) {
    const span = { from: START, to: START + count * 1000 - 1 };
    const expected: string[] = [];
    for await (const page of t.storage.history({ deviceId: t.deviceId, ...span, pageSize: 300 }))
      expected.push(...page.map((position) => JSON.stringify(serializePosition(position))));
    const path = `/positions?deviceId=${t.deviceId}&from=${iso(span.from)}&to=${iso(span.to)}`;
    const { status, text } = await t.api('GET', path, t.cookie);
    assert.equal(status, 200);
    assert.equal(expected.length, count);
    assert.equal(text, `[${expected.join()}]`);
  }
});

test('[API-34] times need a zone; without both bounds the latest position answers', async () => {
  const t = await stage(3);
  const ask = (query: string) => t.api('GET', `/positions?deviceId=${t.deviceId}&${query}`, t.cookie);
  const offset = iso(START - 10_800_000).replace('Z', '-03:00');
  assert.deepEqual(
    ids(await ask(`from=${offset}&to=${encodeURIComponent('2099-01-01T00:00:00+02')}`)),
    [1, 2, 3],
  );
  for (const bad of [
    '2026-01-01',
    '2026-01-01T00:00:00',
    'yesterday',
    '1700000000000',
    '2026-13-01T00:00:00Z',
  ]) {
    const { status, text } = await ask(`from=${bad}&to=${iso(START)}`);
    assert.equal(status, 400, bad);
    assert.match(text, /^Invalid data - from: /);
  }
  assert.deepEqual(ids(await ask('')), [3]);
  assert.deepEqual(ids(await ask(`from=${iso(START)}`)), [3]);
  assert.deepEqual(ids(await t.api('GET', `/positions?from=${iso(START)}&to=${iso(START)}`, t.cookie)), [3]);
});

test('[API-35] positions older than 90 days are in no fleet-wide list, but their device still has them', async () => {
  const t = await stage(2, Date.now() - 91 * DAY_MS);
  assert.deepEqual(ids(await t.api('GET', '/positions', t.cookie)), []);
  assert.deepEqual(ids(await t.api('GET', `/positions?deviceId=${t.deviceId}`, t.cookie)), [2]);
});

test('[API-36] positions and events by id: foreign, missing and mixed get the same answer', async () => {
  const t = await stage(3);
  assert.deepEqual(
    ids(await t.api('GET', '/positions?id=3&id=1', t.cookie)).toSorted((a, b) => a - b),
    [1, 3],
  );
  const stranger = await t.signIn(await t.addUser());
  const answers = [
    await t.api('GET', '/positions?id=1', stranger),
    await t.api('GET', '/positions?id=999', stranger),
    await t.api('GET', '/positions?id=1&id=999', stranger),
    await t.api('GET', '/positions?id=1&id=999', t.cookie),
  ];
  for (const { status, text } of answers) assert.deepEqual([status, text], [400, answers[0]?.text]);
  assert.match(answers[0]?.text ?? '', /^Position access denied - /);
  const event = (await t.api('GET', '/events/1', t.cookie)).json as Record<string, unknown>;
  assert.deepEqual([event['type'], event['deviceId'], event['positionId']], ['alarm', t.deviceId, 1]);
  const [foreign, missing] = [
    await t.api('GET', '/events/1', stranger),
    await t.api('GET', '/events/999', stranger),
  ];
  assert.deepEqual([foreign.status, foreign.text], [missing.status, missing.text]);
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  assert.deepEqual(ids(await t.api('GET', '/positions?id=1', boss)), [1]);
  assert.equal((await t.api('GET', '/events/999', boss)).status, 404);
  const many = Array.from({ length: 2001 }, (_, i) => `id=${i + 1}`).join('&');
  assert.equal((await t.api('GET', `/positions?${many}`, t.cookie)).status, 400);
});

test('[API-37] disableReports closes history and positions by id, not the latest', async () => {
  const t = await stage(2);
  const account = (await t.api('GET', `/users/${t.userId}`, t.cookie)).json as object;
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  await t.api('PUT', `/users/${t.userId}`, boss, { ...account, disableReports: true });
  const period = `deviceId=${t.deviceId}&from=${iso(START)}&to=${iso(START)}`;
  for (const query of [period, 'id=1']) {
    const { status, text } = await t.api('GET', `/positions?${query}`, t.cookie);
    assert.equal(status, 400);
    assert.match(text, /^Operation restricted - /);
  }
  assert.deepEqual(ids(await t.api('GET', '/positions', t.cookie)), [2]);
});
