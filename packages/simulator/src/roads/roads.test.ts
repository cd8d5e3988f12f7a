import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoFleet } from '../demo/demo-fleet.ts';
import { Life } from '../demo/life.ts';
import type { Habit } from '../motion/habits.ts';
import { Mover } from '../motion/mover.ts';
import { toSpot } from '../motion/plane.ts';
import { randomFrom } from '../motion/random.ts';
import { pastOf } from '../past/past-of.ts';
import { readLines, writeLines } from './line-text.ts';
import { rankOf, type RoadLine } from './road-line.ts';
import { RoadNet } from './road-net.ts';
import { shippedAreas, STREET_TOWNS } from './shipped-streets.ts';
import { vectorRoads } from './vector-roads.ts';

const CITY: Habit = { kind: 'city', breakS: [60, 120] };
/** A corner is cut by some meters, and a receiver strays by some more. */
const AT_STREET_M = 10;
const END = Date.UTC(2026, 10, 20, 18, 30);

function netOf(name: (typeof STREET_TOWNS)[number]): RoadNet {
  const { roads } = shippedAreas()[name];
  assert.ok(roads instanceof RoadNet, name);
  return roads;
}

test('[SIM-800] where streets are known, vehicles drive along them, smoothly, and stop at lights and at their end', () => {
  for (const name of STREET_TOWNS) {
    const home = shippedAreas()[name];
    const net = netOf(name);
    const mover = new Mover(CITY, home, randomFrom(6));
    let [moved, lights, trips, speed] = [0, 0, 0, 0];
    let was = mover.pose;
    for (let second = 0; second < 7200; second++) {
      mover.step(1, false);
      const { pose } = mover;
      assert.ok(net.awayFrom(toSpot(pose, home.centre)) < AT_STREET_M, `${name}: beside its street`);
      assert.ok(Math.abs(pose.speedKmh - was.speedKmh) / 3.6 < 5, 'braked like a wall');
      if (pose.moving) moved++;
      if (pose.travelling && !pose.moving && was.moving) lights++;
      if (was.travelling && !pose.travelling) trips++;
      speed = Math.max(speed, pose.speedKmh);
      was = pose;
    }
    assert.ok(moved > 2000 && lights > 2 && trips > 2, `${name}: ${moved} ${lights} ${trips}`);
    assert.ok(speed > 35 && speed < 95);
  }
});

test('[SIM-800] so was the past of the demonstration; whoever is slow goes less far', () => {
  const fleet = demoFleet();
  for (const name of ['Fiorino 01', 'Bicicleta', 'Serviço 01']) {
    const serial = fleet.findIndex((each) => each.name === name);
    const vehicle = fleet[serial];
    assert.ok(vehicle?.home.roads instanceof RoadNet);
    const { roads, centre } = { ...vehicle.home, roads: vehicle.home.roads };
    const records = [...pastOf({ ...new Life(vehicle, serial, END).before, days: 6 })].flat();
    const moving = records.filter(({ speedKmh }) => speedKmh > 0);
    assert.ok(moving.length > 100, name);
    for (const record of moving) assert.ok(roads.awayFrom(toSpot(record, centre)) < AT_STREET_M, name);
    if (name === 'Bicicleta') assert.ok(moving.every(({ speedKmh }) => speedKmh < 22));
  }
});

test('[SIM-801] one-way streets are driven one way only, and islands are left out', () => {
  const at = (north: number, east: number) => ({ latitude: north / 1000, longitude: east / 1000 });
  const lines: RoadLine[] = [];
  for (let row = 0; row < 8; row++)
    for (let step = 0; step < 7; step++) {
      const [west, east] = [at(row, step), at(row, step + 1)];
      lines.push({ rank: 'primary', isOneWay: true, points: row % 2 === 0 ? [west, east] : [east, west] });
      lines.push({ rank: 'tertiary', isOneWay: false, points: [at(step, row), at(step + 1, row)] });
    }
  lines.push({ rank: 'primary', isOneWay: false, points: [at(40, 40), at(40, 41)] });
  const net = RoadNet.of(lines, { centre: at(3, 3), radiusM: 9000 });
  assert.ok(net);
  const [from, to] = [net.standNear({ x: 300, y: -300 }), net.standNear({ x: -300, y: -300 })];
  const path = net.between(from, to, { maxKmh: null, random: randomFrom(1) });
  assert.ok(path && (path.along.at(-1) ?? 0) > 0);
  assert.ok(net.awayFrom(toSpot(at(40, 40), at(3, 3))) > 3000, 'nobody gets to the island');
  assert.equal(RoadNet.of(lines.slice(0, 3), { centre: at(3, 3), radiusM: 9000 }), null);
});

test('[SIM-802] streets are written and read again, and a tile that is none is refused', () => {
  const lines: readonly RoadLine[] = [
    {
      rank: 'trunk',
      isOneWay: true,
      points: [
        { latitude: -23.55012, longitude: -46.63301 },
        { latitude: -23.5, longitude: 12 },
      ],
    },
    {
      rank: 'tertiary',
      isOneWay: false,
      points: [
        { latitude: 0, longitude: 0 },
        { latitude: 1e-5, longitude: -1e-5 },
      ],
    },
  ];
  assert.deepEqual(readLines(writeLines(lines)), lines);
  assert.deepEqual(readLines(''), []);
  assert.deepEqual(['primary_link', 'residential', 'constructor'].map(rankOf), ['primary', null, null]);
  const tile = { zoom: 14, column: 0, row: 0 };
  assert.deepEqual(vectorRoads(new Uint8Array(), tile), []);
  assert.throws(() => vectorRoads(Uint8Array.from([0x1a, 200, 1]), tile), RangeError);
  assert.throws(() => vectorRoads(Uint8Array.from([0xff, 0xff, 0xff]), tile), RangeError);
});
