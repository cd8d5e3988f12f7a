import { Throttle, type Clock } from '@rastro/base';
import { Lane, type LaneOptions } from '@rastro/outgoing';
import { channelsIn, type Attributes, type NotificationChannel } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';
import type {
  DeliveryStorage,
  HistoryStorage,
  StoredDelivery,
  StoredEvent,
  StoredPosition,
} from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import { AppError } from '../errors/app-error.ts';
import type { Calendars } from '../calendars/calendars.ts';
import type { CommandClient } from '../commands/command-client.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { FleetChange, TrackerBus } from '../messages/topics.ts';
import type { Channel } from './channels/channel.ts';
import { channelEnd, type Write } from './channel-end.ts';
import { DeliveryLog, type NewDelivery } from './delivery-log.ts';
import { OLDEST_EVENT_MS } from './match-rule.ts';
import type { Message } from './message.ts';
import { messageOf, type Subjects } from './message-of.ts';
import type { Match, RuleIndex } from './rule-index.ts';
import type { Places } from '../geocoding/places.ts';
import { preferencesOf } from '../directory/reader.ts';

export interface NotifierDeps extends Subjects {
  readonly storage: DeliveryStorage & HistoryStorage;
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  readonly live: CommittedStates;
  readonly calendars: Calendars;
  readonly rules: RuleIndex;
  readonly channels: readonly Channel[];
  readonly commandClient: CommandClient;
  readonly places: Pick<Places, 'soon'>;
  readonly lanes: LaneOptions;
  /** Notifications per rule and user in ten minutes. */
  readonly limit: number;
  /** Whether this user may send this saved command now. */
  readonly maySend: (userId: number, commandId: number) => boolean;
  /** Whether this user has a browser open. */
  readonly isWatching: (userId: number) => boolean;
  readonly onSent: (channel: string) => void;
  readonly clock: Clock;
  readonly log: IngestLog;
}

/** Waited for the address of a place; then the nearest town has to do. */
const ADDRESS_MS = 1500;
const RATE_WINDOW_MS = 600_000;
/** Lines of the log on their way to storage; beyond this, notifications are dropped, not piled up. */
const MAX_UNWRITTEN = 20_000;
/** Events that commands raise: they must not send another command. */
export const RAISED_BY_COMMANDS = new Set(['commandResult', 'queuedCommandSent']);

/** An event on its way to one user by one channel. */
interface Errand {
  readonly event: StoredEvent;
  readonly position: StoredPosition | null;
  readonly rule: NotificationBody;
  readonly user: UserEntity;
  readonly channel: NotificationChannel;
  /** Nobody has acknowledged it in the time of the rule. */
  readonly isEscalation?: boolean;
}
/** An alarm that nobody has acknowledged, and the users to notify then. */
export interface Escalated {
  readonly event: StoredEvent;
  readonly rule: NotificationBody;
  readonly userIds: readonly number[];
  readonly channels: readonly NotificationChannel[];
}
/** Type in the delivery log, instead of the type of the event. */
const ESCALATION = 'escalation';

/**
 * Notifies users of events. Each notification is an entry of the delivery log before it is sent, and at most once: an
 * event stored just before a crash may notify nobody, none notifies twice.
 */
export class Notifier {
  readonly #deps: NotifierDeps;
  readonly #deliveryLog: DeliveryLog;
  readonly #lanes: ReadonlyMap<string, Lane<StoredDelivery, Write>>;
  readonly #rate: Throttle;
  readonly #matches = new WeakMap<StoredEvent, readonly Match[]>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stops: (() => void)[];
  #unwritten = 0;

