import type { PendingCorrection } from './pending-correction.ts';
import type { NewEvent, StoredEvent } from './records.ts';

/** A record that came after a newer one: live state passed it over. It goes with its position. */
export interface LateRecord {
  readonly id: number;
  readonly fixTime: number;
  /** Its contribution to the totals; null = not checked yet. */
  readonly correction: PendingCorrection | null;
}

/** A period inside a geofence that needs a minimum time before it counts as entered. */
export interface VisitPeriod {
  readonly geofenceId: number;
  readonly from: number;
  readonly to: number;
}

/** Changes by late records between two that were not late. */
export interface LateFindings {
  readonly deviceId: number;
  readonly records: readonly {
    readonly id: number;
    readonly fixTime: number;
    readonly correction: PendingCorrection;
  }[];
  /**
   * All events at these records and at those after them: events of an earlier check that this one lacks are deleted;
   * events that live state already reported are not reported again.
   */
  readonly events: readonly NewEvent[];
  /** Where such an event may be. */
  readonly positionIds: readonly number[];
  /** No event of these records is outside. */
  readonly from: number;
  readonly to: number;
  /** Geofences that need a minimum time: their events may be at other records than these. */
  readonly dwellGeofences: readonly number[];
  /** Their events in these periods hold only if they are among `events`, the others hold. */
  readonly visits: readonly VisitPeriod[];
  /** Types of events that go into the outbox when they are new; absent = none. */
  readonly outboxTypes?: readonly string[];
}
export interface LateOutcome {
  /** Of the device, since its first record. */
  readonly pendingCorrection: PendingCorrection;
  /** Those that were not there before. */
  readonly events: readonly StoredEvent[];
}

export interface LateStorage {
  settleLate(findings: readonly LateFindings[]): Promise<readonly LateOutcome[]>;
}
/** Late records, within a snapshot of a `TripReader`. */
export interface LateReads {
  /** Late records between two fixTimes, both included, in order. */
  lateRecords(deviceId: number, from: number, to: number): Promise<readonly LateRecord[]>;
  /** The first late record that is not checked yet; null = there is none. */
  firstOpenLate(deviceId: number): Promise<number | null>;
}
