import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import { speedTable } from './speed-series.ts';
import { ThinTable } from './thin-table.ts';
import type { Track } from './track.ts';

const YEAR_S = 365 * 86_400;
const CHART_PX = 900;

/** A point every quarter of an hour: most drive, each tenth stands. */
function aYear(): Track {
  const length = YEAR_S / 900;
  return {
    deviceId: 1,
    length,
    time: Float64Array.from({ length }, (_, i) => i * 900),
    x: new Float64Array(length),
    y: new Float64Array(length),
    speed: Float32Array.from({ length }, (_, i) => (i === 20_000 ? 200 : 30 + (i % 40))),
    flags: Uint8Array.from({ length }, (_, i) => (i % 10 === 9 ? TRACK_FLAGS.held : 0)),
    measured: new Map(),
  };
}

test('[PAST-31] a year has as many points as the chart is wide, and keeps what was least and most', () => {
  const year = aYear();
  const [whole] = speedTable(year, { from: 0, to: YEAR_S, stepS: 0 }, 'kmh');
  const [times, speeds] = speedTable(year, { from: 0, to: YEAR_S, stepS: YEAR_S / CHART_PX }, 'kmh');
  expect(whole.length).toBeGreaterThan(35_000);
  expect(times.length).toBeLessThanOrEqual(CHART_PX * 4 + 4);
  expect(Math.max(...speeds.map((speed) => speed ?? 0))).toBeCloseTo(200, 3);
  expect(Math.min(...speeds.map((speed) => speed ?? 0))).toBe(0);
  expect(times.every((at, i) => i === 0 || at > (times[i - 1] ?? 0))).toBe(true);
});

test('[PAST-31] a hole wider than a pixel stays one, and what is not later than before is left out', () => {
  const curve = new ThinTable(10);
  for (const [at, value] of [
    [0, 5],
    [3, 9],
    [3, 50],
    [4, 1],
    [6, 4],
    [7, null],
    [45, 6],
  ] as const)
    curve.put(at, value);
  expect(curve.table()).toEqual([
    [0, 3, 4, 7, 45],
    [5, 9, 1, null, 6],
  ]);
});
