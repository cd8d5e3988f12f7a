/** Sudden changes of the level in a tank. */
export const FUELING_TYPES = ['fill', 'drain'] as const;
export type FuelingType = (typeof FUELING_TYPES)[number];
