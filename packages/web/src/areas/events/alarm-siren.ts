import type { FleetAlarm } from '@rastro/fleet';
import { tonesOf, type BuiltInSound } from '../../kernel/event-style/sound-notes.ts';

/** A sound that cannot be missed; no rule has it by default. */
export const SIREN: BuiltInSound = 'audio21';
/** Interval until the siren repeats, until a user acknowledges. */
export const SIREN_MS = 10_000;
/** Older alarms wait silently: a new shift is not greeted by the alarms of yesterday. */
export const AUDIBLE_MS = 3_600_000;

/** Whether any alarm has to sound. */
export const isAudible = (alarms: readonly FleetAlarm[], now: number): boolean =>
  alarms.some(
    ({ acknowledged, eventTime }) => acknowledged === null && now - Date.parse(eventTime) < AUDIBLE_MS,
  );

/** Duration of the siren. */
export const SIREN_LENGTH_MS = Math.max(...tonesOf(SIREN).map(({ endMs }) => endMs));

/**
 * Extends one siren over a burst of alarms, instead of a new one for each.
 * @param endsAt When the current sound ends; in the past = it is silent.
 * @returns When to sound (again), relative to now, and when that ends; null = the current sound lasts long enough.
 */
export function goOn(
  endsAt: number,
  now: number,
): { readonly waitMs: number; readonly endsAt: number } | null {
  const waitMs = Math.max(0, endsAt - now);
  return waitMs > SIREN_LENGTH_MS ? null : { waitMs, endsAt: now + waitMs + SIREN_LENGTH_MS };
}
