import type { FleetAlarm } from '@rastro/fleet';
import { tonesOf, type BuiltInSound } from '../../kernel/event-style/sound-notes.ts';

/** A sound that nobody misses; no rule has it by default. */
export const SIREN: BuiltInSound = 'audio21';
/** Heard again after this, as long as nobody has acknowledged. */
export const SIREN_MS = 10_000;
/** Older ones wait in silence: a new shift is not greeted by the alarms of yesterday. */
export const AUDIBLE_MS = 3_600_000;

/** Is there something that has to be heard? */
export const isAudible = (alarms: readonly FleetAlarm[], now: number): boolean =>
  alarms.some(
    ({ acknowledged, eventTime }) => acknowledged === null && now - Date.parse(eventTime) < AUDIBLE_MS,
  );

/** Duration of the siren. */
export const SIREN_LENGTH_MS = Math.max(...tonesOf(SIREN).map(({ endMs }) => endMs));

/**
 * Of a burst one siren is heard that goes on, not one that begins anew with each alarm.
 * @param endsAt When what sounds is over; in the past = it is silent.
 * @returns When it sounds (again), seen from now, and when that is over; null = it goes on for long enough.
 */
export function goOn(
  endsAt: number,
  now: number,
): { readonly waitMs: number; readonly endsAt: number } | null {
  const waitMs = Math.max(0, endsAt - now);
  return waitMs > SIREN_LENGTH_MS ? null : { waitMs, endsAt: now + waitMs + SIREN_LENGTH_MS };
}
