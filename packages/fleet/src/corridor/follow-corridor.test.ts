import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlaceRecord } from '../stop-visits/index.ts';
import { corridorOf, followCorridor, type CorridorEvent, type CorridorState } from './index.ts';

const METERS_A_DEGREE = 111_195;
const place = (eastM: number, northM = 0) => ({
  latitude: northM / METERS_A_DEGREE,
  longitude: eastM / METERS_A_DEGREE,
});
/** Five kilometres to the east, then back on a parallel road 200 m to the north. */
const LINE = corridorOf([place(0), place(2500), place(5000), place(5000, 200), place(0, 200)], 100);
const record = (second: number, eastM: number, northM = 0, more: Partial<PlaceRecord> = {}): PlaceRecord => ({
  at: second * 1000,
  ...place(eastM, northM),
  kmh: 50,
  ignition: true,
  accuracyM: 0,
  ...more,
});
/** A record every so many seconds along some way, at 14 m/s. */
const drive = (way: readonly (readonly [eastM: number, northM: number])[], everyS: number, fromS = 0) => {
  const records: PlaceRecord[] = [];
  let [second, left] = [fromS, 0];
  for (const [at, [east, north]] of way.entries()) {
    const [x, y] = way[at - 1] ?? [east, north];
    const length = Math.hypot(east - x, north - y);
    let along = left;
    for (; along <= length; along += 14 * everyS, second += everyS)
      if (length > 0)
        records.push(record(second, x + ((east - x) * along) / length, y + ((north - y) * along) / length));
    left = along - length;
  }
  return records;
};
function eventsOf(records: readonly PlaceRecord[], line = LINE): readonly CorridorEvent[] {
  const events: CorridorEvent[] = [];
  let state: CorridorState | null = null;
  for (const [at, each] of records.entries()) {
    const next = followCorridor(state, line, each, records[at - 1] ?? null);
    // As it is stored between two records.
    state = JSON.parse(JSON.stringify(next.state)) as CorridorState | null;
    if (next.event) events.push(next.event);
  }
  return events;
}
const kinds = (records: readonly PlaceRecord[]) => eventsOf(records).map(({ kind }) => kind);

test('[CORRIDOR-1] who stays on the way causes no event, with inexact places, at its ends and on the way back', () => {
  const whole = drive(
    [
      [0, 0],
      [5000, 0],
      [5000, 200],
      [0, 200],
    ],
    15,
  );
  assert.deepEqual(eventsOf(whole), []);
  const inexact = whole.map((each, at) => ({
    ...each,
    latitude: each.latitude + (at % 2 === 0 ? 80 : -80) / METERS_A_DEGREE,
  }));
  assert.deepEqual(eventsOf(inexact), []);
  // Around a block at the start, as out of a yard.
  assert.deepEqual(
    eventsOf(
      drive(
        [
          [-200, -300],
          [0, -250],
          [0, 0],
          [2000, 0],
        ],
        15,
      ),
    ),
    [],
  );
});

test('[CORRIDOR-2] leaving is known within a minute, dated when it began, and ends with a drive along the line', () => {
  const left = drive(
    [
      [0, 0],
      [2000, 0],
      [2000, -1500],
    ],
    15,
  );
  const [event] = eventsOf(left);
  assert.equal(event?.kind, 'left');
  const crossed = left.find(({ latitude }) => latitude < -150 / METERS_A_DEGREE);
  const known = left.findIndex((_, at) => kinds(left.slice(0, at + 1)).length > 0);
  assert.ok((left[known]?.at ?? Infinity) - (crossed?.at ?? 0) <= 60_000);
  assert.deepEqual(
    kinds(
      drive(
        [
          [0, 0],
          [2000, 0],
          [2000, -1500],
          [3000, -1500],
          [3000, 0],
          [4500, 0],
        ],
        15,
      ),
    ),
    ['left', 'returned'],
  );
  // A way across it is no return.
  assert.deepEqual(
    kinds(
      drive(
        [
          [0, 0],
          [2000, 0],
          [2000, -1500],
          [3000, -1500],
          [3000, 1500],
        ],
        15,
      ),
    ),
    ['left'],
  );
  assert.deepEqual(
    kinds(
      drive(
        [
          [0, 0],
          [2000, 0],
          [2000, -1500],
        ],
        60,
      ),
    ),
    ['left'],
    'two records of a seldom tracker',
  );
});

test('[CORRIDOR-3] one record, a jump, silence and an inexact place are no deviation', () => {
  const on = drive(
    [
      [0, 0],
      [2000, 0],
    ],
    15,
  );
  const then = (...more: readonly PlaceRecord[]) => kinds([...on, ...more]);
  const end = (on.at(-1)?.at ?? 0) / 1000;
  assert.deepEqual(then(record(end + 15, 2200, -400), record(end + 30, 2400)), []);
  assert.deepEqual(then(record(end + 15, 90_000), record(end + 30, 90_100)), []);
  const blurred = [15, 30, 45, 60].map((second) => record(end + second, 2200, -350, { accuracyM: 120 }));
  assert.deepEqual(then(...blurred), []);
  assert.deepEqual(
    then(record(end + 15, 2200, -400), record(end + 2000, 2400, -400), record(end + 2015, 2500, -400)),
    [],
  );
});

test('[CORRIDOR-4] the line is driven either way; who crosses it, or has come to one of its ends, leaves nothing', () => {
  const back = drive(
    [
      [0, 200],
      [5000, 200],
      [5000, 0],
      [0, 0],
      [-2000, 0],
    ],
    15,
  );
  assert.deepEqual(eventsOf(back), []);
  // Past the end, seen seldom.
  const past = drive(
    [
      [0, 0],
      [5000, 0],
      [5000, 200],
      [0, 200],
      [-3000, 2000],
    ],
    60,
  );
  assert.deepEqual(eventsOf(past), []);
  const across = drive(
    [
      [2000, -2000],
      [2000, 2000],
    ],
    15,
  );
  assert.deepEqual(eventsOf(across), []);
});

test('[CORRIDOR-5] a wider second threshold and a longer time wait longer; a deviation of yesterday is over', () => {
  const off = drive(
    [
      [0, 0],
      [2000, 0],
      [2000, -400],
      [3000, -400],
      [3000, 0],
      [4500, 0],
    ],
    15,
  );
  const points = LINE.points;
  assert.equal(eventsOf(off).length, 2);
  assert.deepEqual(eventsOf(off, corridorOf(points, 100, { outerM: 500 })), []);
  assert.deepEqual(eventsOf(off, corridorOf(points, 100, { outsideMs: 600_000 })), []);
  const gone = drive(
    [
      [0, 0],
      [2000, 0],
      [2000, -1500],
    ],
    15,
  );
  const nextDay = (gone.at(-1)?.at ?? 0) / 1000 + 13 * 3600;
  const more = drive(
    [
      [0, -1500],
      [0, 0],
      [4500, 0],
    ],
    15,
    nextDay,
  );
  assert.deepEqual(
    eventsOf([...gone, ...more]).map(({ kind }) => kind),
    ['left'],
  );
  assert.throws(() => corridorOf(points.slice(0, 1), 100), RangeError);
});
