import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS, systemClock } from '@rastro/base';
import { openExtensionStorage } from '@rastro/storage';
import { arrivalShareOf, ArrivalStore } from './arrival-store.ts';
import { endArrivalsJob } from './end-arrivals.ts';
import { orderPut } from './order-store.ts';
import { plannedOrder } from './write-orders.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const iso = (time: number): string => new Date(time).toISOString();
const orderAt = (id: number, to: number, endedAt: number | null) => ({
  ...plannedOrder(
    { ownerId: 3, id, createdTime: iso(NOW) },
    {
      reference: '',
      customer: 'Padaria',
      place: { address: 'Rua A, 1', latitude: null, longitude: null, geofenceId: 0 },
      from: null,
      to: iso(to),
      minutes: 10,
      load: 0,
      contact: { name: '', phone: '', email: '' },
      note: '',
      code: '',
    },
  ),
  ...(endedAt === null ? {} : { state: 'done' as const, endedAt: iso(endedAt) }),
});

test('[ARRIVAL-7] shares of what is over are removed with their links, and nothing else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-arrivals-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const sharedAt = NOW - 20 * DAY_MS;
  const store = new ArrivalStore({ storage, clock: { ...systemClock, now: () => sharedAt } });
  await storage.commit({
    put: [
      orderAt(1, NOW, null),
      orderAt(2, NOW, NOW - DAY_MS - 1),
      orderAt(3, NOW - 8 * DAY_MS, null),
      orderAt(4, NOW, NOW - DAY_MS + 1000),
    ].map(orderPut),
  });
  const tokens = new Map<number, string>();
  // Of the fifth there is no order any more.
  for (const id of [1, 2, 3, 4, 5])
    tokens.set(id, (await store.share(id, { giverId: 3, showsDriver: false })).token);
  await store.used(2);
  const outcome = await endArrivalsJob(storage).perform(NOW, {
    signal: new AbortController().signal,
    save: async (part) => storage.commit(part),
    lease: { name: 'x', owner: 'x' },
  });
  assert.deepEqual(outcome, {});
  for (const [id, isThere] of [
    [1, true],
    [2, false],
    [3, false],
    [4, true],
    [5, false],
  ] as const) {
    assert.equal((await arrivalShareOf(storage, id)) !== null, isThere, `order ${id}`);
    assert.equal((await store.opened(tokens.get(id) ?? '')) !== null, isThere, `link of ${id}`);
  }
  assert.equal(await store.lastUse(2), null);
});

test('[ARRIVAL-8] five links of an order go on, of more the oldest end', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-arrivals-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const store = new ArrivalStore({ storage, clock: systemClock });
  const tokens: string[] = [];
  for (let made = 0; made < 7; made++)
    tokens.push((await store.share(1, { giverId: 3, showsDriver: false })).token);
  const open = await Promise.all(tokens.map(async (token) => (await store.opened(token)) !== null));
  assert.deepEqual(open, [false, false, true, true, true, true, true]);
  assert.equal(
    JSON.stringify(await storage.document('arrival', '000000000001')).includes(tokens[6] ?? 'x'),
    false,
  );
  assert.equal(await store.end(1), true);
  assert.equal(await store.opened(tokens[6] ?? ''), null);
  assert.equal(await store.end(1), false);
});
