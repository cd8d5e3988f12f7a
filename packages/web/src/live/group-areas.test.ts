import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FleetEngine } from './fleet-engine.ts';
import { FIRST_QUERY } from './first-query.ts';
import { groupAreas, type GroupArea } from './group-areas.ts';
import { makeDevice, makePosition } from '../testing/test-fleet.ts';
import { VehicleTable } from './vehicle-table.ts';

type Place = readonly [longitude: number, latitude: number];

/** Vehicles of groups, numbered from 1 on, in the order in which they are given. */
function tableOf(groups: Readonly<Record<number, readonly Place[]>>): VehicleTable {
  const table = new VehicleTable('rastro');
  let id = 0;
  for (const [groupId, places] of Object.entries(groups)) {
    for (const [longitude, latitude] of places) {
      table.putDevice(makeDevice(++id, { groupId: Number(groupId) }));
      table.putPosition(makePosition(id, 1, { longitude, latitude }));
    }
  }
  return table;
}
const all = (): boolean => true;
const boxOf = ({ outline }: GroupArea): number[] => {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
const areaOf = (table: VehicleTable, id: number): GroupArea => {
  const area = groupAreas(table, all).get(id);
  assert.ok(area !== undefined);
  return area;
};

test('[ENGINE-18] a group is around those of its vehicles that are together, and counts all that are shown', () => {
  const town: readonly Place[] = [
    [-46.7, -23.6],
    [-46.5, -23.6],
    [-46.5, -23.4],
    [-46.7, -23.4],
    [-46.6, -23.5],
  ];
  const far: Place = [-34.9, -8];
  const area = areaOf(tableOf({ 3: [...town, far], 0: [[0, 1]] }), 3);
  assert.equal(area.count, 6);
  const [west = 0, south = 0, east = 0, north = 0] = boxOf(area);
  // The air around them is 6 % of the extent.
  assert.ok(west < -46.7 && west > -46.73, String(west));
  assert.ok(east > -46.5 && east < -46.47, String(east));
  assert.ok(south < -23.6 && south > -23.63 && north > -23.4 && north < -23.37, `${south} ${north}`);
  assert.deepEqual(area.outline[0], area.outline.at(-1));
  assert.deepEqual([...groupAreas(tableOf({ 0: town }), all)], []);
});

test('[ENGINE-18] one vehicle, and many on one spot, have an area of some hundred metres', () => {
  for (const places of [1, 9].map((count) => Array.from({ length: count }, (): Place => [10, 50]))) {
    const [west = 0, , east = 0] = boxOf(areaOf(tableOf({ 1: places }), 1));
    assert.ok(east - west > 0.002 && east - west < 0.01, String(east - west));
  }
});

test('[ENGINE-18] a group at the antimeridian goes the short way round the world', () => {
  const [west = 0, , east = 0] = boxOf(
    areaOf(
      tableOf({
        1: [
          [179, 0],
          [-179, 1],
        ],
      }),
      1,
    ),
  );
  assert.ok(west > 178 && east > 181 && east < 182, `${west} ${east}`);
});

test('[ENGINE-19] a watching page gets the areas of groups: at once after a request, else every 2 s, if the difference is visible', () => {
  let now = 0;
  const engine = new FleetEngine({ brand: 'rastro', clock: () => now });
  const at = (id: number, minute: number, longitude: number) =>
    makePosition(id, minute, { longitude, latitude: 0.5 });
  engine.load([makeDevice(1, { groupId: 7 }), makeDevice(2, { groupId: 7 })], [at(1, 1, 10), at(2, 1, 11)]);
  const counts = () =>
    [...(engine.update()?.groups ?? new Map<number, GroupArea>())].map(([id, { count }]) => [id, count]);
  assert.deepEqual(counts(), []);
  engine.watchGroups(true);
  assert.deepEqual(counts(), [[7, 2]]);
  engine.take({ positions: [at(1, 2, 5)] });
  assert.deepEqual([counts(), engine.isWaiting], [[], true]);
  now = 2_000;
  assert.deepEqual(counts(), [[7, 2]]);
  // A twentieth of the extent is no other place.
  engine.take({ positions: [at(1, 3, 5.3)] });
  now = 4_000;
  assert.deepEqual(counts(), []);
  engine.setQuery({ ...FIRST_QUERY, onlyId: 2 });
  assert.deepEqual(counts(), [[7, 1]]);
  engine.setQuery({ ...FIRST_QUERY, text: 'nothing' });
  assert.equal(engine.update()?.groups?.size, 0);
  engine.watchGroups(false);
  engine.setQuery(FIRST_QUERY);
  assert.equal(engine.update()?.groups, undefined);
});
