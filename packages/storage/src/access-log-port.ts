import type { AccessKind } from '@rastro/fleet';

/** Vehicles of one stretch of ids, a bit for each: `id % VIEWING_SPAN` of those whose `id / VIEWING_SPAN` is the part. */
export interface SeenPart {
  readonly part: number;
  readonly bits: Uint8Array;
}
export const ACCESS_LOG_SPAN = 1024;

/** A user's reading of positions within an hour: one for each reader, hour, kind and sign-in method. */
export interface NewAccessLogEntry {
  /** Hours since 1970. */
  readonly hour: number;
  readonly readerId: number;
  readonly readerName: string;
  /** The reader used a share. */
  readonly isGuest: boolean;
  readonly kind: AccessKind;
  /** By a token or password sent along, as programs do, instead of a session. */
  readonly byToken: boolean;
  readonly parts: readonly SeenPart[];
}
export interface StoredAccessLogEntry extends Omit<NewAccessLogEntry, 'parts'> {
  /** Devices that were seen, of those requested; in order. */
  readonly deviceIds: readonly number[];
}

/** Cursor of a page: the next one begins after this line. */
export type AccessLogCursor = Pick<StoredAccessLogEntry, 'hour' | 'readerId' | 'kind' | 'byToken'>;
/** Hours, both included, within which a reading of a vehicle counts, of some kinds. */
export interface VehicleHours {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly AccessKind[];
}
export interface AccessLogSearch {
  /** Only readers of this vehicle; null = any. */
  readonly deviceId: number | null;
  /** Only readings of these in those hours, with the vehicles among these. Null = at any time. */
  readonly within: readonly VehicleHours[] | null;
  /** Only readings by this user; null = anybody. */
  readonly readerId: number | null;
  /** Hours, both included. */
  readonly from: number;
  readonly to: number;
  readonly kind: AccessKind | null;
  /** Part of the name of who read, in any case. */
  readonly text: string | null;
  readonly isOldestFirst: boolean;
  readonly after: AccessLogCursor | null;
  readonly limit: number;
}

/** Access log: who read the positions of which vehicles. */
export interface AccessLogStorage {
  /** Adds what was seen to what is known of the same hour, reader, kind and way. */
  addAccessLogEntries(viewings: readonly NewAccessLogEntry[]): Promise<void>;
  /** One page, newest hour first. */
  searchAccessLog(search: AccessLogSearch): Promise<readonly StoredAccessLogEntry[]>;
  /** Deletes entries before an hour, and readers without entries. */
  removeAccessLogBefore(hour: number): Promise<void>;
  /** Renames a reader in all stored entries. */
  renameReader(readerId: number, name: string): Promise<void>;
}
