import type { EventType } from './event.ts';
import type { DeliveryStatus } from './notification.ts';

/**
 * Reasons why no one was notified. Of the whole: `NO_SIGHT`, `DISABLED`, `NO_EVENT`; of an event: `NO_RULE`; of a rule:
 * `LATE` to `CALENDAR`; of a channel: the rest. `NOT_LOGGED`: nothing prevents it now, so it did then.
 */
export const TRACE_REASONS = [
  'NO_SIGHT',
  'DISABLED',
  'NO_EVENT',
  'NO_RULE',
  'LATE',
  'ALARM',
  'GEOFENCE',
  'NOT_LINKED',
  'CALENDAR',
  'CHANNEL_OFF',
  'NO_ADDRESS',
  'NO_COMMAND',
  'NO_RIGHT',
  'RAISED_BY_COMMAND',
  'NO_BROWSER',
  'NOT_LOGGED',
] as const;
export type TraceReason = (typeof TRACE_REASONS)[number];

/** One line of the delivery log, or the reason why there is none. */
export interface TracedChannel {
  readonly channel: string;
  /** Null = the log holds nothing of it. */
  readonly status: DeliveryStatus | null;
  /** A code of the log or of this answer; null = there is none. */
  readonly reason: string | null;
  readonly target: string | null;
  readonly changedTime: string | null;
}
/** A rule of the user, held against one event. */
export interface TracedRule {
  readonly notificationId: number;
  /** Null = the rule exists no more, or has no description. */
  readonly description: string | null;
  readonly isGone: boolean;
  /** Reasons why it does not match the event; empty = it matches. */
  readonly reasons: readonly TraceReason[];
  readonly channels: readonly TracedChannel[];
}
export interface TracedEvent {
  readonly id: number;
  readonly type: EventType;
  readonly eventTime: string;
  /** Kind of the alarm; null = not an alarm. */
  readonly alarm: string | null;
  readonly reasons: readonly TraceReason[];
  readonly rules: readonly TracedRule[];
}
/** Reasons why a user was, or was not, notified about a vehicle around a moment. Our own. */
export interface NotificationTrace {
  readonly userId: number;
  readonly deviceId: number;
  readonly from: string;
  readonly to: string;
  readonly reasons: readonly TraceReason[];
  /** Nearest to the moment, in order of time. */
  readonly events: readonly TracedEvent[];
  /** There were more events than these. */
  readonly isCut: boolean;
}
