import type { SeriesPoint } from './gauge-series.ts';

export interface SparkBox {
  readonly from: number;
  readonly to: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Pause between records that counts as a gap, in which the line is interrupted. */
const GAP_MS = 10 * 60_000;

/**
 * The course of a value as an SVG path, by time, between its least and its most; a steady value lies in the middle.
 * @param points By time, oldest first.
 * @returns '' where there is nothing to draw.
 */
export function sparkPath(points: readonly SeriesPoint[], box: SparkBox): string {
  const visible = thinned(
    points.filter(({ at }) => at >= box.from && at <= box.to),
    box,
  );
  if (visible.length < 2) return '';
  const values = visible.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const place = ({ at, value }: SeriesPoint): string => {
    const x = ((at - box.from) / (box.to - box.from)) * box.widthPx;
    const share = max === min ? 0.5 : (value - min) / (max - min);
    return `${x.toFixed(1)} ${((1 - share) * box.heightPx).toFixed(1)}`;
  };
  return visible
    .map((point, index) => {
      const before = visible[index - 1];
      return `${before === undefined || point.at - before.at > GAP_MS ? 'M' : 'L'}${place(point)}`;
    })
    .join('');
}

/** The last point of each pixel: more is not visible. */
function thinned(points: readonly SeriesPoint[], { from, to, widthPx }: SparkBox): readonly SeriesPoint[] {
  const columnOf = ({ at }: SeriesPoint): number => Math.floor(((at - from) / (to - from)) * widthPx);
  return points.filter((point, index) => {
    const next = points[index + 1];
    return next === undefined || columnOf(next) !== columnOf(point);
  });
}
