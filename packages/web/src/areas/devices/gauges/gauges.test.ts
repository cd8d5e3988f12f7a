import { knots } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aPosition } from '../../../testing/memory-fleet.ts';
import { gaugesOf, seriesOf } from './gauge-series.ts';
import { sparkPath } from './spark-path.ts';

const MINUTE = 60_000;
const box = { from: 0, to: 100 * MINUTE, widthPx: 100, heightPx: 20 };
const points = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([minute, value]) => ({ at: minute * MINUTE, value }));

test('[WEBPANEL-42] the first reported one of voltage and fuel has a gauge next to the speed', () => {
  expect(gaugesOf(aPosition({ attributes: { battery: 4, power: 12.4, fuel: 30 } }))).toEqual([
    'speed',
    'power',
    'fuel',
  ]);
  expect(gaugesOf(aPosition({ attributes: { fuelLevel: 'full' } }))).toEqual(['speed']);
  expect(gaugesOf(null)).toEqual([]);
});

test('[WEBPANEL-42] a course is read from what was reported alone', () => {
  const fixTime = new Date(5 * MINUTE).toISOString();
  const history = [
    aPosition({ fixTime, speed: knots(10), attributes: { power: 12 } }),
    aPosition({ fixTime, speed: knots(11), attributes: {} }),
  ];
  expect(seriesOf(history, 'power')).toEqual(points([5, 12]));
  expect(seriesOf(history, 'speed')).toHaveLength(2);
});

test('[WEBPANEL-42] a course goes by time, between least and most, with a gap where nothing was heard', () => {
  expect(sparkPath(points([10, 0], [15, 10], [40, 5]), box)).toBe('M10.0 20.0L15.0 0.0M40.0 10.0');
  expect(sparkPath(points([10, 7], [12, 7]), box)).toBe('M10.0 10.0L12.0 10.0');
});

test('[WEBPANEL-42] one point is no course, and a pixel holds one', () => {
  expect(sparkPath(points([10, 1]), box)).toBe('');
  const many = Array.from({ length: 60_000 }, (_, each) => ({ at: each * 100, value: each % 7 }));
  expect(sparkPath(many, box).split('L').length).toBe(100);
});
