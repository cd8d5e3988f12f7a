import type { EngineTexts } from '../engine/engine-texts.ts';

/** Driver messages that units take as commands for their first output. @source docs/reference/protocols.md §wialon. */
export const ENGINE_TEXTS: EngineTexts = { locks: [/\bl1=1\b/i], unlocks: [/\bl1=0\b/i] };
