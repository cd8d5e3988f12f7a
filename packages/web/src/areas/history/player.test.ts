import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import { advance } from './player.ts';
import type { Track } from './track.ts';

const SPAN = { from: 0, to: 10_000 };
const { held } = TRACK_FLAGS;

function aTrack(points: readonly (readonly [time: number, flags: number])[]): Track {
  return {
    deviceId: 1,
    length: points.length,
    time: Float64Array.from(points.map(([time]) => time)),
    x: Float64Array.from(points.map((_, i) => i / 1000)),
    y: new Float64Array(points.length),
    speed: new Float32Array(points.length),
    measured: new Map(),
    flags: Uint8Array.from(points.map(([, flags]) => flags)),
  };
}
const drivesEarly = aTrack([
  [0, 0],
  [1000, held],
  [6000, 0],
  [7000, held],
]);
const drivesLate = aTrack([
  [0, held],
  [2000, 0],
  [3000, held],
]);

test('[PAST-15] a second on the wall is as many seconds as the rate says, whatever the pace of records', () => {
  const state = { cursor: 100, rate: 30, skip: false } as const;
  expect(advance(state, 1000, { span: SPAN, tracks: [drivesEarly] })).toBe(130);
  expect(advance({ ...state, rate: 300 }, 16, { span: SPAN, tracks: [] })).toBeCloseTo(104.8);
  expect(advance({ ...state, cursor: 9999 }, 1000, { span: SPAN, tracks: [drivesEarly] })).toBe(SPAN.to);
});

test('[PAST-16] jumps over time in which all vehicles stand, not while one drives', () => {
  const at = (cursor: number, tracks: readonly Track[]): number =>
    advance({ cursor, rate: 1, skip: true }, 1000, { span: SPAN, tracks });
  expect(at(1500, [drivesEarly])).toBe(6000);
  expect(at(1500, [drivesEarly, drivesLate])).toBe(2000);
  expect(at(2500, [drivesEarly, drivesLate])).toBe(2501);
  expect(at(7500, [drivesEarly])).toBe(SPAN.to);
});
