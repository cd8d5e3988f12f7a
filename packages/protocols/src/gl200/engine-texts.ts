import type { EngineTexts } from '../engine/engine-texts.ts';

/** First output of GTOUT. @source docs/reference/protocols.md §gl200. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/\bat\+gtout=[^,]*,[1-9]/i],
  unlocks: [/\bat\+gtout=[^,]*,0/i],
};
