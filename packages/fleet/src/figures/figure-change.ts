import type { WidgetFigure } from './figure.ts';

/** By how much a figure differs from that of the compared period. */
export interface FigureChange {
  /** Whole; below zero = it fell. */
  readonly percent: number;
  /** Null = neither direction is better, or it is unchanged. */
  readonly isGood: boolean | null;
}

/** Change of a figure; null = one of both is not known, or it rose from nothing. */
export function changeOf({
  value,
  before,
  lessIsBetter,
}: Pick<WidgetFigure, 'value' | 'before' | 'lessIsBetter'>): FigureChange | null {
  if (value === null || before === null || before === undefined || before <= 0) return null;
  // Adding zero makes a fall of less than half a per cent no negative zero.
  const percent = Math.round(((value - before) / before) * 100) + 0;
  return { percent, isGood: lessIsBetter === true && percent !== 0 ? percent < 0 : null };
}
