import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import { passagesNear } from './passages.ts';
import type { Track } from './track.ts';

/** A way along x; flags by point. */
function aTrack(points: readonly (readonly [time: number, x: number, flags?: number])[]): Track {
  return {
    deviceId: 4,
    length: points.length,
    time: Float64Array.from(points.map(([time]) => time)),
    x: Float64Array.from(points.map(([, x]) => x)),
    y: new Float64Array(points.length),
    speed: new Float32Array(points.length),
    flags: Uint8Array.from(points.map(([, , flags = 0]) => flags)),
    measured: new Map(),
  };
}

test('[PAST-19] finds when a vehicle was nearest, each visit once', () => {
  const track = aTrack([
    [0, 0],
    [100, 10],
    [1000, 10],
    [1100, 0],
  ]);
  expect(passagesNear([track], { x: 2, y: 0.5 }, 1)).toMatchObject([
    { deviceId: 4, nearest: 20 },
    { deviceId: 4, nearest: 1080 },
  ]);
  expect(passagesNear([track], { x: 2, y: 5 }, 1)).toEqual([]);
});

test('[PAST-19] a stay has its length, and two visits within two minutes are one', () => {
  const { held } = TRACK_FLAGS;
  const visit = aTrack([
    [0, 0],
    [50, 10, held],
    [950, 10],
    [1000, 20],
  ]);
  expect(passagesNear([visit], { x: 10, y: 0 }, 1)).toMatchObject([{ from: 50, to: 950 }]);
  const turn = aTrack([
    [0, 0],
    [10, 10],
    [20, 0],
  ]);
  expect(passagesNear([turn], { x: 5, y: 0 }, 1)).toHaveLength(1);
});

test('[PAST-8] a gap passes no place', () => {
  const track = aTrack([
    [0, 0],
    [5000, 100, TRACK_FLAGS.gap],
  ]);
  expect(passagesNear([track], { x: 50, y: 0 }, 1)).toEqual([]);
});
