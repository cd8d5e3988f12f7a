import type { Attributes } from './attributes.ts';
import { channelsIn, type NotificationChannel } from './notification.ts';

/** A day: after that another message does not help. */
export const LONGEST_ESCALATION_MIN = 1440;

/** Settings of a rule for alarms that nobody acknowledges. */
export interface Escalation {
  readonly afterMs: number;
  /** Users to notify then; null = those of the rule. */
  readonly userIds: readonly number[] | null;
  /** Channels for that: browsers were notified already, and no command is sent twice. */
  readonly channels: readonly NotificationChannel[];
}

interface Rule {
  readonly attributes: Attributes;
  readonly notificators: string | null;
}

/** `escalateMinutes`, `escalateUsers` and `escalateChannels` of a rule; null = it has none. */
export function escalationOf({ attributes, notificators }: Rule): Escalation | null {
  const minutes = escalationMinutes(attributes);
  if (minutes === null) return null;
  const users = listed(attributes['escalateUsers']);
  const named = textOf(attributes['escalateChannels']);
  const channels = channelsIn(named === '' ? notificators : named);
  return {
    afterMs: minutes * 60_000,
    userIds: users.length === 0 ? null : users.map(Number),
    channels: channels.filter((channel) => channel !== 'web' && channel !== 'command'),
  };
}

/** Minutes as a number or a text; null = none that count. */
export function escalationMinutes({ escalateMinutes }: Attributes): number | null {
  const minutes = Number(textOf(escalateMinutes) || Number.NaN);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= LONGEST_ESCALATION_MIN ? minutes : null;
}

/** Returns why the escalation settings of a rule are invalid; null = they are valid. */
export function wrongEscalation(attributes: Attributes): readonly [name: string, message: string] | null {
  const isSaid = (name: string): boolean => textOf(attributes[name]) !== '';
  if (isSaid('escalateMinutes') && escalationMinutes(attributes) === null)
    return ['escalateMinutes', `is no whole number of minutes from 1 to ${LONGEST_ESCALATION_MIN}`];
  if (listed(attributes['escalateUsers']).some((id) => !/^[1-9]\d{0,14}$/.test(id)))
    return ['escalateUsers', 'names something that is no user'];
  const channels = listed(attributes['escalateChannels']);
  const known: ReadonlySet<string> = new Set(channelsIn(channels.join()));
  if (channels.some((name) => !known.has(name) || name === 'web' || name === 'command'))
    return ['escalateChannels', 'names a channel that cannot escalate'];
  return null;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
const listed = (value: unknown): readonly string[] =>
  textOf(value)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
