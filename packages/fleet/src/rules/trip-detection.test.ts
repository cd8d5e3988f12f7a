import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceM } from '../geometry/distance.ts';
import {
  DEFAULT_TRIP_PARAMETERS,
  INITIAL_TRIP_STATE,
  slideWindow,
  stepTrip,
  type TripEvent,
  type TripSample,
} from './trip-detection.ts';

/** The check track of docs/reference/tracking-api.md §6.10: seconds and latitude, longitude 13. */
const TRACK: readonly (readonly [number, number])[] = [
  [0, 52.0],
  [60, 52.0],
  [120, 52.001],
  [180, 52.003],
  [240, 52.006],
  [300, 52.01],
  [360, 52.014],
  [420, 52.015],
  [480, 52.015],
  [540, 52.015],
  [600, 52.015],
  [660, 52.015],
  [780, 52.015],
  [8000, 52.115],
  [8060, 52.115],
];

function drive(track: typeof TRACK): (TripEvent & { at: number })[] {
  const window: TripSample[] = [];
  let state = INITIAL_TRIP_STATE;
  const events: (TripEvent & { at: number })[] = [];
  for (const [index, [seconds, latitude]] of track.entries()) {
    const here = { latitude, longitude: 13 };
    const before = window.at(-1);
    const sample = {
      ...here,
      positionId: index + 1,
      time: seconds * 1000,
      distance: before ? distanceM(before, here) : 0,
    };
    const step = stepTrip(state, window, sample, DEFAULT_TRIP_PARAMETERS);
    state = step.state;
    events.push(...step.events.map((event) => ({ ...event, at: index + 1 })));
    slideWindow(window, sample, DEFAULT_TRIP_PARAMETERS.minDurationMs);
  }
  return events;
}

test('[TRIP-1] finds the trip, the stop and the silent jump of the reference track', () => {
  assert.deepEqual(drive(TRACK), [
    { at: 4, type: 'deviceMoving', positionId: 2, time: 60_000 },
    { at: 11, type: 'deviceStopped', positionId: 11, time: 600_000 },
    { at: 14, type: 'deviceMoving', positionId: 13, time: 780_000 },
    { at: 14, type: 'deviceStopped', positionId: 14, time: 8_000_000 },
  ]);
});

test('[TRIP-2] a device that never leaves its place makes no event', () => {
  assert.deepEqual(drive(TRACK.map(([seconds]) => [seconds, 52])), []);
});
