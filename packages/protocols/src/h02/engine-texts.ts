import type { EngineTexts } from '../engine/engine-texts.ts';

/** S20, with or without its time. @source docs/reference/protocols.md §h02. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/\bs20,(?:\d+,)?1,1\b/i],
  unlocks: [/\bs20,(?:\d+,)?1,0\b/i],
};
