import type { Knots } from '@rastro/fleet';
import type { LateReads, LateStorage } from './late-port.ts';
import type { TrackReads } from './track-port.ts';
import type { RecordKey, StretchSegment, Episode, QuarterSums, Sums } from '@rastro/fleet/trips';

/** Head of a device's derived history. Times are milliseconds since 1970, UTC. */
export interface TripHead {
  readonly deviceId: number;
  /** The settings that the history was made with, as text. */
  readonly settings: string;
  /** Grows with each change of the history, and with each record that comes before `last`. */
  readonly revision: number;
  /** The last record in the history; all newer ones are still to come. */
  readonly last: RecordKey;
  /** State of the reducer after `last`. */
  readonly state: string;
  /** fixTimes of the oldest and newest record that came late (or went) since; null = none. */
  readonly late: { readonly from: number; readonly to: number } | null;
  /** Where the positions begin, because older ones were dropped; null = all are there. */
  readonly retentionStart: RetentionStart | null;
}
/** A boundary of the history; everything before it is fixed, because its positions are gone. */
export interface RetentionStart {
  /** fixTime of the record at the boundary: the first stored one. */
  readonly time: number;
  readonly decidedAt: RecordKey;
  /** Of the reducer after `decidedAt`; null = the history restarted at `time`. */
  readonly state: string | null;
}
/** Fields of a head for readers of many. */
export type TripCursor = Pick<TripHead, 'deviceId' | 'settings' | 'revision' | 'last' | 'late'>;

/** Tells whether anything of a device's history has changed. */
export interface TripMark extends TripCursor {
  /** Of the records from `last` on: while it is the same, they are. The same ones may have several texts. */
  readonly news: string;
}

/** Head of a device, and whether it may be continued: false = no record comes behind it. */
export interface TripEnd {
  readonly head: TripHead;
  readonly hasNews: boolean;
}

/** Sums of a device over a UTC day; `day` = floor(time / 86 400 000). */
export interface TripDay {
  readonly day: number;
  readonly sums: Sums;
  readonly quarters: readonly QuarterSums[];
}

/** Sums of a device with one driver over a UTC day; the quarters without a driver are in the day alone. */
export interface DriverDay extends TripDay {
  readonly driver: string;
}
/** Sums of a device between two quarters; with a driver, of what that driver did. */
export interface DeviceSums {
  readonly deviceId: number;
  readonly driver: string | null;
  readonly sums: Sums;
}

/** Result of a reduction, to be stored at once. */
export interface TripChange {
  readonly deviceId: number;
  /** Of the head that was read; 0 = there was none. Another one now: nothing is stored. */
  readonly revision: number;
  /** The new head; null = unchanged, with nothing late any more. */
  readonly head: Pick<TripHead, 'settings' | 'last' | 'state'> | null;
  /** The history restarts where the positions do. */
  readonly beginsAnew?: boolean;
  /** Pieces decided after `after` (null = from the first) and up to `upTo` (null = to the last) give way. */
  readonly replaces: DecidedRange | null;
  readonly pieces: readonly StretchSegment[];
  /** Days between two, both included, give way (null = to the last). */
  readonly replacesDays: { readonly from: number; readonly to: number | null } | null;
  /** Whole days with their new values. */
  readonly days: readonly TripDay[];
  /** All drivers of these days: those that were stored for a day that gives way, or gets new values, give way. */
  readonly driverDays: readonly DriverDay[];
}

/** Derived history that its writer stores, and reads when it starts. */
export interface TripStorage extends LateStorage {
  tripCursors(deviceIds: readonly number[] | null): Promise<readonly TripCursor[]>;
  /** @returns for each whether it was stored; one that was not is to be folded again. */
  applyTrips(changes: readonly TripChange[]): Promise<readonly boolean[]>;
  /**
   * Drops positions of a device that are older than a time and in its history, at most so many, but for days that are
   * packed and old as a whole, which cost nothing. The history stays; of
   * the positions, the newest stays, and all from the last boundary on that was decided before that time.
   * @returns how many were dropped; 0 = none is left to drop now.
   */
  dropPositions(deviceId: number, olderThan: number, limit: number): Promise<number>;
  /**
   * Drops events of a device that are older than a time, at most so many, the oldest first, and cached days of its
   * tracks that end before. @returns how many events were dropped.
   */
  dropTraces(deviceId: number, olderThan: number, limit: number): Promise<number>;
}

/** A piece without its state, for readers. */
export type StoredStretch = Omit<StretchSegment, 'state' | 'decidedAt' | 'quarters' | 'episodes'>;
/** A boundary where a reduction may start, or find that it agrees with the stored history. */
export type TripBoundary = Pick<StretchSegment, 'decidedAt' | 'state'> & { readonly end: RecordKey };

