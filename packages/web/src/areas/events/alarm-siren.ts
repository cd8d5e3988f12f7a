import type { FleetAlarm } from '@rastro/fleet';
import type { BuiltInSound } from '../../kernel/event-look/sound-notes.ts';

/** What nobody overhears; no rule has it by default. */
export const SIREN: BuiltInSound = 'audio21';
/** Heard again after this, as long as nobody has acknowledged. */
export const SIREN_MS = 10_000;
/** Older ones wait in silence: a new shift is not greeted by the alarms of yesterday. */
export const HEARD_MS = 3_600_000;

/** Is there something that has to be heard? */
export const isHeard = (alarms: readonly FleetAlarm[], now: number): boolean =>
  alarms.some(
    ({ acknowledged, eventTime }) => acknowledged === null && now - Date.parse(eventTime) < HEARD_MS,
  );
