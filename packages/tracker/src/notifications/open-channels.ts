import type { Clock } from '@rastro/base';
import type { Directory } from '../directory/directory.ts';
import type { SafeFetch, SmsGateway } from '@rastro/outgoing';
import type { UserMailer } from '../brands/user-mailer.ts';
import type { Channel } from './channels/channel.ts';
import { firebaseChannel, type FirebaseOptions } from './channels/firebase-channel.ts';
import { mailChannel, type DrawPlace } from './channels/mail-channel.ts';
import { PushSubscriptions } from './channels/push-subscriptions.ts';
import { smsChannel } from './channels/sms-channel.ts';
import { telegramChannel, type TelegramOptions } from './channels/telegram-channel.ts';
import { webhookChannel } from './channels/webhook-channel.ts';
import { pushKeys, webPushChannel, type WebPushOptions } from './channels/webpush-channel.ts';
import type { PrivateStore } from '../access/private-store.ts';

/** Providers that this installation uses; null = not set. */
export interface ChannelOptions {
  readonly telegram: TelegramOptions | null;
  readonly firebase: FirebaseOptions | null;
  readonly webPush: WebPushOptions | null;
  /** Pictures for mails about a place; absent = there are none. */
  readonly drawPlace?: DrawPlace;
}
export interface WebPush {
  readonly publicKey: string;
  readonly hosts: readonly string[];
  readonly subscriptions: PushSubscriptions;
}

/** Every channel that can be used with these settings, in the order in which users see them. */
export async function openChannels(
  options: ChannelOptions,
  deps: {
    readonly mailer: UserMailer;
    readonly sms: SmsGateway;
    readonly fetch: SafeFetch;
    readonly privateStore: PrivateStore;
    readonly directory: Directory;
    readonly clock: Clock;
  },
): Promise<{ readonly channels: readonly Channel[]; readonly webPush: WebPush | null }> {
  const { mailer, sms, fetch, privateStore, directory, clock } = deps;
  const { telegram, firebase, webPush } = options;
  const channels: Channel[] = [];
  if (mailer.enabled) channels.push(mailChannel(mailer, options.drawPlace));
  if (sms.enabled) channels.push(smsChannel(sms));
  if (firebase) channels.push(firebaseChannel(firebase, deps));
  if (telegram) channels.push(telegramChannel(telegram, fetch, directory));
  channels.push(webhookChannel(privateStore, fetch, clock));
  if (!webPush) return { channels, webPush: null };
  const keys = await pushKeys(privateStore);
  const subscriptions = new PushSubscriptions(privateStore);
  channels.push(webPushChannel(keys, webPush.contact, { subscriptions, fetch, clock }));
  return { channels, webPush: { publicKey: keys.publicKey, hosts: webPush.hosts, subscriptions } };
}
