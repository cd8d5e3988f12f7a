import {
  apiDate,
  channelsIn,
  type TracedChannel,
  type TracedEvent,
  type TracedRule,
  type TraceReason,
} from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';
import type { StoredDelivery, StoredEvent } from '@rastro/storage';
import { alarmOf, mismatchesOf } from './match-rule.ts';

/** Current context of one user and one vehicle. */
export interface TraceContext {
  /** Rules of the user, of whatever type. */
  readonly rules: readonly NotificationBody[];
  /** Lines of the log about the user and the vehicle. */
  readonly deliveries: readonly StoredDelivery[];
  /** Is a rule linked to the vehicle, or to one of its groups? */
  readonly isLinked: (ruleId: number) => boolean;
  readonly isInTime: (calendarId: number, at: number) => boolean;
  /** Why a channel cannot reach the user; null = it can. */
  readonly channelProblem: (
    channel: string,
    rule: NotificationBody,
    event: StoredEvent,
  ) => TraceReason | null;
}

/**
 * Holds one event against every rule of a user for its type. The log counts; where it has no entry, the present
 * obstacles are reported.
 */
export function traceEvent(event: StoredEvent, context: TraceContext): TracedEvent {
  const ofEvent = context.deliveries.filter(({ eventId }) => eventId === event.id);
  const rules = context.rules.filter(({ type }) => type === event.type);
  const known = new Set(rules.map(({ id }) => id));
  const gone = Map.groupBy(
    ofEvent.filter(({ notificationId }) => !known.has(notificationId)),
    ({ notificationId }) => notificationId,
  );
  const traced = [
    ...rules.map((rule) => traceRule(event, rule, context)),
    ...[...gone].map(([notificationId, lines]) => ({
      notificationId,
      description: null,
      isGone: true,
      reasons: [],
      channels: lines.map(channelOf),
    })),
  ];
  return {
    id: event.id,
    type: event.type,
    eventTime: apiDate(event.eventTime),
    alarm: event.type === 'alarm' ? alarmOf(event) : null,
    reasons: traced.length === 0 ? ['NO_RULE'] : [],
    rules: traced,
  };
}

function traceRule(event: StoredEvent, rule: NotificationBody, context: TraceContext): TracedRule {
  const lines = context.deliveries.filter(
    ({ eventId, notificationId }) => eventId === event.id && notificationId === rule.id,
  );
  const reasons: TraceReason[] = [...mismatchesOf(rule, event)];
  if (!rule.always && !context.isLinked(rule.id)) reasons.push('NOT_LINKED');
  if (!context.isInTime(rule.calendarId, event.eventTime)) reasons.push('CALENDAR');
  const logged = new Set(lines.map(({ channel }) => channel));
  const silent = channelsIn(rule.notificators).filter((channel) => !logged.has(channel));
  const unlogged = silent.map((channel): TracedChannel => {
    const reason = context.channelProblem(channel, rule, event) ?? unloggedReason(channel);
    return { channel, status: null, reason, target: null, changedTime: null };
  });
  return {
    notificationId: rule.id,
    description: rule.description,
    isGone: false,
    // The rule was different then: its result is in the log.
    reasons: lines.length > 0 ? [] : reasons,
    // Of a rule that does not speak of the event its channels say nothing.
    channels: [...lines.map(channelOf), ...(reasons.length > 0 && lines.length === 0 ? [] : unlogged)],
  };
}

/** An event that no open browser showed is in no log. */
const unloggedReason = (channel: string): TraceReason => (channel === 'web' ? 'NO_BROWSER' : 'NOT_LOGGED');

const channelOf = ({ channel, status, reason, target, changedAt }: StoredDelivery): TracedChannel => ({
  channel,
  status,
  reason,
  target,
  changedTime: apiDate(changedAt),
});
