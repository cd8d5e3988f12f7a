import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import { boundsOf, measuredAt, measuredTable, scaleOf, sharesOf } from './measured.ts';
import type { Track } from './track.ts';

const NONE = Number.NaN;

function aTrack(values: readonly number[], flags: readonly number[] = []): Track {
  return {
    deviceId: 1,
    length: values.length,
    time: Float64Array.from(values, (_, i) => i * 10),
    x: new Float64Array(values.length),
    y: new Float64Array(values.length),
    speed: new Float32Array(values.length),
    flags: Uint8Array.from(values, (_, i) => flags[i] ?? 0),
    measured: new Map([['fuel', Float64Array.from(values)]]),
  };
}

test('[PAST-23] a scale has six round classes around all that is shown', () => {
  const scale = scaleOf([aTrack([612, NONE, 640]), aTrack([731])], 'fuel');
  expect(scale).toEqual({ from: 600, step: 25 });
  expect(scale && boundsOf(scale)).toEqual([625, 650, 675, 700, 725]);
  expect(scaleOf([aTrack([12.34])], 'fuel')).toEqual({ from: 12, step: 1 });
  for (const [min, max] of [
    [-7, 93],
    [0.01, 0.17],
    [1e6, 1.9e6],
  ] as const) {
    const made = scaleOf([aTrack([min, max])], 'fuel');
    expect(made?.from).toBeLessThanOrEqual(min);
    expect((made?.from ?? 0) + 6 * (made?.step ?? 0)).toBeGreaterThanOrEqual(max);
  }
});

test('[PAST-23] what was not measured is unknown, on map and chart', () => {
  const track = aTrack([0, NONE, 60, 30], [0, 0, 0, TRACK_FLAGS.gap]);
  const scale = scaleOf([track], 'fuel');
  expect([...sharesOf(track, 'fuel', scale)]).toEqual([0, 255, 250, 125]);
  expect([...sharesOf(track, 'other', scaleOf([track], 'other'))]).toEqual([255, 255, 255, 255]);
  expect(measuredTable(track, 'fuel', { from: 0, to: 100, stepS: 0 })).toEqual([
    [0, 10, 20, 21, 30],
    [0, null, 60, null, 30],
  ]);
  const stood = aTrack([40, 30], [TRACK_FLAGS.held]);
  expect(measuredTable(stood, 'fuel', { from: 0, to: 100, stepS: 0 })).toEqual([
    [0, 9, 10],
    [40, 40, 30],
  ]);
  expect([
    measuredAt(track, 'fuel', 25),
    measuredAt(track, 'fuel', 15),
    measuredAt(track, 'fuel', -1),
  ]).toEqual([60, null, null]);
});
