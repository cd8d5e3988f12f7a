import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SUMS } from '@rastro/fleet/trips';
import { FreshMemory } from './fresh-memory.ts';

const quarters = [1, 2, 3].map((slot) => ({ ...NO_SUMS, slot, span: 1, driver: null }));
const shares = [{ driver: null, sums: NO_SUMS }];

test('[BOOK-72] what is remembered of a device is that of its history and newest records', () => {
  const memory = new FreshMemory();
  const device = memory.set(1, 'a', { quarters, end: 7 });
  memory.addSums(1, device, 'year', shares);
  assert.equal(memory.get(1, 'a'), device);
  assert.equal(memory.get(1, 'b'), null);
  assert.equal(memory.get(2, 'a'), null);
  assert.equal(memory.set(1, 'b', { quarters, end: 8 }).sums.size, 0);
  assert.equal(memory.get(1, 'a'), null);
});

test('[BOOK-72] the memory is bounded: devices and periods that were asked for longest ago go first', () => {
  // Each device takes 4, and 1 for each of its periods.
  const memory = new FreshMemory(20);
  const set = (id: number) => memory.set(id, 'a', { quarters, end: 0 });
  const known = (): readonly number[] => [1, 2, 3, 4, 5, 6].filter((id) => memory.get(id, 'a') !== null);
  for (const id of [1, 2, 3, 4, 5]) set(id);
  assert.deepEqual(known(), [1, 2, 3, 4, 5]);
  memory.get(1, 'a');
  const sixth = set(6);
  assert.deepEqual(known(), [1, 3, 4, 5, 6]);
  for (let i = 0; i < 50; i++) memory.addSums(6, sixth, `period ${i}`, shares);
  assert.ok(sixth.sums.size < 10 && sixth.sums.has('period 49'));
  assert.ok(known().length < 5 && known().includes(6));
  // Of one that is gone nothing is counted: later ones have all of the room.
  for (const id of [1, 2, 3, 4, 5]) set(id);
  for (let i = 0; i < 50; i++) memory.addSums(6, sixth, `again ${i}`, shares);
  assert.deepEqual(known(), [1, 2, 3, 4, 5]);
});
