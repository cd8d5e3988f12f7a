import type { FleetEvent } from './event.ts';

/** An event that waits, or waited, for an acknowledgement. Our own. */
export interface FleetAlarm extends FleetEvent {
  /** Null = it is open. */
  readonly acknowledged: Acknowledgement | null;
}

/** The first acknowledgement. */
export interface Acknowledgement {
  readonly userId: number;
  /** As it was then. */
  readonly userName: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly note: string | null;
}
