import { z } from 'zod';
import {
  FIGURE_NOTES,
  FIGURE_UNITS,
  OVERVIEW_FIGURES,
  OVERVIEW_KINDS,
} from '../../reports/overview-figures.ts';
import { maybeInstant, maybeNumber, string, yesNo } from './shape.ts';

/**
 * A figure of an overview of all vehicles that were asked for, beside that of the compared period. In the units that it
 * names: meters, milliseconds, shares of 1, milliliters, cents, points, events or liters per 100 km.
 */
export const OverviewFigureAnswer = z.strictObject({
  widget: z.enum(OVERVIEW_KINDS),
  figure: z.enum(OVERVIEW_FIGURES),
  value: maybeNumber(),
  unit: z.enum(FIGURE_UNITS),
  /** Of the compared period; null = not compared, or not known. */
  before: maybeNumber(),
  /** Whole per cent by which it rose, or fell; null = not compared, or it rose from nothing. */
  change: maybeNumber(),
  /** Whether that is good news; null = neither direction is better. */
  isGood: yesNo().nullable(),
  /** Parts of it, and how far it is known; null = nothing is to be said. */
  note: z
    .strictObject({
      name: z.enum(FIGURE_NOTES),
      values: z.record(string(), z.strictObject({ value: maybeNumber(), unit: z.enum(FIGURE_UNITS) })),
    })
    .nullable(),
  /** When it was so, of what waits for somebody; null = it is a figure of the period. */
  at: maybeInstant(),
});
