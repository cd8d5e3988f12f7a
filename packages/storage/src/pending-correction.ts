/** Correction that the live totals of a device still need because records came late: meters, milliseconds. */
export interface PendingCorrection {
  readonly distanceM: number;
  readonly engineMs: number;
}
export const NO_CORRECTION: PendingCorrection = { distanceM: 0, engineMs: 0 };