/** Fields of a position that derived history uses; attributes are the stored text. */
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
  readonly course: number;
  readonly accuracy: number;
  readonly geofenceIds: readonly number[];
  readonly attributes: string;
}

/** Rows of a device's history. */
export interface TripRowQuery {
  /** Rows per page handed out; bounds memory on both sides. */
  readonly pageSize: number;
  /** So many rows at most; absent = all. */
  readonly limit?: number;
  /** Rows whose clock ran further ahead of their arrival belong to no history, and are left out. */
  readonly clockAheadS: number;
}

/** Derived history for dedicated threads: a connection of its own, separate from the store's. */
export interface TripReader {
  /**
   * Runs `read`, whose reads all see one state of the store, until its promise settles. Snapshots of a reader may wait
   * for one another: one that is opened within another may never begin.
   * @throws StorageError UNAVAILABLE when the store does not answer, CLOSED after `close`; and what `read` throws.
   */
  inSnapshot<T>(read: (snapshot: TripSnapshot) => Promise<T>): Promise<T>;
  /** Snapshots that are open end first. */
  close(): Promise<void>;
}

/** Parts of the history that were decided after one key and up to another; null = from the first, to the last. */
export interface DecidedRange {
  readonly after: RecordKey | null;
  readonly upTo: RecordKey | null;
}

/** Reads of one snapshot. Pages stop when their consumer stops. */
export interface TripSnapshot extends TrackReads, LateReads {
  head(deviceId: number): Promise<TripHead | null>;
  /** The last boundary that was decided before a time; null = none. */
  boundaryBefore(deviceId: number, time: number): Promise<TripBoundary | null>;
  /** Boundaries decided after a key, in order; so many at most. */
  boundariesAfter(deviceId: number, after: RecordKey, limit: number): Promise<readonly TripBoundary[]>;
  /** Positions after a key in the order of the history; null = from the first. */
  rowsAfter(
    deviceId: number,
    after: RecordKey | null,
    query: TripRowQuery,
  ): AsyncIterable<readonly TripRow[]>;
  /** The same, before a key, newest first. */
  rowsBefore(deviceId: number, before: RecordKey, query: TripRowQuery): AsyncIterable<readonly TripRow[]>;
  /** Pieces that touch a period, both ends included, in order. `kinds` empty = all. */
  pieces(
    deviceId: number,
    from: number,
    to: number,
    kinds?: readonly StretchSegment['kind'][],
  ): Promise<readonly StoredStretch[]>;
  /** The same without some. */
  piecesBeside(
    deviceId: number,
    period: { readonly from: number; readonly to: number },
    kinds: readonly StretchSegment['kind'][],
    without: DecidedRange,
  ): Promise<readonly StoredStretch[]>;
  /** Quarters of the pieces that touch a period, without some of these. */
  quartersBeside(
    deviceId: number,
    period: { readonly from: number; readonly to: number | null },
    without: DecidedRange,
  ): Promise<readonly QuarterSums[]>;
  /** Episodes of some kinds that touch a period, by their start. */
  episodes(
    deviceId: number,
    from: number,
    to: number,
    kinds: readonly Episode['kind'][],
  ): Promise<readonly Episode[]>;
  /** The same without those of some pieces. */
  episodesBeside(
    deviceId: number,
    period: { readonly from: number; readonly to: number },
    kinds: readonly Episode['kind'][],
    without: DecidedRange,
  ): Promise<readonly Episode[]>;
  /** From the first piece to the end of the last; null = there is none. */
  span(deviceId: number): Promise<{ readonly from: number; readonly to: number } | null>;
  /** Days between two, both included, in order. */
  days(deviceId: number, from: number, to: number): Promise<readonly TripDay[]>;
  /** The same by driver, in order of days. */
  driverDays(deviceId: number, from: number, to: number): Promise<readonly DriverDay[]>;
  /** Heads of many devices, in one read; a device without derived history has none. */
  marks(deviceIds: readonly number[]): Promise<readonly TripMark[]>;
  /** The same with the states of their reducers. */
  ends(deviceIds: readonly number[]): Promise<readonly TripEnd[]>;
  /**
   * Stored sums of many devices from one quarter of an hour to before another, in as many reads as of one; of each
   * device, or of each device and driver. Those without anything are left out.
   */
  sumsOfMany(
    deviceIds: readonly number[],
    slots: { readonly from: number; readonly to: number },
    by: 'device' | 'driver',
  ): Promise<readonly DeviceSums[]>;
  /**
   * Sums of parts of time that follow one another: from each of these quarters of an hour to before the next.
   * @param bounds `slot`s, ascending.
   */
  sumsOfSlots(deviceId: number, bounds: readonly number[]): Promise<readonly Sums[]>;
  /** All days between two, both included, added up. */
  sumOfDays(deviceId: number, from: number, to: number): Promise<Sums>;
}
