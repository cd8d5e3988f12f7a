import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeOverview, OverviewWriter, type Overview } from '@rastro/fleet/overview';
import { FIRST_QUERY } from './first-query.ts';
import { MapFlag } from './map-feed.ts';
import { makeDevice, makePosition, openEngine, WORLD } from '../testing/test-fleet.ts';

test('[ENGINE-7] the map gets the whole fleet first, then what changed; filtered ones are not shown', () => {
  const { engine } = openEngine();
  engine.load([makeDevice(1), makeDevice(2)], [makePosition(1, 1), makePosition(2, 1)]);
  engine.watchMap(true);
  engine.setView(WORLD);
  const answer = engine.update();
  assert.deepEqual([...(answer?.list?.ids ?? [])], [1, 2]);
  assert.equal(answer?.map, undefined, 'who waits for the list has it first');
  assert.equal(engine.isWaiting, true);
  const first = engine.update()?.map;
  assert.equal(first?.whole, true);
  assert.deepEqual([...(first?.ids ?? [])], [1, 2]);
  assert.deepEqual([...(first?.visible?.subarray(0, 3) ?? [])], [1, 1, 0]);
  engine.take({ positions: [makePosition(2, 2)] });
  const next = engine.update()?.map;
  assert.deepEqual([...(next?.ids ?? [])], [2]);
  assert.equal((next?.flags[0] ?? 0) & MapFlag.moved, MapFlag.moved);
  assert.equal(next?.visible, null);
  engine.setQuery({ ...FIRST_QUERY, onlyId: 2 });
  assert.deepEqual([...(engine.update()?.map?.visible?.subarray(0, 2) ?? [])], [0, 1]);
});

test('[ENGINE-8] vehicles close together become one circle, and stand alone when near enough', () => {
  const { engine, pass } = openEngine();
  const devices = [1, 2, 3, 4].map((id) => makeDevice(id));
  const positions = [1, 2, 3].map((id) => makePosition(id, 1, { attributes: { motion: id === 1 } }));
  engine.load(devices, [...positions, makePosition(4, 1, { latitude: 40, longitude: 10 })]);
  engine.watchMap(true);
  engine.setView({ ...WORLD, cluster: true });
  engine.update();
  const map = engine.update()?.map;
  assert.deepEqual(
    map?.clusters?.map(({ count, moving }) => [count, moving]),
    [[3, 1]],
  );
  assert.deepEqual([...(map?.visible?.subarray(0, 4) ?? [])], [0, 0, 0, 1]);
  pass(5_000);
  engine.setView({ ...WORLD, cluster: true, zoom: 16 });
  assert.deepEqual([...(engine.update()?.map?.visible?.subarray(0, 4) ?? [])], [1, 1, 1, 1]);
});

test('[ENGINE-16] a circle stays in its place while its vehicles move about, and goes where they have gone', () => {
  const { engine, pass } = openEngine();
  const drive = (id: number, minute: number, longitude: number) =>
    makePosition(id, minute, { latitude: 10, longitude, attributes: { motion: true } });
  engine.load(
    [1, 2, 3].map((id) => makeDevice(id)),
    [1, 2, 3].map((id) => drive(id, 1, 10)),
  );
  engine.watchMap(true);
  engine.setView({ ...WORLD, cluster: true });
  engine.update();
  const circle = () => engine.update()?.map?.clusters?.map(({ longitude }) => longitude);
  const [first = 0] = circle() ?? [];
  const move = (minute: number, longitude: number): number[] | undefined => {
    pass(5_000);
    engine.take({ positions: [1, 2, 3].map((id) => drive(id, minute, longitude)) });
    return circle();
  };
  assert.deepEqual(move(2, 10.5), [first]);
  const [gone = 0] = move(3, 60) ?? [];
  assert.ok(Math.abs(gone - 60) < 1, String(gone));
});

