import { type Clock, fail, HOUR_S, ok } from '@rastro/base';
import { judge, type SafeFetch } from '@rastro/outgoing';
import type { PrivateStore } from '../../access/private-store.ts';
import { maskedEnds, type Channel, type Letter, type Outcome } from './channel.ts';
import { encryptPush, makePushKeys, vapidHeader, type PushKeys } from './push-encryption.ts';
import type { PushSubscriptions } from './push-subscriptions.ts';
import { withPlace } from '../message.ts';

export interface WebPushOptions {
  /** `mailto:` or `https:` contact that push services may use. */
  readonly contact: string;
  /** Hosts of push services; `*.` stands for any name below. */
  readonly hosts: readonly string[];
}
/** Plaintext of 3993 bytes fits everywhere but where less is allowed: use less than 2 KB. */
const LONGEST_TEXT = 1000;
const KEYS_NAME = 'webpush-keys';

/** The installation's keys: made once. Others would make every subscription worthless. */
export async function pushKeys(store: PrivateStore): Promise<PushKeys> {
  return JSON.parse(await store.once(KEYS_NAME, () => JSON.stringify(makePushKeys()))) as PushKeys;
}

/** Push to browsers. @source docs/reference/integrations.md §2.1 */
export function webPushChannel(
  keys: PushKeys,
  contact: string,
  deps: { readonly subscriptions: PushSubscriptions; readonly fetch: SafeFetch; readonly clock: Clock },
): Channel {
  const { subscriptions, fetch, clock } = deps;
  const send = async ({ user, target, message }: Letter, signal: AbortSignal): Promise<Outcome> => {
    const subscription = subscriptions.of(user.id).find(({ endpoint }) => endpoint === target);
    if (!subscription) return fail({ code: 'invalid_target', detail: 'the browser has unsubscribed' });
    const url = new URL(target);
    const answer = await fetch(
      {
        method: 'POST',
        url,
        headers: {
          ttl: String(HOUR_S),
          urgency: message.isUrgent ? 'high' : 'normal',
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          authorization: vapidHeader(keys, { audience: url.origin, subject: contact }),
        },
        body: encryptPush(payloadOf(message), subscription.keys),
      },
      signal,
    );
    if (!answer.ok) return answer;
    const judged = judge(answer.value, clock.now());
    if (!judged.ok) return judged;
    await subscriptions.used(user.id, target, clock.now());
    return ok(undefined);
  };
  return {
    name: 'webpush',
    repeatsUncertain: true,
    targets: (user) => subscriptions.of(user.id).map(({ endpoint }) => endpoint),
    send,
    forget: (user, target) => subscriptions.remove(user.id, target),
    mask: (target) => `${new URL(target).host} ${maskedEnds(target)}`,
  };
}

/** Payload that the service worker displays. */
const payloadOf = ({ subject, digest, place, event, link }: Letter['message']): string =>
  JSON.stringify({
    title: subject.slice(0, 200),
    body: withPlace({ digest, place }).slice(0, LONGEST_TEXT),
    eventId: event?.id ?? 0,
    deviceId: event?.deviceId ?? 0,
    type: event?.type ?? 'test',
    link,
  });
