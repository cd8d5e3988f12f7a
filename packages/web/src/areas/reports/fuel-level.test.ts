import type { FuelingItem } from '@rastro/fleet';
import { TRACK_FLAGS, type TrackChunk } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import { fuelLevel } from './fuel-level.ts';

const ALL = { from: 0, to: 1e6 };

function aDay(values: TrackChunk['values'], flags: readonly number[] = []): TrackChunk {
  const second = (values[0] ?? []).map((_, i) => i * 100);
  const none = second.map(() => 0);
  return {
    deviceId: 1,
    day: 1,
    revision: 1,
    level: 0,
    counts: [second.length],
    box: null,
    values,
    annotations: [],
    points: { second, latE5: none, lonE5: none, speed: none, flags: second.map((_, i) => flags[i] ?? 0) },
  };
}
const aFill = (more: Partial<FuelingItem>): FuelingItem => ({
  deviceId: 1,
  deviceName: 'Car 1',
  startTime: '1970-01-02T00:01:00.000Z',
  endTime: '1970-01-02T00:03:00.000Z',
  duration: 120_000,
  type: 'fill',
  before: 10,
  after: 40,
  litres: 30,
  beforePercent: null,
  afterPercent: null,
  note: null,
  cost: null,
  positionId: 0,
  latitude: 0,
  longitude: 0,
  address: null,
  driverUniqueId: null,
  driverName: null,
  ...more,
});

test('[REPW-18] the level is in litres where they are sent, with what was filled and drained', () => {
  const day = aDay([
    [12, null, 10, 40],
    [30, 30, 25, 99],
  ]);
  expect(fuelLevel([day], [aFill({})], ALL)).toEqual({
    unit: 'litres',
    at: [86_400, 86_600, 86_700],
    values: [12, 10, 40],
    markers: [{ type: 'fill', at: 86_520, level: 40 }],
  });
});

test('[REPW-18] where it stood the level is flat until the next is known', () => {
  const day = aDay(
    [
      [40, 30],
      [null, null],
    ],
    [TRACK_FLAGS.held],
  );
  expect(fuelLevel([day], [], ALL)).toMatchObject({ at: [86_400, 86_499, 86_500], values: [40, 40, 30] });
});

test('[REPW-18] else in percent; over a silence it is a hole, and what lies outside is left out', () => {
  const day = aDay(
    [
      [null, null, null, null],
      [50, 49, 90, 89],
    ],
    [0, 0, TRACK_FLAGS.gap, 0],
  );
  const fills = [aFill({ after: 1, afterPercent: 90 }), aFill({ type: 'drain' })];
  expect(fuelLevel([day], fills, { from: 86_450, to: 86_650 })).toEqual({
    unit: 'percent',
    at: [86_500, 86_599, 86_600],
    values: [49, null, 90],
    markers: [{ type: 'fill', at: 86_520, level: 90 }],
  });
  expect(fuelLevel([aDay([[null], [null]])], [], ALL).values).toEqual([]);
});
