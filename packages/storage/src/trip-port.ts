import type { Knots } from '@rastro/fleet';
import type { LateReader, LateStorage } from './late-port.ts';
import type { TrackReader } from './track-port.ts';
import type { RecordKey, StretchSegment, Episode, QuarterSums, Sums } from '@rastro/fleet/trips';

/** Head of a device's derived history. Times are milliseconds since 1970, UTC. */
export interface TripHead {
  readonly deviceId: number;
  /** The settings that the books were made with, as text. */
  readonly settings: string;
  /** Grows with each change of the books, and with each record that comes before `last`. */
  readonly revision: number;
  /** The last record in the books; all newer ones are still to come. */
  readonly last: RecordKey;
  /** The fold after `last`. */
  readonly state: string;
  /** fixTimes of the oldest and newest record that came late (or went) since; null = none. */
  readonly late: { readonly from: number; readonly to: number } | null;
  /** Where the positions begin, because older ones were dropped; null = all are there. */
  readonly retentionStart: RetentionStart | null;
}
/** A boundary of the books; what is before it stays as it is, because nothing is left to make it from. */
export interface RetentionStart {
  /** fixTime of the record at the boundary: the first that is kept. */
  readonly time: number;
  readonly decidedAt: RecordKey;
  /** Of the fold after `decidedAt`; null = the books began anew at `time`. */
  readonly state: string | null;
}
/** Fields of a head for readers of many. */
export type TripCursor = Pick<TripHead, 'deviceId' | 'settings' | 'revision' | 'last' | 'late'>;

/** Sums of a device over a UTC day; `day` = floor(time / 86 400 000). */
export interface TripDay {
  readonly day: number;
  readonly sums: Sums;
  readonly quarters: readonly QuarterSums[];
}

/** Result of a reduction, to be stored at once. */
export interface TripChange {
  readonly deviceId: number;
  /** Of the head that was read; 0 = there was none. Another one now: nothing is stored. */
  readonly revision: number;
  /** The head as it is to be; null = as it was, with nothing late any more. */
  readonly head: Pick<TripHead, 'settings' | 'last' | 'state'> | null;
  /** The books begin anew where the positions do. */
  readonly beginsAnew?: boolean;
  /** Pieces decided after `after` (null = from the first) and up to `upTo` (null = to the last) give way. */
  readonly replaces: { readonly after: RecordKey | null; readonly upTo: RecordKey | null } | null;
  readonly pieces: readonly StretchSegment[];
  /** Days between two, both included, give way (null = to the last). */
  readonly replacesDays: { readonly from: number; readonly to: number | null } | null;
  /** Whole days, as they are now. */
  readonly days: readonly TripDay[];
}

/** Derived history that its writer stores, and reads when it starts. */
export interface TripStorage extends LateStorage {
  tripCursors(deviceIds: readonly number[] | null): Promise<readonly TripCursor[]>;
  /** @returns for each whether it was stored; one that was not is to be folded again. */
  applyTrips(changes: readonly TripChange[]): Promise<readonly boolean[]>;
  /**
   * Drops positions of a device that are older than a time and in its books, at most so many. The books stay; of the
   * positions, all stay from the last boundary on that was decided before that time, and the newest.
   * @returns how many went; 0 = none is left to drop now.
   */
  dropPositions(deviceId: number, olderThan: number, limit: number): Promise<number>;
  /**
   * Drops events of a device that are older than a time, at most so many, the oldest first, and kept days of its tracks
   * that end before. @returns how many events went.
   */
  dropTraces(deviceId: number, olderThan: number, limit: number): Promise<number>;
}

/** A piece without its state: what readers look at. */
export type StoredStretch = Omit<StretchSegment, 'state' | 'decidedAt' | 'quarters' | 'episodes'>;
/** A boundary where a fold may start, or find that it agrees with what is stored. */
export type TripBoundary = Pick<StretchSegment, 'decidedAt' | 'state'> & { readonly end: RecordKey };

/** A position, as far as the books look at it; attributes are the text that is stored. */
export interface TripRow {
  readonly id: number;
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
  readonly serverTime: number;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: Knots;
  readonly accuracy: number;
  readonly geofenceIds: readonly number[];
  readonly attributes: string;
}

/**
 * Reads books where it is called, on a connection of its own: for threads. All reads within `inSnapshot` see one
 * state of the store.
 */
export interface TripReader extends TrackReader, LateReader {
  inSnapshot<T>(read: () => T): T;
  head(deviceId: number): TripHead | null;
  /** The last boundary that was decided before a time; null = none. */
  boundaryBefore(deviceId: number, time: number): TripBoundary | null;
  /** Boundaries decided after a key, in order, page by page. */
  boundariesAfter(deviceId: number, after: RecordKey, limit: number): readonly TripBoundary[];
  /**
   * Positions after a key in the order of the books; null = from the first. Those whose clock ran ahead of their
   * arrival are no part of any history that can be told.
   */
  rowsAfter(
    deviceId: number,
    after: RecordKey | null,
    most: { readonly rows: number; readonly clockAheadS: number },
  ): readonly TripRow[];
  /** The same, before a key, newest first. */
  rowsBefore(
    deviceId: number,
    before: RecordKey,
    most: { readonly rows: number; readonly clockAheadS: number },
  ): readonly TripRow[];
  /** Pieces that touch a period, both ends included, in order. `kinds` empty = all. */
  pieces(
    deviceId: number,
    from: number,
    to: number,
    kinds?: readonly StretchSegment['kind'][],
  ): readonly StoredStretch[];
  /**
   * Quarters of the pieces that touch a period, without those decided after one key and up to another; null = from the
   * first, to the last.
   */
  quartersBeside(
    deviceId: number,
    period: { readonly from: number; readonly to: number | null },
    without: { readonly after: RecordKey | null; readonly upTo: RecordKey | null },
  ): readonly QuarterSums[];
  /** Episodes of some kinds that touch a period, by their start. */
  episodes(deviceId: number, from: number, to: number, kinds: readonly Episode['kind'][]): readonly Episode[];
  /** From the first piece to the end of the last; null = there is none. */
  span(deviceId: number): { readonly from: number; readonly to: number } | null;
  /** Days between two, both included, in order. */
  days(deviceId: number, from: number, to: number): readonly TripDay[];
  /**
   * Sums of parts of time that follow one another: from each of these quarters of an hour to before the next.
   * @param bounds `slot`s, ascending.
   */
  sumsOfSlots(deviceId: number, bounds: readonly number[]): readonly Sums[];
  /** All days between two, both included, added up. */
  sumOfDays(deviceId: number, from: number, to: number): Sums;
  close(): void;
}
