import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlaceRecord } from '../stop-visits/index.ts';
import { corridorOf, followCorridor, longestPieceM, ON_THE_WAY, type CorridorEvent } from './index.ts';

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
const eventsOf = (records: readonly PlaceRecord[]): readonly CorridorEvent[] =>
  followCorridor(ON_THE_WAY, LINE, records).events;
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
  const exempt = followCorridor(
    ON_THE_WAY,
    LINE,
    drive(
      [
        [0, 0],
        [2000, 0],
        [2000, -1500],
      ],
      15,
    ),
    () => true,
  );
  assert.deepEqual(exempt.events, []);
});

test('[CORRIDOR-4] read in parts it is the same as read at once; a line says how long its straight pieces are', () => {
  const way = drive(
    [
      [0, 0],
      [2000, 0],
      [2000, -1500],
      [3000, -1500],
      [3000, 0],
      [4500, 0],
    ],
    15,
  );
  let state = ON_THE_WAY;
  const events: CorridorEvent[] = [];
  for (const each of way) {
    const next = followCorridor(state, LINE, [each]);
    events.push(...next.events);
    state = next.state;
  }
  assert.deepEqual(events, eventsOf(way));
  assert.ok(Math.abs(longestPieceM(LINE) - 5000) < 10);
  assert.throws(() => corridorOf([place(0)], 100), RangeError);
});
