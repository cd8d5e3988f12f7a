import { createHmac } from 'node:crypto';
import { fail, ok, type Clock } from '@rastro/base';
import { serializeEvent, serializePosition } from '../../serializers/serializers.ts';
import { judge, type SafeFetch } from '@rastro/outgoing';
import type { PrivateStore } from '../../access/private-store.ts';
import { retainTarget, type Channel, type Letter, type Outcome } from './channel.ts';

/** Address of a user's own program, and the secret that proves the sender. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
}
const NAME = 'webhook';

export function webhookOf(store: PrivateStore, userId: number): Webhook | null {
  const stored = store.get(userId, NAME);
  return stored === null ? null : (JSON.parse(stored) as Webhook);
}
export const saveWebhook = (store: PrivateStore, userId: number, webhook: Webhook): Promise<void> =>
  store.put({ ownerId: userId, name: NAME, value: JSON.stringify(webhook) });
export const removeWebhook = (store: PrivateStore, userId: number): Promise<void> =>
  store.remove(userId, NAME);

/**
 * JSON by POST with `X-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` with the secret. A receiver
 * compares it and rejects an old `t`, so that nobody else can send or repeat a message.
 */
export function webhookChannel(store: PrivateStore, fetch: SafeFetch, clock: Clock): Channel {
  const send = async ({ user, target, message }: Letter, signal: AbortSignal): Promise<Outcome> => {
    const webhook = webhookOf(store, user.id);
    if (webhook?.url !== target) return fail({ code: 'invalid_target', detail: 'the webhook was changed' });
    const body = JSON.stringify({
      type: message.event?.type ?? 'test',
      event: message.event && serializeEvent(message.event),
      position: message.position && { ...serializePosition(message.position), address: message.place },
      message: message.digest,
    });
    const seconds = Math.floor(clock.now() / 1000);
    const signature = createHmac('sha256', webhook.secret).update(`${seconds}.${body}`).digest('hex');
    const answer = await fetch(
      {
        method: 'POST',
        url: new URL(target),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-signature': `t=${seconds},v1=${signature}`,
        },
        body,
      },
      signal,
    );
    if (!answer.ok) return answer;
    const judged = judge(answer.value, clock.now());
    return judged.ok ? ok(undefined) : judged;
  };
  return {
    name: 'webhook',
    repeatsUncertain: true,
    targets: ({ id }) => {
      const webhook = webhookOf(store, id);
      return webhook ? [webhook.url] : [];
    },
    send,
    forget: retainTarget,
    mask: (target) => new URL(target).host,
  };
}
