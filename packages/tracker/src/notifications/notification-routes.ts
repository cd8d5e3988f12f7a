import type { FastifyInstance } from 'fastify';
import { EVENT_TYPES, isShared, type NotificationDelivery } from '@rastro/fleet';
import { announcementBody, pushSubscriptionBody, webhookBody } from '@rastro/fleet/schemas';
import type { StoredDelivery } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { instant, integer, integers, isTrue, readBody } from '../http/input.ts';
import { apiDate } from '../views/api-date.ts';
import type { UserEntity } from '../directory/directory.ts';
import type { Channel } from './channels/channel.ts';
import { isPushEndpoint } from './channels/push-subscriptions.ts';
import { keepWebhook, removeWebhook, webhookOf } from './channels/webhook-channel.ts';
import { plainMessage } from './message-of.ts';

type Query = Readonly<Record<string, unknown>>;
const TEST_MS = 20_000;
const PAGE = 100;
const LONGEST_PAGE = 1000;
/** Not for announcements: they go to people, not to vehicles, and not only to open browsers. */
const NOT_FOR_ANNOUNCEMENTS = new Set<string>(['web', 'command']);

/** @source reference/tracking-api.md §3.12; deliveries, push subscriptions and webhook are our own. */
export function notificationRoutes(app: FastifyInstance, context: ApiContext): void {
  const { notifier, restrictions, directory, storage } = context;

  app.get('/notifications/types', (request) => {
    callerOf(request);
    return EVENT_TYPES.map((type) => ({ type }));
  });
  app.get('/notifications/notificators', (request) => {
    callerOf(request);
    const isAnnouncement = isTrue(request.query as Query, 'announcement');
    return notifier.channels
      .filter((name) => !isAnnouncement || !NOT_FOR_ANNOUNCEMENTS.has(name))
      .map((type) => ({ type }));
  });

  // Channels without an address of the caller are passed over, as Traccar does; `command` has nothing to send.
  app.post('/notifications/test', async (request, reply) => {
    const { user } = callerOf(request);
    for (const name of notifier.channels) {
      const channel = notifier.channel(name);
      if (name === 'web') context.sendTest(user.id);
      else if (channel && channel.targets(user).length > 0) await sendTest(context, user, channel);
    }
    return reply.code(204).send();
  });
  app.post('/notifications/test/:notificator', async (request, reply) => {
    const { user } = callerOf(request);
    const { notificator } = request.params as { notificator: string };
    if (notificator === 'web') context.sendTest(user.id);
    else await sendTest(context, user, channelNamed(context, notificator));
    return reply.code(204).send();
  });

  app.post('/notifications/send/:notificator', async (request, reply) => {
    const caller = callerOf(request);
    const channel = channelNamed(context, (request.params as { notificator: string }).notificator);
    const { subject, digest, body, priority } = readBody(announcementBody, request.body);
    const users = recipients(context, caller, integers(request.query as Query, 'userId'));
    const text = { subject: subject ?? '', body: digest ?? body ?? '', isUrgent: priority };
    await notifier.announce(users, channel, (reader) => plainMessage(text, reader, { directory }));
    return reply.code(204).send();
  });

  app.get('/notifications/deliveries', async (request) => {
    const { user } = callerOf(request);
    const query = request.query as Query;
    const asked = integer(query, 'userId');
    if (asked !== null) restrictions.user({ user, credential: null }, asked);
    const everybody = user.administrator && isTrue(query, 'all') ? null : user.id;
    const deliveries = await storage.deliveries({
      userId: asked ?? everybody,
      from: instant(query, 'from') ?? 0,
      to: instant(query, 'to') ?? Number.MAX_SAFE_INTEGER,
      limit: Math.min(Math.max(integer(query, 'limit') ?? PAGE, 1), LONGEST_PAGE),
      offset: Math.max(integer(query, 'offset') ?? 0, 0),
    });
    return deliveries.map(deliveryView);
  });

  pushRoutes(app, context);
  webhookRoutes(app, context);
}

