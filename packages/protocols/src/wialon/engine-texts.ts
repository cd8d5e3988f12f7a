import type { EngineTexts } from '../engine/engine-texts.ts';

/** Driver messages that units take as commands for their first output. @source reference/protocols, "Commands". */
export const ENGINE_TEXTS: EngineTexts = { locks: [/\bl1=1\b/i], unlocks: [/\bl1=0\b/i] };
