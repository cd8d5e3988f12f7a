import { host } from '@rastro/base/host';
import { Throttle, type Clock, type Limits } from '@rastro/base';
import { apiDate, EVENT_TYPES, isShared, type NotificationDelivery, type PushBrowser } from '@rastro/fleet';
import type { Storage, StoredDelivery } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { appError } from '../errors/app-error.ts';
import type { Restrictions } from '../access/restrictions.ts';
import { handlers, type Call } from '../http/bind.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { Channel } from './channels/channel.ts';
import { isPushEndpoint, type StoredBrowser } from './channels/push-subscriptions.ts';
import { saveWebhook, removeWebhook, webhookOf } from './channels/webhook-channel.ts';
import { plainMessage } from './message-of.ts';
import type { Notifier } from './notifier.ts';
import type { WebPush } from './open-channels.ts';
import type { PrivateStore } from '../access/private-store.ts';

interface Deps {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly notifier: Notifier;
  readonly privateStore: PrivateStore;
  /** Null = push to browsers is not set up. */
  readonly webPush: WebPush | null;
  /** Shows a test in the open browsers of a user. */
  readonly sendTest: (userId: number) => void;
}
const TEST_MS = 20_000;
/** Tests that one account may send in ten minutes: each may cost money, or annoy who runs the channel. */
const TESTS = 20;
const TESTS_MS = 600_000;
const PAGE = 100;
const LONGEST_PAGE = 1000;
/** Not for announcements: they go to users, not to vehicles, and not only to open browsers. */
const NOT_FOR_ANNOUNCEMENTS = new Set<string>(['web', 'command']);

/** @source docs/reference/tracking-api.md §3.12; deliveries are our own. */
export function notificationRoutes(deps: Deps) {
  const { notifier, directory, storage } = deps;
  const tests = new Throttle(TESTS, TESTS_MS, deps.clock).sharedAs('tests', deps.limits);
  const countTest = (userId: number): void => {
    if (!tests.take(String(userId))) throw appError.tooManySendings();
  };

  return handlers({
    'GET /notifications/types': () => EVENT_TYPES.map((type) => ({ type })),
    'GET /notifications/notificators': ({ query }) =>
      notifier.channels
        .filter((name) => !query.announcement || !NOT_FOR_ANNOUNCEMENTS.has(name))
        .map((type) => ({ type })),

    // Channels without an address of the caller are passed over, as Traccar does; `command` has nothing to send.
    'POST /notifications/test': async ({ caller: { user } }) => {
      countTest(user.id);
      for (const name of notifier.channels) {
        const channel = notifier.channel(name);
        if (name === 'web') deps.sendTest(user.id);
        else if (channel && channel.targets(user).length > 0) await sendTest(deps, user, channel);
      }
    },
    'POST /notifications/test/:notificator': async ({ caller: { user }, params: { notificator } }) => {
      countTest(user.id);
      if (notificator === 'web') deps.sendTest(user.id);
      else await sendTest(deps, user, channelNamed(deps, notificator));
    },

    'POST /notifications/send/:notificator': async ({ caller, params, query, body }) => {
      const channel = channelNamed(deps, params.notificator);
      const { subject, digest, body: content, priority } = body;
      const users = recipients(deps, caller, query.userId);
      const text = { subject: subject ?? '', body: digest ?? content ?? '', isUrgent: priority };
      await notifier.announce(users, channel, (reader) => plainMessage(text, reader, { directory }));
    },

    'GET /notifications/deliveries': async ({ caller, query }) => {
      const deliveries = await storage.deliveries(deliveriesAsked(deps, caller, query));
      return deliveries.map(serializeDelivery);
    },
  });
}

/** The caller's, those of a user they manage, or of everybody for an administrator. */
function deliveriesAsked(
  { restrictions }: Deps,
  { user }: Caller,
  { userId, all, from, to, limit, offset }: Call<'GET /notifications/deliveries'>['query'],
) {
  if (userId !== null) restrictions.user({ user, credential: null }, userId);
  const everybody = user.administrator && all ? null : user.id;
  return {
    userId: userId ?? everybody,
    from: from ?? 0,
    to: to ?? Number.MAX_SAFE_INTEGER,
    limit: Math.min(Math.max(limit ?? PAGE, 1), LONGEST_PAGE),
    offset: offset ?? 0,
  };
}

