import type { EngineTexts } from '../engine/engine-texts.ts';

/** First output, in the legacy and the universal form. @source docs/reference/protocols.md §suntech. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/\benable1\b/i, /;04;01\b/],
  unlocks: [/\bdisable1\b/i, /;04;02\b/],
};
