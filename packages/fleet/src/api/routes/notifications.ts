import { z } from 'zod';
import { announcementBody, pushSubscriptionBody, webhookBody } from '../../schemas/notification.ts';
import { did } from '../audit-rules.ts';
import { anyPeriod, page } from '../lists.ts';
import { flag, integer, integers, text, theInstant, theInteger } from '../query-fields.ts';
import { defineRoutes, listOf, one } from '../route.ts';

const area = 'notifications';
const access = 'notifications.view';

/** @source docs/reference/tracking-api.md §3.12; deliveries, push subscriptions and webhook are our own. */
export const NOTIFICATION_ROUTES = defineRoutes({
  'GET /notifications/types': {
    area,
    summary: 'Event types that rules can be about',
    access,
    answer: listOf('Typed'),
  },
  'GET /notifications/notificators': {
    area,
    summary: 'Channels that are set up',
    access,
    query: z.object({ announcement: flag('Only those that carry announcements') }),
    answer: listOf('Typed'),
  },
  'POST /notifications/test': { area, summary: 'Sends a test to the caller through every channel', access },
  'POST /notifications/test/:notificator': {
    area,
    summary: 'Sends a test to the caller through one channel',
    access,
  },
  'POST /notifications/send/:notificator': {
    area,
    summary: 'Sends an announcement; administrators and managers',
    // Only for managers of users; the tracking server checks whom they manage.
    access: 'users.view',
    query: z.object({ userId: integers('To whom; all when not given') }),
    body: announcementBody.meta({ title: 'Announcement' }),
    audit: did('create', 'announcement'),
  },
  'GET /notifications/deliveries': {
    feature: 'deliveries',
    area,
    summary: 'What was sent to whom, and why something was not (own)',
    access,
    query: z.object({
      ...anyPeriod,
      ...page,
      userId: integer('Of somebody else'),
      all: flag('Of everybody; administrators only'),
    }),
    answer: listOf('Delivery'),
  },
  'GET /notifications/trace': {
    feature: 'deliveries',
    area,
    summary: 'Why somebody was, or was not, told of a vehicle around a moment',
    access,
    query: z.object({
      userId: integer('Of somebody else; absent = the caller'),
      deviceId: theInteger('The vehicle'),
      at: theInstant('The moment; half an hour on either side counts'),
      type: text('Only events of this type'),
    }),
    answer: one('NotificationTrace'),
  },
  'GET /notifications/push-key': {
    feature: 'webPush',
    area,
    summary: 'Public key for web push (own)',
    access,
    answer: one('PushKey'),
  },
  'GET /notifications/push-subscriptions': {
    feature: 'webPush',
    area,
    summary: 'Browsers of the caller that are told while their page is closed, newest first (own)',
    access: 'session',
    answer: listOf('PushBrowser'),
  },
  'POST /notifications/push-subscriptions': {
    feature: 'webPush',
    area,
    summary: 'Keeps a browser subscription of the caller (own)',
    access,
    body: pushSubscriptionBody.meta({ title: 'PushSubscription' }),
  },
  'DELETE /notifications/push-subscriptions': {
    feature: 'webPush',
    area,
    summary: 'Forgets a browser subscription of the caller (own)',
    access: 'session',
    body: z.object({ endpoint: z.string() }).meta({ title: 'PushEndpoint' }),
  },
  'DELETE /notifications/push-subscriptions/:browser': {
    feature: 'webPush',
    area,
    summary: 'Forgets a browser of the caller, from another one (own)',
    access: 'session',
  },
  'GET /notifications/webhook': {
    feature: 'webhooks',
    area,
    summary: "The caller's webhook, without its secret (own)",
    access,
    answer: one('Webhook'),
  },
  'PUT /notifications/webhook': {
    feature: 'webhooks',
    area,
    summary: "Sets the caller's webhook (own)",
    access,
    body: webhookBody.meta({ title: 'WebhookUpdate' }),
    answer: one('Webhook'),
    audit: did('edit', 'webhook'),
  },
  'DELETE /notifications/webhook': {
    feature: 'webhooks',
    area,
    summary: "Removes the caller's webhook (own)",
    access,
    audit: did('remove', 'webhook'),
  },
});
