import type { Attributes } from './attributes.ts';
import type { EventType } from './event.ts';

/** A rule that notifies users of events. @source docs/reference/tracking-api.md §2.12 */
export interface NotificationRule {
  readonly id: number;
  /** `alarms` and `geofenceIds`: comma lists; `priority`. */
  readonly attributes: Attributes;
  readonly description: string | null;
  readonly type: EventType;
  /** For all devices that the user sees, without a link. */
  readonly always: boolean;
  /** Comma-separated channels, e.g. `web,mail`. */
  readonly notificators: string | null;
  /** Saved command of the channel `command`; 0 = none. */
  readonly commandId: number;
  /** 0 = at any time. */
  readonly calendarId: number;
}

/**
 * Flag of a rule: accounts that are made below its owners get it. Our own.
 * @source docs/reference/requirements.md SPEC §3 "Notification rule"
 */
export const NEW_USERS_ATTRIBUTE = 'newUsers';

/**
 * Notification channels. `webpush` and `webhook` are our own.
 * @source docs/reference/requirements.md SPEC §9, docs/reference/tracking-api.md §8.2
 */
export const NOTIFICATION_CHANNELS = [
  'web',
  'mail',
  'sms',
  'command',
  'firebase',
  'telegram',
  'webpush',
  'webhook',
] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The known channels of a comma list, each once. */
export function channelsIn(notificators: string | null): readonly NotificationChannel[] {
  const named = new Set((notificators ?? '').split(',').map((name) => name.trim()));
  return NOTIFICATION_CHANNELS.filter((channel) => named.has(channel));
}

/** `waiting` and `sending` are under way; `skipped` was never tried, `unknown` may have arrived. */
export const DELIVERY_STATUSES = ['waiting', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One line of the delivery log: a notification, its recipient and its outcome. Our own. */
export interface NotificationDelivery {
  readonly id: number;
  readonly userId: number;
  /** 0 = an announcement of a user. */
  readonly notificationId: number;
  readonly eventId: number;
  readonly eventType: string;
  readonly deviceId: number;
  readonly channel: string;
  /** Masked address. */
  readonly target: string | null;
  readonly status: DeliveryStatus;
  /** Why it was not sent. */
  readonly reason: string | null;
  readonly tries: number;
  readonly createdTime: string;
  readonly changedTime: string;
}
