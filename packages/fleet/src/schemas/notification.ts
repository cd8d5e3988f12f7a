import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import type { Attributes, AttributeValue } from '../entities/attributes.ts';
import { wrongEscalation } from '../entities/escalation.ts';
import { EVENT_TYPES, type EventType } from '../entities/event.ts';
import { NOTIFICATION_CHANNELS } from '../entities/notification.ts';
import { soundUrl } from '../entities/sound-url.ts';
import { attributes, flag, ignoring, integer, optionalText, reference } from './fields.ts';

/** An unknown name would silently never send anything. */
const knownChannels = (notificators: string | null): boolean =>
  (notificators ?? '')
    .split(',')
    .map((name) => name.trim())
    .every((name) => name === '' || NOTIFICATION_CHANNELS.some((channel) => channel === name));

const namesNone = (list: unknown): boolean => typeof list !== 'string' || !/[^\s,]/.test(list);

/** `{brand}.soundURL`: what the browser would not play is no sound. @source docs/reference/requirements.md SPEC §5 */
const SOUND_URL = /^[\w-]+\.soundURL$/;

/** @source docs/reference/requirements.md SPEC §5 "Notification: type, channels and alarms required" */
function checkRule(
  { type, attributes }: { readonly type: EventType; readonly attributes: Attributes },
  context: z.RefinementCtx,
): void {
  const refuse = (name: string, message: string): void =>
    context.addIssue({ code: 'custom', path: ['attributes', name], message });
  if (type === 'alarm' && namesNone(attributes['alarms'])) refuse('alarms', 'names no alarm');
  const wrong = wrongEscalation(attributes);
  if (wrong !== null) refuse(...wrong);
  for (const [name, value] of Object.entries(attributes))
    if (SOUND_URL.test(name) && value !== null && value !== '' && !isSoundAddress(value))
      refuse(name, 'is no address of an MP3, WAV or OGG');
}
const isSoundAddress = (value: AttributeValue): boolean =>
  // A URL without a server is resolved against the page's own address; any will do for the check.
  typeof value === 'string' && soundUrl(value, 'https://localhost') !== null;

export const notificationBody = ignoring(
  ['notificatorsTypes'],
  z
    .strictObject({
      id: integer(),
      attributes: attributes(),
      description: optionalText(FIELD_LIMITS.notification.description),
      type: z.enum(EVENT_TYPES),
      always: flag(),
      notificators: optionalText(128)
        .refine(knownChannels, { error: 'names a channel that does not exist' })
        .refine((names) => !namesNone(names), { error: 'names no channel' }),
      commandId: reference(),
      calendarId: reference(),
    })
    .superRefine(checkRule),
);
export type NotificationBody = z.output<typeof notificationBody>;

/** A message from one user to others. @source docs/reference/tracking-api.md §3.12 NotificationMessage */
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

/** Webhook of a user's own program. No secret = the former one stays. */
export const webhookBody = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(1000),
  secret: z.string().min(16).max(200).optional(),
});
