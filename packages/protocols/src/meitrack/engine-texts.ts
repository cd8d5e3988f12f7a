import type { EngineTexts } from '../engine/engine-texts.ts';

/** Output states of C01; 2 leaves one unchanged. @source docs/reference/protocols.md §meitrack. */
export const ENGINE_TEXTS: EngineTexts = { locks: [/\bc01,\d+,[02]*1/i], unlocks: [/\bc01,\d+,[02]*0/i] };
