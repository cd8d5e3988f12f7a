import type { EngineTexts } from '../engine/engine-texts.ts';

/** One letter, or its number. @source docs/reference/protocols.md §gps103. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/(?:^|,)\s*(?:j|109)\s*;?\s*$/i],
  unlocks: [/(?:^|,)\s*(?:k|110)\s*;?\s*$/i],
};
