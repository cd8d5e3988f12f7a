/** A code on the label of a tracker in stock: anybody who has it adds the tracker to their account, once. */
export interface AutolinkCode {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly model: string;
  readonly code: string;
  /** ISO 8601 UTC: afterwards it opens nothing. */
  readonly until: string;
}

/** Details of a tracker that the holder of its code gets. */
export interface AutolinkOffer {
  readonly model: string;
  readonly category: string | null;
  /** Null = it never reported. */
  readonly lastUpdate: string | null;
  readonly until: string;
}

/** A move of a tracker in stock, with its author and reason. */
export interface StockMovement {
  readonly deviceId: number;
  readonly deviceName: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly userId: number;
  readonly userName: string;
  /** `device.state` before and after; empty = not set. */
  readonly from: string;
  readonly to: string;
  readonly note: string;
}

/** Outcome for a tracker that was to be moved. */
export const STOCK_OUTCOMES = ['moved', 'same', 'unknown', 'refused'] as const;
export interface StockOutcome {
  readonly deviceId: number;
  readonly outcome: (typeof STOCK_OUTCOMES)[number];
}

/** Days for which a printed code is valid, by default and at most. */
export const AUTOLINK_DAYS = 90;
export const AUTOLINK_MAX_DAYS = 730;
/** Of one call. */
export const STOCK_MAX_MOVED = 100;
export const STOCK_MAX_CODES = 500;
