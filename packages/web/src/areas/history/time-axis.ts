import { HOUR_S } from '@rastro/base';
import { startOfDay } from '@rastro/fleet/calendars';
import type { Span } from './track.ts';

/** Room for names at the left of the strip and for figures at the left of the chart, px. */
export const GUTTER_PX = 84;
export const RIGHT_PX = 12;
/** The same where a second curve has its figures at the right. */
export const CURVE_PX = 56;

/** A stretch of time, and the space that is left at its right. */
export interface PlotAxis extends Span {
  readonly rightPx: number;
}

const STEPS_S = [300, 900, 1800, HOUR_S, 2 * HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S] as const;
const DAY_STEPS = [1, 2, 7, 14, 30, 90, 365] as const;
const LABEL_PX = 72;

export interface Tick {
  readonly at: number;
  /** It begins a day. */
  readonly isDay: boolean;
}

/** Moments to write below an axis: whole hours or days as a clock in the zone shows them. */
export function ticksOf({ from, to }: Span, widthPx: number, zone: string): readonly Tick[] {
  const maxTicks = Math.max(1, Math.floor(widthPx / LABEL_PX));
  const minStep = (to - from) / maxTicks;
  const step = STEPS_S.find((each) => each >= minStep);
  const days = step === undefined ? (DAY_STEPS.find((each) => each * 24 * HOUR_S >= minStep) ?? 365) : 1;
  const ticks: Tick[] = [];
  let midnight = startOfDay(from * 1000, zone) / 1000;
  while (midnight <= to && ticks.length < 200) {
    const next = startOfDay(midnight * 1000, zone, days) / 1000;
    for (let at = midnight; at < next; at += step ?? Infinity)
      if (at >= from && at <= to) ticks.push({ at, isDay: at === midnight });
    midnight = next;
  }
  return ticks;
}

/** Place of a moment on an axis, px from the left end. */
export const xAt = ({ from, to, rightPx }: PlotAxis, at: number, widthPx: number): number =>
  GUTTER_PX + ((at - from) / Math.max(1, to - from)) * plotPx(widthPx, rightPx);

/** The moment under a place. */
export const momentAt = ({ from, to, rightPx }: PlotAxis, x: number, widthPx: number): number =>
  from + ((x - GUTTER_PX) / plotPx(widthPx, rightPx)) * (to - from);

const plotPx = (widthPx: number, rightPx: number): number => Math.max(1, widthPx - GUTTER_PX - rightPx);
