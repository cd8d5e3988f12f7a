import type { EngineTexts } from '../engine/engine-texts.ts';

/** First output of setdigout; `?` leaves one unchanged. @source docs/reference/protocols.md §teltonika. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/\bsetdigout\s+[0?x]*1/i],
  unlocks: [/\bsetdigout\s+[0?x]*0/i],
};
