import { ok } from '@rastro/base';
import type { NotificationDelivery, NotificationRule, NotificationTrace, PushBrowser } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';
import { entityCalls, type EntityCalls } from './entity-calls.ts';

/** A push subscription of a browser. @source `PushSubscription.toJSON()` */
export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** @source docs/reference/tracking-api.md §3.12; push to browsers is our own. */
export interface NotificationCalls extends EntityCalls<NotificationRule> {
  /** Names of the channels that this installation has. */
  channels(signal: AbortSignal): Promise<Answer<readonly string[]>>;
  /** Sent notifications, and reasons why others were not sent, newest first. */
  deliveries(
    page: { readonly limit: number },
    signal: AbortSignal,
  ): Promise<Answer<readonly NotificationDelivery[]>>;
  /** Reasons why a user was, or was not, notified about a vehicle around a moment. */
  trace(
    question: {
      readonly userId: number | undefined;
      readonly deviceId: number;
      readonly at: string;
      readonly type: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<Answer<NotificationTrace>>;
  /** The key that subscriptions of this installation are made with; an error where it does not push. */
  pushKey(signal: AbortSignal): Promise<Answer<{ readonly publicKey: string }>>;
  subscribe(address: PushAddress, signal: AbortSignal): Promise<Answer<null>>;
  unsubscribe(endpoint: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Browsers of the caller that are notified while their page is closed. */
  pushBrowsers(signal: AbortSignal): Promise<Answer<readonly PushBrowser[]>>;
  /** Forgets one of them, by its id. */
  forgetBrowser(browser: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Sends a test to oneself over one channel. */
  test(channel: string, signal: AbortSignal): Promise<Answer<null>>;
}

export function notificationCalls(caller: TrackingCaller): NotificationCalls {
  return {
    ...entityCalls<NotificationRule>(caller, 'notifications'),
    channels: async (signal) => {
      const answer = await caller.json('GET /notifications/notificators', {}, signal);
      return answer.ok ? ok(answer.value.map(({ type }) => type)) : answer;
    },
    deliveries: (query, signal) => caller.json('GET /notifications/deliveries', { query }, signal),
    trace: (query, signal) => caller.json('GET /notifications/trace', { query }, signal),
    pushKey: (signal) => caller.json('GET /notifications/push-key', {}, signal),
    subscribe: (address, signal) =>
      caller.done('POST /notifications/push-subscriptions', { json: address }, signal),
    unsubscribe: (endpoint, signal) =>
      caller.done('DELETE /notifications/push-subscriptions', { json: { endpoint } }, signal),
    pushBrowsers: (signal) => caller.json('GET /notifications/push-subscriptions', {}, signal),
    forgetBrowser: (browser, signal) =>
      caller.done('DELETE /notifications/push-subscriptions/:browser', { params: { browser } }, signal),
    test: (channel, signal) =>
      caller.done('POST /notifications/test/:notificator', { params: { notificator: channel } }, signal),
  };
}