  private constructor(deps: NotifierDeps) {
    this.#deps = deps;
    this.#deliveryLog = new DeliveryLog(deps.storage, deps.clock);
    this.#rate = new Throttle(deps.limit, RATE_WINDOW_MS, deps.clock);
    const lane = (channel: Channel) =>
      new Lane(channelEnd(channel, deps.directory), deps.lanes, {
        ...deps,
        save: (delivery, change) => this.#deliveryLog.change(delivery, change),
      });
    this.#lanes = new Map(deps.channels.map((channel) => [channel.name, lane(channel)]));
    this.#stops = [deps.bus.subscribe('fleet.changed', (change) => this.#take(change))];
  }

  static async load(deps: NotifierDeps): Promise<Notifier> {
    const notifier = new Notifier(deps);
    await notifier.#resume();
    return notifier;
  }

  /** Channels that can be used now. */
  get channels(): readonly NotificationChannel[] {
    return ['web', 'command', ...this.#deps.channels.map(({ name }) => name)];
  }
  /** Notifications on their way. */
  get waiting(): number {
    return this.#lanes.values().reduce((sum, lane) => sum + lane.size, this.#unwritten);
  }
  channel(name: string): Channel | null {
    return this.#deps.channels.find((channel) => channel.name === name) ?? null;
  }

  /**
   * Attributes for each user's browsers about an event: its text, and how the rule wants it displayed. Users without a
   * rule for browsers are not in it; see docs/decisions/notifications.md.
   */
  webAttributes(event: StoredEvent): ReadonlyMap<number, Attributes> {
    const byUser = new Map<number, Attributes>();
    for (const { rule, userIds } of this.#matching(event)) {
      if (!channelsIn(rule.notificators).includes('web') || !this.#isInTime(rule, event)) continue;
      for (const id of userIds) {
        const user = this.#deps.directory.users.get(id);
        if (!user || byUser.has(id) || !this.#deps.isWatching(id)) continue;
        const happened = { event, position: this.#positionOf(event), address: null, rule };
        const { digest: message } = messageOf(happened, user, this.#deps);
        byUser.set(id, { ...presentationOf(rule), message });
      }
    }
    return byUser;
  }
  hasWebRules(userId: number): boolean {
    return this.#deps.rules.hasRuleBy(userId, 'web');
  }

  /** Sends a text that a user wrote to others, by one channel. */
  async announce(users: readonly UserEntity[], channel: Channel, write: Write): Promise<void> {
    const rows = users.map((user) =>
      this.#line({ userId: user.id, eventType: 'announcement', channel: channel.name }),
    );
    for (const delivery of await this.#deliveryLog.begin(rows)) await this.#hand(delivery, write);
  }

  /** Notifies of an alarm again. Once for each user and channel, whenever it is called. */
  escalate({ event, rule, userIds, channels }: Escalated): void {
    const position = this.#positionOf(event);
    const errands = userIds.flatMap((id) => {
      const user = this.#deps.directory.users.get(id);
      return user
        ? channels.map((channel) => ({ event, position, rule, user, channel, isEscalation: true }))
        : [];
    });
    if (errands.length > 0) this.#track(this.#run(errands));
  }

  /** Ends all lanes. Tries under way are broken off. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
  }

  /** Synchronous up to the first write: ingest is not held up. */
  #take({ events, positions }: FleetChange): void {
    const errands: Errand[] = [];
    for (const event of events) {
      for (const { rule, userIds } of this.#matching(event)) {
        const position = positions.find(({ id }) => id === event.positionId) ?? this.#positionOf(event);
        for (const channel of channelsIn(rule.notificators)) {
          for (const id of channel === 'command' ? this.#senderOf(rule, userIds) : userIds) {
            const user = this.#deps.directory.users.get(id);
            // An event that no browser was there to show is no news for the log.
            if (channel === 'web' && !this.#deps.isWatching(id)) continue;
            if (user) errands.push({ event, position, rule, user, channel });
          }
        }
      }
    }
    if (errands.length === 0) return;
    if (this.#unwritten + errands.length > MAX_UNWRITTEN) {
      this.#deps.log.warn({ dropped: errands.length }, 'too many notifications at once');
      return;
    }
    this.#unwritten += errands.length;
    this.#track(
      this.#run(errands).finally(() => {
        this.#unwritten -= errands.length;
      }),
    );
  }

  /** A command is sent once, however many users the rule notifies: for the first who may send it now. */
  #senderOf(rule: NotificationBody, userIds: readonly number[]): readonly number[] {
    const sender = userIds.find((id) => this.#deps.maySend(id, rule.commandId)) ?? userIds[0];
    return sender === undefined ? [] : [sender];
  }

  #track(work: Promise<void>): void {
    const guarded: Promise<void> = work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'cannot notify'))
      .finally(() => this.#inFlight.delete(guarded));
    this.#inFlight.add(guarded);
  }

  async #run(errands: readonly Errand[]): Promise<void> {
    const byKey = new Map(
      errands.map((errand) => [
        keyOf(errand.event.id, errand.rule.id, errand.user.id, errand.channel),
        errand,
      ]),
    );
    const rows = errands.map((errand) => this.#lineOf(errand));
    for (const delivery of await this.#deliveryLog.begin(rows)) {
      const errand = byKey.get(
        keyOf(delivery.eventId, delivery.notificationId, delivery.userId, delivery.channel),
      );
      if (!errand || delivery.status !== 'waiting') continue;
      // A device that takes its time holds up nobody else.
      if (errand.channel === 'command') this.#track(this.#command(delivery, errand));
      else await this.#hand(delivery, (reader) => this.#write(errand, reader));
    }
  }

  #lineOf({ event, rule, user, channel, isEscalation = false }: Errand): NewDelivery {
    const reason = this.#whyNot({ event, rule, user, channel, isEscalation });
    const isWeb = channel === 'web' && reason === null;
    return {
      ...this.#line({ userId: user.id, eventType: isEscalation ? ESCALATION : event.type, channel }),
      notificationId: rule.id,
      eventId: event.id,
      deviceId: event.deviceId,
      status: isWeb ? 'sent' : reason === null ? 'waiting' : 'skipped',
      reason,
    };
  }
  #line(of: { readonly userId: number; readonly eventType: string; readonly channel: string }): NewDelivery {
    const now = this.#deps.clock.now();
    const nothingYet = { target: null, reason: null, attempts: 0, createdAt: now, changedAt: now } as const;
    return { ...of, ...nothingYet, notificationId: 0, eventId: 0, deviceId: 0, status: 'waiting' };
  }

  /** Reason why a user is not notified; null = none. */
  #whyNot({ event, rule, user, channel, isEscalation }: Omit<Errand, 'position'>): string | null {
    if (!this.#isInTime(rule, event)) return 'CALENDAR';
    if (!this.#deps.authenticator.isActive(user)) return 'DISABLED';
    if (channel === 'web') return null;
    if (channel === 'command') {
      if (RAISED_BY_COMMANDS.has(event.type)) return 'RAISED_BY_COMMAND';
      if (!this.#deps.directory.linked.command.get(rule.commandId)) return 'NO_COMMAND';
      if (!this.#deps.maySend(user.id, rule.commandId)) return 'NO_RIGHT';
    } else {
      const sender = this.channel(channel);
      if (!sender) return 'CHANNEL_OFF';
      if (sender.targets(user).length === 0) return 'NO_ADDRESS';
    }
    const lane = isEscalation === true ? `${channel}:${ESCALATION}` : channel;
    return this.#rate.take(`${rule.id}:${user.id}:${lane}`) ? null : 'RATE_LIMIT';
  }

  async #hand(delivery: StoredDelivery, write: Write): Promise<void> {
    if (this.#lanes.get(delivery.channel)?.add(delivery, write)) return;
    await this.#deliveryLog.change(delivery, { status: 'skipped', reason: 'QUEUE_FULL' });
  }

  async #command(delivery: StoredDelivery, { event, rule }: Errand): Promise<void> {
    const saved = this.#deps.directory.linked.command.get(rule.commandId);
    if (!saved) return;
    const { type, textChannel, description, attributes } = saved;
    try {
      await this.#deps.commandClient.submit({
        deviceId: event.deviceId,
        userId: 0,
        type,
        textChannel,
        description,
        attributes,
      });
      await this.#deliveryLog.change(delivery, { status: 'sent', target: type, attempts: 1 });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reason = `${error.code}: ${error.message}`;
      await this.#deliveryLog.change(delivery, { status: 'failed', target: type, reason, attempts: 1 });
    }
  }

  /**
   * Finishes deliveries of an earlier process: uncertain ones are logged as such, the rest is sent while it is still
   * news.
   */
  async #resume(): Promise<void> {
    for (const delivery of await this.#deps.storage.openDeliveries()) {
      const { directory } = this.#deps;
      if (delivery.status === 'sending') {
        await this.#deliveryLog.change(delivery, {
          status: 'unknown',
          reason: 'the server stopped while sending',
        });
        continue;
      }
      const event = delivery.eventId === 0 ? null : await this.#deps.storage.eventById(delivery.eventId);
      const rule = directory.linked.notification.get(delivery.notificationId);
      if (
        !event ||
        !(this.#isNews(event) || delivery.eventType === ESCALATION) ||
        !rule ||
        delivery.channel === 'command'
      ) {
        await this.#deliveryLog.change(delivery, { status: 'failed', reason: 'the server was stopped' });
        continue;
      }
      const [position = null] =
        event.positionId === 0 ? [] : await this.#deps.storage.positionsById([event.positionId]);
      const isEscalation = delivery.eventType === ESCALATION;
      await this.#hand(delivery, (reader) => this.#write({ event, position, rule, isEscalation }, reader));
    }
  }

  /** Asked by the live hub and by the queue: worked out once. */
  #matching(event: StoredEvent): readonly Match[] {
    if (!this.#isNews(event)) return [];
    let matches = this.#matches.get(event);
    if (!matches) this.#matches.set(event, (matches = this.#deps.rules.matches(event)));
    return matches;
  }
  /** A late event is old; the rules that ask for late ones know. */
  #isNews({ eventTime, attributes }: StoredEvent): boolean {
    return attributes['late'] === true || this.#deps.clock.now() - eventTime <= OLDEST_EVENT_MS;
  }
  #isInTime({ calendarId }: NotificationBody, { eventTime }: StoredEvent): boolean {
    return this.#deps.calendars.isActive(calendarId, eventTime);
  }
  #positionOf({ deviceId, positionId }: StoredEvent): StoredPosition | null {
    const { position } = this.#deps.live.committed(deviceId);
    return position?.id === positionId ? position : null;
  }
  async #write(
    errand: Pick<Errand, 'event' | 'position' | 'rule' | 'isEscalation'>,
    reader: UserEntity,
  ): Promise<Message> {
    return messageOf({ ...errand, address: await this.#addressOf(errand, reader) }, reader, this.#deps);
  }
  async #addressOf(
    { event, position }: Pick<Errand, 'event' | 'position'>,
    reader: UserEntity,
  ): Promise<string | null> {
    if (!position || event.positionId === 0) return null;
    const preferences = preferencesOf(this.#deps.directory, reader);
    return position.address ?? this.#deps.places.soon(position, preferences, ADDRESS_MS);
  }
}

const keyOf = (...parts: readonly (number | string)[]): string => parts.join(':');

/**
 * docs/reference/requirements.md SPEC §3: sound, its address, colour, whether pinned, and the corner, under the
 * product's own prefix.
 */
const PRESENTATION = /^[\w-]+\.(?:sound|soundURL|color|pin|position)$/;
const presentationOf = ({ attributes }: NotificationBody): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => PRESENTATION.test(name)));
