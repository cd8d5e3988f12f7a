import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { decodeOverview, OVERVIEW_FLAGS, OVERVIEW_TYPE, type Overview } from '@rastro/fleet/overview';
import { knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose();
});

const pointOf = (
  deviceId: number,
  time: number,
  attributes: StoredPosition['attributes'],
): StoredPosition => ({
  id: deviceId,
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
  attributes,
  contentKey: deviceId,
});

async function overviewOf(t: TestTracker, cookie: string): Promise<Overview> {
  const url = '/api/positions/overview';
  const answer = await t.tracker.api.inject({ url, headers: { cookie } });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], OVERVIEW_TYPE);
  const read = decodeOverview(Uint8Array.from(answer.rawPayload).buffer);
  assert.ok(read.ok);
  return read.value;
}

test('[LIVE-40] the overview has the vehicles that the caller sees, where they are and how they look', async () => {
  const t = await openTestTracker();
  open.push(t);
  const ids = [await t.addDevice('a'), await t.addDevice('b'), await t.addDevice('c')];
  const hidden = await t.addDevice('not theirs');
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device' };
  await t.tracker.directory.links.change(
    ids.map((propertyId) => ({ ...link, propertyId })),
    [],
  );
  const now = Date.now();
  const [moving = 0, old = 0, silent = 0] = ids;
  const positions = [
    pointOf(moving, now - 60_000, { motion: true, alarm: 'sos' }),
    pointOf(old, now - 91 * DAY_MS, { motion: false }),
    pointOf(hidden, now, {}),
  ];
  await t.storage.commit({
    positions,
    events: [],
    states: positions.map(({ deviceId, id, fixTime }) => ({
      deviceId,
      positionId: id,
      lastUpdate: fixTime,
      status: 'offline',
      memory: '{}',
    })),
  });
  await t.restart();
  const overview = await overviewOf(t, cookie);
  assert.deepEqual([...overview.ids], [moving, old, silent]);
  const { located, moving: moves, alarm } = OVERVIEW_FLAGS;
  assert.deepEqual(
    [...overview.states].map((state) => state & (located | moves | alarm)),
    [located | moves | alarm, 0, 0],
  );
  assert.deepEqual([overview.latitude(0), overview.longitude(0), overview.courses[0]], [-23.5, -46.6, 90]);
  assert.deepEqual([...overview.styleOf], [0, 0, 0]);
  const nobody = await t.tracker.api.inject({ url: '/api/positions/overview' });
  assert.equal(nobody.statusCode, 401);
});