function pushRoutes(app: FastifyInstance, { webPush }: ApiContext): void {
  app.get('/notifications/push-key', (request) => {
    callerOf(request);
    if (!webPush) throw refuse.channelOff('webpush');
    return { publicKey: webPush.publicKey };
  });
  app.post('/notifications/push-subscriptions', async (request, reply) => {
    const { user } = callerOf(request);
    if (!webPush) throw refuse.channelOff('webpush');
    if (isShared(user)) throw refuse.readonly();
    const subscription = readBody(pushSubscriptionBody, request.body);
    if (!isPushEndpoint(subscription.endpoint, webPush.hosts))
      throw refuse.badInput('endpoint: is no known push service');
    await webPush.subscriptions.add(user.id, subscription);
    return reply.code(204).send();
  });
  app.delete('/notifications/push-subscriptions', async (request, reply) => {
    const { user } = callerOf(request);
    const { endpoint } = Object(request.body) as { endpoint?: unknown };
    if (typeof endpoint !== 'string') throw refuse.badInput('endpoint: is needed');
    await webPush?.subscriptions.remove(user.id, endpoint);
    return reply.code(204).send();
  });
}

/** The secret can be set, never read. */
function webhookRoutes(app: FastifyInstance, { shelf }: ApiContext): void {
  app.get('/notifications/webhook', (request) => {
    const webhook = webhookOf(shelf, callerOf(request).user.id);
    return { url: webhook?.url ?? null, hasSecret: webhook !== null };
  });
  app.put('/notifications/webhook', async (request) => {
    const { user } = callerOf(request);
    if (isShared(user)) throw refuse.readonly();
    const { url, secret } = readBody(webhookBody, request.body);
    const kept = secret ?? webhookOf(shelf, user.id)?.secret;
    if (kept === undefined) throw refuse.badInput('secret: is needed');
    await keepWebhook(shelf, user.id, { url, secret: kept });
    return { url, hasSecret: true };
  });
  app.delete('/notifications/webhook', async (request, reply) => {
    await removeWebhook(shelf, callerOf(request).user.id);
    return reply.code(204).send();
  });
}

function channelNamed({ notifier }: ApiContext, name: string): Channel {
  const channel = notifier.channel(name);
  if (!channel) throw refuse.channelOff(name);
  return channel;
}

async function sendTest({ directory }: ApiContext, user: UserEntity, channel: Channel): Promise<void> {
  const targets = channel.targets(user);
  if (targets.length === 0) throw refuse.notNotified(`${channel.name}: this account has no address for it`);
  const message = plainMessage({ subject: '', body: '' }, user, { directory });
  for (const target of targets) {
    const outcome = await channel.send({ user, target, message }, AbortSignal.timeout(TEST_MS));
    if (!outcome.ok)
      throw refuse.notNotified(
        `${channel.name}: ${outcome.error.code.replaceAll('_', ' ')}, ${outcome.error.detail}`,
      );
  }
}

/** Those named, else everybody below the caller; guests are passed over. @throws for somebody who is not his. */
function recipients(
  { directory, restrictions }: ApiContext,
  caller: Caller,
  ids: readonly number[],
): readonly UserEntity[] {
  const { user } = caller;
  if (!user.administrator && user.userLimit === 0) throw refuse.managerOnly();
  const named = ids.map((id) => {
    if (!user.administrator && !restrictions.manages(user.id, id)) throw refuse.noAccess('User');
    return restrictions.user(caller, id);
  });
  const managed = directory.links.of('user', user.id, 'managedUser');
  const all =
    ids.length > 0
      ? named
      : [...directory.users.inOrder()].filter(({ id }) => user.administrator || managed.has(id));
  return all.filter(({ temporary, disabled }) => !temporary && !disabled);
}

function deliveryView({ createdAt, changedAt, ...delivery }: StoredDelivery): NotificationDelivery {
  return { ...delivery, createdTime: apiDate(createdAt), changedTime: apiDate(changedAt) };
}
