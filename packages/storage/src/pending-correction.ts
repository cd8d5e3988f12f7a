/** What the live totals of a device lack (or have too much), because records came late: metres, milliseconds. */
export interface PendingCorrection {
  readonly distanceM: number;
  readonly engineMs: number;
}
export const NO_CORRECTION: PendingCorrection = { distanceM: 0, engineMs: 0 };
