/**
 * Ways to read positions: a live connection, the latest of each, a stretch of history, a report, a file of one, and
 * scores of driving, which are made of them.
 */
export const ACCESS_KINDS = ['live', 'latest', 'history', 'report', 'export', 'score'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** A user's reading of positions within an hour. */
export interface AccessLogEntry {
  /** Begin of the hour. */
  readonly hour: string;
  readonly userId: number;
  /** Name at that time. */
  readonly userName: string;
  /** The reader used a share. */
  readonly isGuest: boolean;
  readonly kind: AccessKind;
  /** By a token or password sent along, as programs do. */
  readonly byToken: boolean;
  /** Number of the requested vehicles that were read. */
  readonly devices: number;
  /** The first of them. */
  readonly deviceIds: readonly number[];
}
export interface AccessLogPage {
  readonly lines: readonly AccessLogEntry[];
  /** Cursor of the next page; null = this was the last one. */
  readonly next: string | null;
  /** For a search by driver: what is known of their driving; null = another search. */
  readonly driven: {
    /** Vehicles visible to the caller that the driver drove in the period; 0 = none known. */
    readonly vehicles: number;
    /** Another tracking server does not report drivers: drives without a check-in are missing. */
    readonly byCheckInsAlone: boolean;
  } | null;
  /** Days for which entries are stored. */
  readonly keptDays: number;
}
