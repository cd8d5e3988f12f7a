import type { EngineTexts } from '../engine/engine-texts.ts';

/** Relay of Concox, and of trackers that speak alike. @source docs/reference/protocols.md §gt06. */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/\brelay\s*,\s*1/i, /(?<!hf)\bdyd\b/i],
  unlocks: [/\brelay\s*,\s*0/i, /\bhfyd\b/i],
};
