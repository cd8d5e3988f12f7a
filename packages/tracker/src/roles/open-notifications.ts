import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { CommandClient } from '../commands/command-client.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { EscalationRound } from '../notifications/escalation.ts';
import { EventMatches } from '../notifications/event-matches.ts';
import { WebNotices } from '../notifications/web-notices.ts';
import type { UserEntity } from '../directory/directory.ts';
import { Notifier } from '../notifications/notifier.ts';
import { openChannels, type ChannelOptions, type WebPush } from '../notifications/open-channels.ts';
import { pushTo, type PushTo } from '../notifications/push-to.ts';
import type { PrivateStore } from '../access/private-store.ts';
import { RuleIndex } from '../notifications/rule-index.ts';
import type { Places } from '../geocoding/places.ts';
import type { SafeFetch, SmsGateway } from '@rastro/outgoing';
import type { UserMailer } from '../brands/user-mailer.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';

export interface NotificationOptions {
  readonly channels: ChannelOptions;
  /** Notifications per rule, user and channel in ten minutes. */
  readonly notificationLimit: number;
  /** First pause after a provider has failed. */
  readonly retryPauseMs: number;
}
export interface NotificationDeps {
  readonly bus: TrackerBus;
  readonly storage: Storage;
  readonly privateStore: PrivateStore;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly authenticator: Authenticator;
  readonly around: ReferenceData;
  readonly live: CommittedStates;
  readonly commandClient: CommandClient;
  readonly mailer: UserMailer;
  readonly sms: SmsGateway;
  readonly safeFetch: SafeFetch;
  readonly places: Places;
  readonly statistics: Statistics;
  /** No other process is on this store. */
  readonly isAlone: boolean;
  readonly maySend: (userId: number, commandId: number) => boolean;
  readonly isWatching: (userId: number) => boolean;
  readonly clock: Clock;
  readonly log: IngestLog;
}

const LANE = { maxWaiting: 2000, sideBySide: 8, maxAttempts: 6 };

/** Notifies users of events. In the process of the browsers, because it checks which are open. */
export async function openNotifications(
  options: NotificationOptions,
  deps: NotificationDeps,
): Promise<{
  notifier: Notifier;
  webNotices: WebNotices;
  escalation: EscalationRound;
  webPush: WebPush | null;
  push: PushTo;
}> {
  const { directory, visibility, around, statistics, safeFetch: fetch } = deps;
  const { channels, webPush } = await openChannels(options.channels, { ...deps, fetch });
  const rules = new RuleIndex(directory, visibility, around.applies);
  const addressFor = (reader: UserEntity): string | null => deps.mailer.addressFor(reader);
  const matches = new EventMatches({ ...deps, rules, calendars: around.calendars });
  const webNotices = new WebNotices({ ...deps, addressFor, matches, rules });
  const notifier = await Notifier.load({
    ...deps,
    addressFor,
    matches,
    webNotices,
    channels,
    lanes: { ...LANE, pauseMs: options.retryPauseMs },
    limit: options.notificationLimit,
    onSent: (channel) => {
      if (channel === 'mail') statistics.count('mailSent');
      if (channel === 'sms') statistics.count('smsSent');
    },
  });
  const escalation = new EscalationRound({ ...deps, rules, notifier });
  const push = pushTo(channels.find(({ name }) => name === 'webpush') ?? null, directory);
  return { notifier, webNotices, escalation, webPush, push };
}
