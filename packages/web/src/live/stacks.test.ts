import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stacksOf } from './stacks.ts';
import { makeDevice, makePosition } from '../testing/test-fleet.ts';
import { VehicleTable } from './vehicle-table.ts';

const CITY = { west: -47, south: -24, east: -46, north: -23 };
const METRE = 1 / 111_320;

function parked(...metresNorth: readonly number[]): VehicleTable {
  const table = new VehicleTable('rastro');
  metresNorth.forEach((metres, at) => {
    table.putDevice(makeDevice(at + 1));
    table.putPosition(makePosition(at + 1, 1, { latitude: -23.5 + metres * METRE, longitude: -46.5 }));
  });
  return table;
}
const all = (table: VehicleTable): Uint8Array => new Uint8Array(table.capacity).fill(1);
const counts = (table: VehicleTable, zoom: number, bounds = CITY): number[] =>
  stacksOf(table, all(table), { bounds, zoom }).map(({ count }) => count);

test('[STACK-1] vehicles in one spot are counted, those next to it are not', () => {
  const table = parked(0, 1, 2, 400, 500);
  assert.deepEqual(counts(table, 15), [3]);
  const [stack] = stacksOf(table, all(table), { bounds: CITY, zoom: 15 });
  assert.ok(Math.abs((stack?.latitude ?? 0) + 23.5) < 1e-6);
});

test('[STACK-1] nearer by they come apart; from afar none is counted', () => {
  assert.deepEqual(counts(parked(0, 2), 19), []);
  assert.deepEqual(counts(parked(0, 2), 11), []);
});

test('[STACK-1] over the edge of a cell too, on the other side of the antimeridian, and only what is shown', () => {
  for (let metres = 0; metres < 40; metres += 1)
    assert.deepEqual(counts(parked(metres, metres + 1), 15), [2]);
  const beyond = { west: 313 - 1, south: -24, east: 314, north: -23 };
  assert.deepEqual(counts(parked(0, 1), 15, beyond), [2]);
  assert.deepEqual(counts(parked(0, 1), 15, { ...CITY, west: -46.4 }), []);
  const table = parked(0, 1);
  assert.deepEqual(stacksOf(table, new Uint8Array(table.capacity), { bounds: CITY, zoom: 15 }), []);
});
