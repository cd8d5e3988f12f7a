/** A UTC day of a device's track, ready to be sent; `head` is the beginning of `body`. */
export interface StoredTrackDay {
  /** floor(time / 86 400 000). */
  readonly day: number;
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

/**
 * Days whose track is cached. They are deleted whenever the history of their day changes, or one of its records arrives
 * late or is deleted.
 */
export interface TrackStorage {
  /**
   * @param revision Of the history that they were made from. @returns false when the history has changed by now:
   * nothing is stored.
   */
  saveTrackDays(deviceId: number, revision: number, days: readonly StoredTrackDay[]): Promise<boolean>;
}

/** Fields of a position that a track uses; attributes are the stored text. */
export interface TrackRow {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Meters. */
  readonly altitude: number;
  /** Knots. */
  readonly speed: number;
  readonly attributes: string;
}

/** The same, of which nothing but the way is wanted. */
export interface PathRow extends Omit<TrackRow, 'altitude' | 'attributes'> {
  readonly ignition: boolean;
}

export interface TrackPeriod {
  /** Both included. */
  readonly from: number;
  readonly to: number;
  readonly clockAheadS: number;
}

/** Tracks, within a snapshot of a `TripReader`. */
export interface TrackReads {
  /**
   * Positions between two times, in the order of the history, in pages of a day at most; clocks as in
   * `TripSnapshot.rowsAfter`.
   */
  trackRows(deviceId: number, period: TrackPeriod): AsyncIterable<readonly TrackRow[]>;
  /**
   * The same rows, with the ignition in place of all attributes, of some periods that follow one another, all at once:
   * the drives of a day.
   */
  pathRows(
    deviceId: number,
    periods: readonly Omit<TrackPeriod, 'clockAheadS'>[],
    clockAheadS: number,
  ): Promise<readonly PathRow[]>;
  /** Times of the events between two, both included; in no order. */
  eventTimes(deviceId: number, from: number, to: number): Promise<readonly number[]>;
  /** Cached days between two, both included, in order. */
  trackHeads(
    deviceId: number,
    from: number,
    to: number,
  ): Promise<readonly Pick<StoredTrackDay, 'day' | 'head'>[]>;
  /** Null = not cached. */
  trackDay(deviceId: number, day: number): Promise<Uint8Array | null>;
}
