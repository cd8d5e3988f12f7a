import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SUMS } from '@rastro/fleet/trips';
import { FreshMemory } from './fresh-memory.ts';

const quarters = [1, 2, 3].map((slot) => ({ ...NO_SUMS, slot, span: 1, driver: null }));
const mark = (history: string, news = 'n') => ({ history, news });
const ofAll = (period: string) => ({ period, of: 'sums' as const });
const ofDays = (period: string) => ({ period, of: 'stored' as const });
const shares = [{ driver: null, sums: NO_SUMS }];

test('[BOOK-72] what is remembered of a device is that of its history and newest records', () => {
  const memory = new FreshMemory();
  const device = memory.set(1, mark('a'), { quarters, end: 7 });
  memory.addSums(1, device, ofAll('year'), shares);
  assert.equal(memory.get(1, mark('a')), device);
  assert.equal(memory.get(1, mark('b')), null);
  assert.equal(memory.get(1, mark('a', 'newer')), null);
  assert.equal(memory.get(2, mark('a')), null);
  assert.equal(memory.set(1, mark('b'), { quarters, end: 8 }).sums.size, 0);
  assert.equal(memory.get(1, mark('a')), null);
});

test('[BOOK-72] sums of stored days stay while only newer records come, and go with the history', () => {
  const memory = new FreshMemory();
  const device = memory.set(1, mark('a'), { quarters, end: 7 });
  memory.addSums(1, device, ofDays('year'), shares);
  memory.addSums(1, device, ofAll('year'), shares);
  const later = memory.set(1, mark('a', 'newer'), { quarters, end: 8 });
  assert.deepEqual([later.stored.get('year'), later.sums.size, later.end], [shares, 0, 8]);
  assert.equal(memory.set(1, mark('b', 'newer'), { quarters, end: 8 }).stored.size, 0);
  assert.equal(memory.set(2, mark('b'), { quarters, end: 8 }).stored.size, 0, 'of another device');
});

test('[BOOK-72] the memory is bounded: devices and periods that were asked for longest ago go first', () => {
  // Each device takes 4, and 1 for each of its periods.
  const memory = new FreshMemory(20);
  const set = (id: number) => memory.set(id, mark('a'), { quarters, end: 0 });
  const known = (): readonly number[] =>
    [1, 2, 3, 4, 5, 6].filter((id) => memory.get(id, mark('a')) !== null);
  for (const id of [1, 2, 3, 4, 5]) set(id);
  assert.deepEqual(known(), [1, 2, 3, 4, 5]);
  memory.get(1, mark('a'));
  const sixth = set(6);
  assert.deepEqual(known(), [1, 3, 4, 5, 6]);
  for (let i = 0; i < 50; i++) memory.addSums(6, sixth, ofAll(`period ${i}`), shares);
  assert.ok(sixth.sums.size < 10 && sixth.sums.has('period 49'));
  assert.ok(known().length < 5 && known().includes(6));
  // Of one that is gone nothing is counted: later ones have all of the room.
  for (const id of [1, 2, 3, 4, 5]) set(id);
  for (let i = 0; i < 50; i++) memory.addSums(6, sixth, ofDays(`again ${i}`), shares);
  assert.deepEqual(known(), [1, 2, 3, 4, 5]);

  // Sums to which the newest records add nothing are those of the days, and take their place once.
  const small = new FreshMemory(6);
  const first = small.set(1, mark('a'), { quarters, end: 0 });
  small.addSums(1, first, ofDays('year'), shares);
  small.addSums(1, first, ofAll('year'), shares);
  small.addSums(1, first, ofAll('month'), [...shares]);
  assert.equal(small.get(1, mark('a')), first);
  small.addSums(1, first, ofAll('week'), [...shares]);
  assert.equal(small.get(1, mark('a')), null);
});
