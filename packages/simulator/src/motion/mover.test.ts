import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceM } from '@rastro/fleet';
import { AREAS, type HomeArea } from './areas.ts';
import type { Habit } from './habits.ts';
import { Mover, type Pose } from './mover.ts';
import { courseFrom, toSpot, turnFrom } from './plane.ts';
import { randomFrom } from './random.ts';

const CITY: Habit = { kind: 'city', breakS: [60, 120] };
const ROAD: Habit = {
  kind: 'road',
  to: AREAS.campinas,
  limitKmh: 100,
  haltEveryM: 20_000,
  breakS: [60, 120],
};
const WANDER: Habit = { kind: 'wander', speedKmh: 22, breakS: [30, 60] };

interface Sight {
  readonly home?: HomeArea;
  readonly seconds?: number;
  readonly seed?: number;
}

function trace(
  habit: Habit,
  { home = AREAS.saoPaulo, seconds = 5400, seed = 1 }: Sight = {},
): readonly Pose[] {
  const mover = new Mover(habit, home, randomFrom(seed));
  return Array.from({ length: seconds }, () => {
    mover.step(1, false);
    return mover.pose;
  });
}

const pairs = (poses: readonly Pose[]): readonly (readonly [Pose, Pose])[] =>
  poses.slice(1).map((pose, index) => [poses[index] as Pose, pose]);

test('[SIM-1] drives the same ways for the same seed and others for another', () => {
  assert.deepEqual(trace(CITY, { seconds: 900 }), trace(CITY, { seconds: 900 }));
  assert.notDeepEqual(trace(CITY, { seconds: 900 }).at(-1), trace(CITY, { seconds: 900, seed: 2 }).at(-1));
});

for (const [name, habit, home] of [
  ['in the city', CITY, AREAS.saoPaulo],
  ['between cities', ROAD, AREAS.saoPaulo],
  ['on the water', WANDER, AREAS.guaibaWater],
] as const) {
  test(`[SIM-2] moves smoothly ${name}: no jumps, speed as covered, course as driven`, () => {
    const poses = trace(habit, { home });
    for (const [before, after] of pairs(poses)) {
      const metres = distanceM(before, after);
      const fastest = Math.max(before.speedKmh, after.speedKmh) / 3.6;
      assert.ok(metres <= fastest + 5, `jumped ${metres} m at ${fastest} m/s`);
      assert.ok(Math.abs(after.speedKmh - before.speedKmh) / 3.6 < 5, 'braked like a wall');
      if (!before.moving || metres < 3) continue;
      const driven = courseFrom({ x: 0, y: 0 }, toSpot(after, before));
      assert.ok(Math.abs(turnFrom(after.course, driven)) < 60, `course ${after.course}, driven ${driven}`);
    }
    assert.ok(poses.some(({ moving }) => moving));
    assert.ok(
      poses.some(({ moving, travelling }) => !moving && !travelling),
      'never had a break',
    );
  });
}

test('[SIM-3] stays in its area', () => {
  for (const [name, home] of Object.entries(AREAS)) {
    const habit: Habit = name.endsWith('Water') ? WANDER : CITY;
    const away: readonly number[] = trace(habit, { home, seed: 9 }).map((pose) =>
      distanceM(pose, home.centre),
    );
    assert.ok(Math.max(...away) < home.radiusM * 1.05, `${name}: ${Math.max(...away)} m from the middle`);
  }
});

test('[SIM-2] turns corners in curves and waits at lights', () => {
  const poses = trace(CITY);
  const turns = pairs(poses).filter(
    ([a, b]) => a.moving && b.moving && Math.abs(turnFrom(a.course, b.course)) > 8,
  );
  assert.ok(turns.length > 20);
  assert.ok(turns.every(([, b]) => b.speedKmh < 45));
  assert.ok(poses.some(({ moving, travelling }) => !moving && travelling));
});

test('[SIM-4] a cut engine brings the vehicle to a stop, and it goes on afterwards', () => {
  const mover = new Mover(CITY, AREAS.saoPaulo, randomFrom(4));
  while (mover.pose.speedKmh < 30) mover.step(1, false);
  for (let second = 0; second < 15; second++) mover.step(1, true);
  const stopped = mover.pose;
  assert.equal(stopped.speedKmh, 0);
  for (let second = 0; second < 60; second++) mover.step(1, true);
  assert.deepEqual(mover.pose, stopped);
  for (let second = 0; second < 120; second++) mover.step(1, false);
  assert.ok(distanceM(stopped, mover.pose) > 50);
});

test('[SIM-3] vehicles parked at one place stand at exactly the same spot', () => {
  const depot: Habit = { kind: 'parked', at: { x: 40, y: -60 } };
  const [a, b] = [1, 2].map((seed) => trace(depot, { seconds: 100, seed }).at(-1));
  assert.deepEqual([a?.latitude, a?.longitude, a?.moving], [b?.latitude, b?.longitude, false]);
});