test('[MAP-11] map and circles get a vehicle that went offline while it moved as standing', () => {
  const { engine } = openEngine();
  const devices = [makeDevice(1, { status: 'offline' }), makeDevice(2), makeDevice(3)];
  const moving = { attributes: { motion: true } };
  engine.load(
    devices,
    [1, 2, 3].map((id) => makePosition(id, 1, moving)),
  );
  engine.watchMap(true);
  engine.setView({ ...WORLD, cluster: true });
  engine.update();
  const map = engine.update()?.map;
  assert.deepEqual(
    [...(map?.flags ?? [])].map((flags) => flags & MapFlag.moving),
    [0, 1, 1],
  );
  assert.deepEqual(
    map?.clusters?.map(({ count, moving }) => [count, moving]),
    [[3, 2]],
  );
});

test('[ENGINE-9] labels come for vehicles in view, by plate where there is one', () => {
  const { engine } = openEngine();
  engine.load(
    [makeDevice(1, { attributes: { plate: 'ABC1D23' } }), makeDevice(2)],
    [makePosition(1, 1), makePosition(2, 1, { latitude: 60 })],
  );
  engine.watchMap(true);
  const labels = { ...WORLD.labels, plate: true, precision: true };
  engine.setView({ ...WORLD, bounds: { west: -50, south: -30, east: -40, north: -10 }, labels });
  engine.update();
  assert.deepEqual(engine.update()?.map?.labels, [{ slot: 0, name: '', plate: 'ABC1D23', accuracyM: 0 }]);
});

function overviewOf(...ids: readonly number[]): Overview {
  const vehicles = ids.map((id) => ({
    id,
    status: 'online' as const,
    style: { category: 'car', color: '#ff0000', extraColor: null },
    place: { latitude: 10, longitude: 20, course: 90 },
    isMoving: id === 1,
    hasAlarm: false,
  }));
  const writer = new OverviewWriter(vehicles.length);
  for (const each of vehicles) writer.add(each);
  const read = decodeOverview(writer.end().buffer);
  assert.ok(read.ok);
  return read.value;
}

test('[ENGINE-20] the map shows the overview until the fleet is loaded, and then the whole fleet', () => {
  const { engine } = openEngine();
  assert.equal(engine.showOverview(overviewOf(1, 2, 3)), true);
  engine.watchMap(true);
  assert.equal(engine.update()?.map, undefined, 'how to group is not known yet');
  engine.setView({ ...WORLD, cluster: true });
  const first = engine.update();
  assert.equal(first?.list?.loaded ?? false, false);
  assert.equal(first?.map?.whole, true);
  assert.deepEqual([...(first?.map?.ids ?? [])], [1, 2, 3]);
  assert.deepEqual([first?.map?.colours[0], first?.map?.courses[0]], [0xff0000, 90]);
  assert.deepEqual(
    first?.map?.clusters?.map(({ count, moving }) => [count, moving]),
    [[3, 1]],
  );
  assert.equal(engine.isWaiting, false);
  engine.take({ positions: [makePosition(1, 2)] });
  assert.equal(engine.update()?.map ?? null, null, 'changes wait for the fleet');
  engine.load([makeDevice(1), makeDevice(4)], [makePosition(1, 1), makePosition(4, 1)]);
  engine.update();
  const then = engine.update()?.map;
  assert.equal(then?.whole, true);
  assert.deepEqual([...(then?.ids ?? [])], [1, 4]);
  assert.equal(engine.showOverview(overviewOf(9)), false, 'it came too late');
});

test('[ENGINE-20] a filter needs the details: the overview is not shown, or ends', () => {
  const { engine } = openEngine();
  engine.watchMap(true);
  engine.setView(WORLD);
  engine.showOverview(overviewOf(1));
  assert.deepEqual([...(engine.update()?.map?.ids ?? [])], [1]);
  engine.setQuery({ ...FIRST_QUERY, status: 'offline' });
  engine.update();
  const after = engine.update()?.map;
  assert.deepEqual([after?.whole, after?.ids.length], [true, 0]);
  assert.equal(engine.showOverview(overviewOf(1)), false);
});
