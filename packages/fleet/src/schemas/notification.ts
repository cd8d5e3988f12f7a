import { z } from 'zod';
import { EVENT_TYPES } from '../entities/event.ts';
import { NOTIFICATION_CHANNELS } from '../entities/notification.ts';
import { attributes, flag, ignoring, integer, optionalText, reference } from './fields.ts';

/** A name that nobody knows would never send anything, and nobody would know why. */
const knownChannels = (notificators: string | null): boolean =>
  (notificators ?? '')
    .split(',')
    .map((name) => name.trim())
    .every((name) => name === '' || NOTIFICATION_CHANNELS.some((channel) => channel === name));

export const notificationBody = ignoring(
  ['notificatorsTypes'],
  z.strictObject({
    id: integer(),
    attributes: attributes(),
    description: optionalText(4000),
    type: z.enum(EVENT_TYPES),
    always: flag(),
    notificators: optionalText(128).refine(knownChannels, { error: 'names a channel that does not exist' }),
    commandId: reference(),
    calendarId: reference(),
  }),
);
export type NotificationBody = z.output<typeof notificationBody>;

/** What somebody writes to others. @source reference/tracking-api.md §3.12 NotificationMessage */
export const announcementBody = z.object({
  subject: optionalText(200),
  digest: optionalText(1000),
  body: optionalText(4000),
  priority: flag(),
});
const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}=*$`), 'is not a key');

/** `PushSubscription.toJSON()` of a browser. */
export const pushSubscriptionBody = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});

/** Where a person's own program is told. No secret = the former one stays. */
export const webhookBody = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(1000),
  secret: z.string().min(16).max(200).optional(),
});
