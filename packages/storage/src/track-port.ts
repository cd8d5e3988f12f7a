/** A UTC day of a device's track, ready to be sent; `head` is the beginning of `body`. */
export interface StoredTrackDay {
  /** floor(time / 86 400 000). */
  readonly day: number;
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

/** Days whose track was made once. They go whenever the books of their day are changed, or one of its records comes late or goes. */
export interface TrackStorage {
  /**
   * @param revision Of the books that they were made from. @returns false when the books are others by now: nothing
   * is kept.
   */
  saveTrackDays(deviceId: number, revision: number, days: readonly StoredTrackDay[]): Promise<boolean>;
}

/** A position, as far as a track looks at it; attributes are the text that is stored. */
export interface TrackRow {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
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

export interface TrackReader {
  /** Positions between two times, in the order of the books; clocks as in `BookReader.rowsAfter`. */
  trackRows(deviceId: number, period: TrackPeriod): readonly TrackRow[];
  /** The same rows, with whether the ignition was said to be on in place of all attributes. */
  pathRows(deviceId: number, period: TrackPeriod): readonly PathRow[];
  /** Times of the events between two, both included. */
  eventTimes(deviceId: number, from: number, to: number): readonly number[];
  /** Kept days between two, both included, in order. */
  trackHeads(deviceId: number, from: number, to: number): readonly Pick<StoredTrackDay, 'day' | 'head'>[];
  /** Null = it is not kept. */
  trackDay(deviceId: number, day: number): Uint8Array | null;
}
