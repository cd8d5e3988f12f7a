import type { EngineTexts } from '../engine/engine-texts.ts';

/**
 * Terminal control (0x8105) as bytes: 0xf0 cuts, 0xf1 frees; its variant 0xa006 counts as cutting.
 * @source docs/reference/protocols.md §jt808
 */
export const ENGINE_TEXTS: EngineTexts = {
  locks: [/^7e(?:8105(?![0-9a-f]+f1[0-9a-f]{2}7e$)|a006)/i],
  unlocks: [/^7e8105[0-9a-f]+f1[0-9a-f]{2}7e$/i],
};
