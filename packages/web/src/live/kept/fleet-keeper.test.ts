import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryKept } from '../../testing/memory-kept.ts';
import { FleetEngine } from '../fleet-engine.ts';
import { makeDevice, makePosition } from '../test-fleet.ts';
import { FleetKeeper, MOST_KEPT } from './fleet-keeper.ts';

const AT = Date.UTC(2026, 4, 1, 10);
const LIVE = { state: 'live' } as const;
const LOST = { state: 'waiting', retryAt: 0 } as const;

async function open(book = new MemoryKept(), userId: number | null = 7) {
  if (userId !== null) await book.keepAccount({ userId, at: AT, account: null });
  const engine = new FleetEngine({ brand: 'rastro', clock: () => 10_000 });
  return { engine, book, keeper: new FleetKeeper({ engine, book, userId }) };
}

test('[KEPT-1] what was kept is there when nobody answers, and as of when', async () => {
  const first = await open();
  first.engine.load([makeDevice(1), makeDevice(2)], [makePosition(1, 0)]);
  first.keeper.changed();
  await first.keeper.follow(LIVE, AT);
  await first.keeper.keep(AT + 5000);

  const { engine, keeper } = await open(first.book);
  assert.equal(await keeper.follow({ state: 'connecting' }, 0), false);
  assert.equal(await keeper.follow(LOST, 0), true);
  const update = engine.update();
  assert.deepEqual([...(update?.list?.ids ?? [])], [1, 2]);
  assert.equal(update?.list?.loaded, true);
  assert.deepEqual(update?.lastKnown, { at: AT + 5000, missing: 0 });

  engine.load([makeDevice(2)], []);
  await keeper.follow(LIVE, AT + 9000);
  const live = engine.update();
  assert.equal(live?.lastKnown, null);
  assert.deepEqual([...(live?.list?.ids ?? [])], [2], 'what went meanwhile is not shown any more');
});

test('[KEPT-1] a page that loses its connection says since when; a start that waits says nothing', async () => {
  const { engine, keeper } = await open();
  engine.load([makeDevice(1)], []);
  await keeper.follow({ state: 'connecting' }, 0);
  assert.equal(engine.update()?.lastKnown, undefined);
  await keeper.follow(LIVE, AT);
  await keeper.follow(LOST, AT + 60_000);
  await keeper.follow({ state: 'connecting' }, AT + 60_000);
  assert.deepEqual(engine.update()?.lastKnown, { at: AT + 60_000, missing: 0 });
});

test('[KEPT-1] a page that began without the server shows what was kept at once', async () => {
  const first = await open();
  first.engine.load([makeDevice(1)], []);
  first.keeper.changed();
  await first.keeper.follow(LIVE, AT);
  await first.keeper.keep(AT);
  const { engine, keeper } = await open(first.book);
  assert.equal(await keeper.show(), true);
  assert.equal(engine.isLoaded, true);
  assert.equal(await keeper.show(), false, 'what is there stays');
});

test('[KEPT-2] of too many vehicles those heard last are kept, and how many are missing is known', async () => {
  const { engine, book, keeper } = await open();
  const count = MOST_KEPT + 2;
  const heard = (id: number): string | null => (id === 2 ? null : new Date(AT + id * 1000).toISOString());
  engine.load(
    Array.from({ length: count }, (_, index) => makeDevice(index + 1, { lastUpdate: heard(index + 1) })),
    [makePosition(1, 0), makePosition(count, 0)],
  );
  keeper.changed();
  await keeper.follow(LIVE, AT);
  await keeper.keep(AT);
  const kept = book.heldFleet?.fleet;
  assert.equal(kept?.devices.length, MOST_KEPT);
  assert.equal(kept?.missing, 2);
  const ids = new Set(kept?.devices.map(({ id }) => id));
  assert.deepEqual([ids.has(1), ids.has(2), ids.has(3)], [false, false, true]);
  assert.deepEqual(
    kept?.positions.map(({ deviceId }) => deviceId),
    [count],
  );
});

test('[KEPT-2] nothing is written that is not live, or that has not changed', async () => {
  const { engine, book, keeper } = await open();
  engine.load([makeDevice(1)], []);
  keeper.changed();
  await keeper.keep(AT);
  assert.equal(await book.fleet(7), null);
  await keeper.follow(LIVE, AT);
  await keeper.keep(AT);
  await keeper.keep(AT + 1);
  assert.equal((await book.fleet(7))?.at, AT);
});

test('[KEPT-4] a page that outlived its session, and one for nobody, keeps nothing', async () => {
  const { engine, book, keeper } = await open();
  engine.load([makeDevice(1)], []);
  keeper.changed();
  await keeper.follow(LIVE, AT);
  await book.wipe();
  await keeper.keep(AT);
  assert.equal(book.heldFleet, null);

  const nobody = await open(new MemoryKept(), null);
  nobody.engine.load([makeDevice(1)], []);
  nobody.keeper.changed();
  await nobody.keeper.follow(LIVE, AT);
  await nobody.keeper.keep(AT);
  assert.equal(nobody.book.heldFleet, null);
});