const serializeBrowser = ({ id, userAgent, since, used }: StoredBrowser): PushBrowser => ({
  id,
  userAgent,
  createdTime: since === null ? null : apiDate(since),
  lastUsed: used === null ? null : apiDate(used),
});

/** Push to browsers. Our own. */
export const pushRoutes = ({ webPush, clock }: Pick<Deps, 'webPush' | 'clock'>) =>
  handlers({
    'GET /notifications/push-key': () => {
      if (!webPush) throw appError.channelOff('webpush');
      return { publicKey: webPush.publicKey };
    },
    'GET /notifications/push-subscriptions': ({ caller: { user } }) =>
      (webPush?.subscriptions.listed(user.id) ?? []).map(serializeBrowser),
    'POST /notifications/push-subscriptions': async ({ caller: { user }, body, request }) => {
      if (!webPush) throw appError.channelOff('webpush');
      if (isShared(user)) throw appError.readonly();
      if (!isPushEndpoint(body.endpoint, webPush.hosts))
        throw appError.badInput('endpoint: is no known push service');
      const userAgent = request.headers['user-agent'] ?? null;
      await webPush.subscriptions.add(user.id, body, { userAgent, now: clock.now() });
    },
    'DELETE /notifications/push-subscriptions': async ({ caller: { user }, body }) => {
      await webPush?.subscriptions.remove(user.id, body.endpoint);
    },
    'DELETE /notifications/push-subscriptions/:browser': async ({
      caller: { user },
      params: { browser },
    }) => {
      // Only among the user's own: nobody learns whether another user has one.
      const isOne = await webPush?.subscriptions.removeById(user.id, browser);
      if (isOne !== true) throw appError.badInput('browser: is not subscribed');
    },
  });

/** Webhook of a user. The secret can be set, never read. Our own. */
export const webhookRoutes = ({ privateStore }: Pick<Deps, 'privateStore'>) =>
  handlers({
    'GET /notifications/webhook': ({ caller: { user } }) => {
      const webhook = webhookOf(privateStore, user.id);
      return { url: webhook?.url ?? null, hasSecret: webhook !== null };
    },
    'PUT /notifications/webhook': async ({ caller: { user }, body: { url, secret } }) => {
      if (isShared(user)) throw appError.readonly();
      const effectiveSecret = secret ?? webhookOf(privateStore, user.id)?.secret;
      if (effectiveSecret === undefined) throw appError.badInput('secret: is needed');
      await saveWebhook(privateStore, user.id, { url, secret: effectiveSecret });
      return { url, hasSecret: true };
    },
    'DELETE /notifications/webhook': ({ caller: { user } }) => removeWebhook(privateStore, user.id),
  });

function channelNamed({ notifier }: Deps, name: string): Channel {
  const channel = notifier.channel(name);
  if (!channel) throw appError.channelOff(name);
  return channel;
}

async function sendTest({ directory }: Deps, user: UserEntity, channel: Channel): Promise<void> {
  const targets = channel.targets(user);
  if (targets.length === 0) throw appError.notNotified(`${channel.name}: this account has no address for it`);
  const message = plainMessage({ subject: '', body: '' }, user, { directory });
  for (const target of targets) {
    const outcome = await channel.send({ user, target, message }, host.timeout(TEST_MS));
    if (!outcome.ok)
      throw appError.notNotified(
        `${channel.name}: ${outcome.error.code.replaceAll('_', ' ')}, ${outcome.error.detail}`,
      );
  }
}

/**
 * The named users, else everybody below the caller, without guests. @throws for a user whom the caller does not manage.
 */
function recipients(
  { directory, restrictions }: Deps,
  caller: Caller,
  ids: readonly number[],
): readonly UserEntity[] {
  const { user } = caller;
  if (!user.administrator && user.userLimit === 0) throw appError.managerOnly();
  const named = ids.map((id) => {
    if (!user.administrator && !restrictions.manages(user.id, id)) throw appError.noAccess('User');
    return restrictions.user(caller, id);
  });
  const managed = directory.links.of('user', user.id, 'managedUser');
  const all =
    ids.length > 0
      ? named
      : [...directory.users.inOrder()].filter(({ id }) => user.administrator || managed.has(id));
  return all.filter(({ temporary, disabled }) => !temporary && !disabled);
}

function serializeDelivery({
  createdAt,
  changedAt,
  attempts,
  ...delivery
}: StoredDelivery): NotificationDelivery {
  return { ...delivery, tries: attempts, createdTime: apiDate(createdAt), changedTime: apiDate(changedAt) };
}
