/** Ways to read positions: a live connection, the latest of each, a stretch of history, a report, a file of one. */
export const ACCESS_KINDS = ['live', 'latest', 'history', 'report', 'export'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** That somebody has read positions within an hour. */
export interface AccessLogEntry {
  /** Begin of the hour. */
  readonly hour: string;
  readonly userId: number;
  /** As he was called then. */
  readonly userName: string;
  /** Whoever came by a share. */
  readonly isGuest: boolean;
  readonly kind: AccessKind;
  /** By a token or password sent along, as programs do. */
  readonly byToken: boolean;
  /** How many vehicles of those asked for. */
  readonly devices: number;
  /** The first of them. */
  readonly deviceIds: readonly number[];
}
export interface AccessLogPage {
  readonly lines: readonly AccessLogEntry[];
  /** What the next page is asked with; null = this was the last one. */
  readonly next: string | null;
  /** Of a driver: what is known of his driving; null = asked for otherwise. */
  readonly driven: {
    /** That the caller sees and he drove in the period; 0 = not known to have driven. */
    readonly vehicles: number;
    /** Another tracking server does not tell who drove: what he drove without checking in is missing. */
    readonly byCheckInsAlone: boolean;
  } | null;
  /** Days that it is kept. */
  readonly keptDays: number;
}
