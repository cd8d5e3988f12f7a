import { dayNamer, SLICE } from './arrange.ts';
import type { KindChart } from './kinds/report-kind.ts';
import type { ColumnHead, ReportRow } from './report-row.ts';

/** A figure over days or moments; `at` is ms since 1970, a day its midnight in Greenwich. */
export interface Figures {
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
}

export interface FigureWish {
  /** undefined = nothing is drawn. */
  readonly chart: KindChart | undefined;
  readonly columns: readonly ColumnHead[];
  readonly zone: string;
}

/**
 * Computes the chart of the rows, in slices; null = no chart, or one without meaning: a single day, or records of
 * several vehicles.
 */
export function* figuresOf(
  rows: readonly ReportRow[],
  { chart, columns, zone }: FigureWish,
): Generator<undefined, Figures | null> {
  if (chart === undefined) return null;
  const column = columns.findIndex(({ id }) => id === chart.column);
  const points = new Map<number, number | null>();
  const dayOf = dayNamer(zone);
  for (const [index, { from, cells, deviceId }] of rows.entries()) {
    if (index % SLICE === SLICE - 1) yield;
    const value = cells[column];
    if (from === null || typeof value !== 'number') continue;
    if (chart.by === 'moment') {
      if (deviceId !== rows[0]?.deviceId) return null;
      points.set(from, value);
    } else {
      const day = Date.parse(dayOf(from));
      points.set(day, (points.get(day) ?? 0) + value);
    }
  }
  if (points.size < 2) return null;
  const at = [...points.keys()].toSorted((a, b) => a - b);
  return { at, values: at.map((moment) => points.get(moment) ?? null) };
}
