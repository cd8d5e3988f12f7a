import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryOfflineStore } from '../../testing/memory-offline-store.ts';
import { FleetEngine } from '../fleet-engine.ts';
import { makeDevice, makePosition } from '../../testing/test-fleet.ts';
import { OfflineFleetCache, MAX_STORED_VEHICLES } from './offline-fleet-cache.ts';

const AT = Date.UTC(2026, 4, 1, 10);
const LIVE = { state: 'live' } as const;
const LOST = { state: 'waiting', retryAt: 0 } as const;

async function open(store = new MemoryOfflineStore(), userId: number | null = 7) {
  if (userId !== null) await store.saveAccount({ userId, at: AT, account: null });
  const engine = new FleetEngine({ brand: 'rastro', clock: () => 10_000 });
  return { engine, store, cache: new OfflineFleetCache({ engine, store, userId }) };
}

test('[KEPT-1] the stored fleet and its time are there when no server answers', async () => {
  const first = await open();
  first.engine.load([makeDevice(1), makeDevice(2)], [makePosition(1, 0)]);
  first.cache.changed();
  await first.cache.follow(LIVE, AT);
  await first.cache.save(AT + 5000);

  const { engine, cache } = await open(first.store);
  assert.equal(await cache.follow({ state: 'connecting' }, 0), false);
  assert.equal(await cache.follow(LOST, 0), true);
  const update = engine.update();
  assert.deepEqual([...(update?.list?.ids ?? [])], [1, 2]);
  assert.equal(update?.list?.loaded, true);
  assert.deepEqual(update?.lastKnown, { at: AT + 5000, missing: 0 });

  engine.load([makeDevice(2)], []);
  await cache.follow(LIVE, AT + 9000);
  const live = engine.update();
  assert.equal(live?.lastKnown, null);
  assert.deepEqual([...(live?.list?.ids ?? [])], [2], 'what went meanwhile is not shown any more');
});

test('[KEPT-1] a page that loses its connection says since when; a start that waits says nothing', async () => {
  const { engine, cache } = await open();
  engine.load([makeDevice(1)], []);
  await cache.follow({ state: 'connecting' }, 0);
  assert.equal(engine.update()?.lastKnown, undefined);
  await cache.follow(LIVE, AT);
  await cache.follow(LOST, AT + 60_000);
  await cache.follow({ state: 'connecting' }, AT + 60_000);
  assert.deepEqual(engine.update()?.lastKnown, { at: AT + 60_000, missing: 0 });
});

test('[KEPT-1] a page that began without the server shows what was kept at once', async () => {
  const first = await open();
  first.engine.load([makeDevice(1)], []);
  first.cache.changed();
  await first.cache.follow(LIVE, AT);
  await first.cache.save(AT);
  const { engine, cache } = await open(first.store);
  assert.equal(await cache.show(), true);
  assert.equal(engine.isLoaded, true);
  assert.equal(await cache.show(), false, 'what is there stays');
});

test('[KEPT-2] of too many vehicles those heard last are kept, and how many are missing is known', async () => {
  const { engine, store, cache } = await open();
  const count = MAX_STORED_VEHICLES + 2;
  const lastUpdate = (id: number): string | null =>
    id === 2 ? null : new Date(AT + id * 1000).toISOString();
  engine.load(
    Array.from({ length: count }, (_, index) => makeDevice(index + 1, { lastUpdate: lastUpdate(index + 1) })),
    [makePosition(1, 0), makePosition(count, 0)],
  );
  cache.changed();
  await cache.follow(LIVE, AT);
  await cache.save(AT);
  const stored = store.heldFleet?.fleet;
  assert.equal(stored?.devices.length, MAX_STORED_VEHICLES);
  assert.equal(stored?.missing, 2);
  const ids = new Set(stored?.devices.map(({ id }) => id));
  assert.deepEqual([ids.has(1), ids.has(2), ids.has(3)], [false, false, true]);
  assert.deepEqual(
    stored?.positions.map(({ deviceId }) => deviceId),
    [count],
  );
});

test('[KEPT-2] nothing is written that is not live, or that has not changed', async () => {
  const { engine, store, cache } = await open();
  engine.load([makeDevice(1)], []);
  cache.changed();
  await cache.save(AT);
  assert.equal(await store.fleet(7), null);
  await cache.follow(LIVE, AT);
  await cache.save(AT);
  await cache.save(AT + 1);
  assert.equal((await store.fleet(7))?.at, AT);
});

test('[KEPT-4] a page that outlived its session, and one without an account, stores nothing', async () => {
  const { engine, store, cache } = await open();
  engine.load([makeDevice(1)], []);
  cache.changed();
  await cache.follow(LIVE, AT);
  await store.wipe();
  await cache.save(AT);
  assert.equal(store.heldFleet, null);

  const nobody = await open(new MemoryOfflineStore(), null);
  nobody.engine.load([makeDevice(1)], []);
  nobody.cache.changed();
  await nobody.cache.follow(LIVE, AT);
  await nobody.cache.save(AT);
  assert.equal(nobody.store.heldFleet, null);
});
