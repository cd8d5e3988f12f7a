import type { EngineTexts } from '../engine/engine-texts.ts';

/** Text commands of the immobilizer and of outputs. @source docs/reference/protocols.md §ruptela. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/\bimmobilizer\b/i, /\bsetio\s+\d+\s*,\s*1/i],
  unlocks: [/\bresetimmob\b/i, /\bsetio\s+\d+\s*,\s*0/i],
};
