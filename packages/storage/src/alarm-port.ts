import type { StoredEvent } from './records.ts';

/** An event that waits, or waited, for an acknowledgement. Times are milliseconds since 1970, UTC. */
export interface StoredAlarm {
  readonly event: StoredEvent;
  /** Null = it is open. */
  readonly acknowledged: StoredAcknowledgement | null;
}
export interface StoredAcknowledgement {
  readonly at: number;
  readonly userId: number;
  readonly userName: string;
  readonly note: string | null;
}
export interface AlarmQuery {
  readonly deviceIds: readonly number[];
  /** By the time of the event; both ends included. Absent = up to the newest. */
  readonly from: number;
  readonly to?: number;
  /** Of the open ones, and of the others, so many at most. */
  readonly limit: number;
}

/**
 * Events that wait for an acknowledgement (`waitsForSomebody`); each exists from the commit of its event on, and goes
 * with it.
 */
export interface AlarmStorage {
  /** Open ones, then the others; newest first each. */
  alarms(query: AlarmQuery): Promise<readonly StoredAlarm[]>;
  /** Every open one since an instant, oldest first. */
  openAlarms(from: number): Promise<readonly StoredAlarm[]>;
  /** Unknown ids are left out. */
  alarmsById(eventIds: readonly number[]): Promise<readonly StoredAlarm[]>;
  /** The first acknowledgement stays. @returns all of them as they are now; unknown ids are left out. */
  acknowledgeAlarms(
    eventIds: readonly number[],
    acknowledgement: StoredAcknowledgement,
  ): Promise<readonly StoredAlarm[]>;
}
