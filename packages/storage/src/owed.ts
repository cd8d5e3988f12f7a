/** What the live totals of a device lack (or have too much), because records came late: metres, milliseconds. */
export interface Owed {
  readonly distanceM: number;
  readonly engineMs: number;
}
export const NOTHING_OWED: Owed = { distanceM: 0, engineMs: 0 };
