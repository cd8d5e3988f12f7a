import type { FleetEvent, StopItem, TripItem } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { isNotable, makeChronology, rowAt } from './chronology.ts';
import { aStop, aTrip, anEventAt } from '../../testing/a-past.ts';

const kinds = (rows: readonly { kind: string; from: number }[]): string[] =>
  rows.map(({ kind, from }) => `${kind} ${from}`);
const make = (trips: TripItem[], stops: StopItem[], events: FleetEvent[] = []) =>
  makeChronology({ trips, stops, events });

test('[PAST-11] trips, stops, events and the silence between two stretches are one list in order of time', () => {
  const rows = make(
    [aTrip(1, 1000, 2000), aTrip(1, 9000, 9600)],
    [aStop(1, 2000, 5000)],
    [anEventAt(1, 1500, 'deviceOverspeed')],
  );
  expect(kinds(rows)).toEqual(['trip 1000', 'event 1500', 'stop 2000', 'gap 5000', 'trip 9000']);
  expect(rows.map((row) => ('number' in row ? row.number : null))).toEqual([1, null, 1, null, 2]);
});

test('[PAST-11] several vehicles share the list, and each is numbered and silent for itself', () => {
  const rows = make([aTrip(2, 1000, 2000), aTrip(1, 1000, 1500), aTrip(1, 1520, 2500)], []);
  expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'trip 1.1000',
    'trip 2.1000',
    'trip 1.1520',
  ]);
});

test('[PAST-11] an event that a trip or stop already shows has no row', () => {
  const everyday = make([], [], [anEventAt(1, 1, 'deviceMoving'), anEventAt(1, 2, 'ignitionOn')]);
  expect(everyday.filter(isNotable)).toEqual([]);
  expect(make([], [], [anEventAt(1, 1, 'geofenceEnter')]).filter(isNotable)).toHaveLength(1);
});

test('[PAST-15] the clock stands in the last stretch that has begun', () => {
  const rows = make([aTrip(1, 1000, 2000)], [aStop(1, 2000, 5000)]);
  expect([500, 1500, 2000, 6000].map((at) => rowAt(rows, at))).toEqual([-1, 0, 1, -1]);
});
