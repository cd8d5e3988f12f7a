import { randomToken, Throttle, type Clock } from '@rastro/base';
import { Lane, type LaneOptions } from '@rastro/outgoing';
import { channelsIn, type NotificationChannel } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';
import type {
  DeliveryStorage,
  HistoryStorage,
  Lease,
  LeaseStorage,
  StoredDelivery,
  StoredEvent,
  StoredPosition,
} from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import { AppError } from '../errors/app-error.ts';
import type { CommandClient } from '../commands/command-client.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { whenMessagesAreLost } from '../messages/lost-messages.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { Announcements } from './announcements.ts';
import type { Channel } from './channels/channel.ts';
import { channelEnd, type Write } from './channel-end.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { EventMatches } from './event-matches.ts';
import type { Message } from './message.ts';
import { messageOf, type Subjects } from './message-of.ts';
import { deliveryOf, ESCALATION, type NewDelivery } from './new-delivery.ts';
import { OutboxReader } from './outbox-reader.ts';
import type { Places } from '../geocoding/places.ts';
import { preferencesOf } from '../directory/reader.ts';
import type { WebNotices } from './web-notices.ts';

export interface NotifierDeps extends Subjects {
  readonly storage: DeliveryStorage & HistoryStorage & LeaseStorage;
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  readonly matches: EventMatches;
  readonly webNotices: WebNotices;
  readonly channels: readonly Channel[];
  readonly commandClient: CommandClient;
  readonly places: Pick<Places, 'soon'>;
  readonly lanes: LaneOptions;
  /** Notifications per rule and user in ten minutes. */
  readonly limit: number;
  /** No other process notifies from this store: what an earlier one had, is this one's at once. */
  readonly isAlone: boolean;
  /** Whether this user may send this saved command now. */
  readonly maySend: (userId: number, commandId: number) => boolean;
  readonly onSent: (channel: string) => void;
  readonly clock: Clock;
  readonly log: IngestLog;
}

/** Waited for the address of a place; then the nearest town has to do. */
const ADDRESS_MS = 1500;
const RATE_WINDOW_MS = 600_000;
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
type Lanes = ReadonlyMap<string, Lane<StoredDelivery, Write>>;

/**
 * Notifies users of events. What stores an event puts it into the outbox; of all processes one takes it out and stores
 * its notifications in the same transaction, each an entry of the delivery log before it is sent. None is lost with a
 * process; none is sent twice by two.
 */
export class Notifier {
  readonly #deps: NotifierDeps;
  readonly #lease: Lease;
  readonly #deliveryLog: DeliveryLog;
  readonly #reader: OutboxReader;
  readonly #announcements: Announcements;
  #lanes: Lanes;
  readonly #rate: Throttle;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stops: (() => void)[];

  private constructor(deps: NotifierDeps) {
    this.#deps = deps;
    this.#lease = { name: 'notifications', owner: deps.isAlone ? 'alone' : randomToken(22) };
    this.#deliveryLog = new DeliveryLog(deps.storage, deps.clock, this.#lease);
    this.#announcements = new Announcements(deps);
    this.#rate = new Throttle(deps.limit, RATE_WINDOW_MS, deps.clock);
    this.#lanes = this.#newLanes();
    this.#reader = new OutboxReader({
      ...deps,
      lease: this.#lease,
      onTaken: () => this.#takeOver(),
      onLost: () => this.#abandon(),
      isBusy: () => this.#waiting > 0 || this.#inFlight.size > 0,
      settle: (events) => this.#settle(events),
    });
    this.#stops = [
      deps.bus.subscribe('fleet.changed', (change) => {
        const isRuled = deps.matches.note(change);
        if (!isRuled) return;
        deps.webNotices.take(change.events);
        this.#reader.wake();
      }),
      whenMessagesAreLost(deps.bus, ['fleet.changed'], () => void this.#reader.check()),
    ];
  }

  static async load(deps: NotifierDeps): Promise<Notifier> {
    const notifier = new Notifier(deps);
    await notifier.#reader.check();
    return notifier;
  }

  /** Channels that can be used now. */
  get channels(): readonly NotificationChannel[] {
    return ['web', 'command', ...this.#deps.channels.map(({ name }) => name)];
  }
  /** Notifications on their way. */
  get waiting(): number {
    return this.#waiting + this.#announcements.waiting;
  }
  get #waiting(): number {
    return this.#lanes.values().reduce((sum, lane) => sum + lane.size, 0);
  }
  channel(name: string): Channel | null {
    return this.#deps.channels.find((channel) => channel.name === name) ?? null;
  }

  /** Sends a text that a user wrote to others, by one channel. */
  announce(users: readonly UserEntity[], channel: Channel, write: Write): Promise<void> {
    return this.#announcements.send(users, channel, write);
  }

  /** Whether this process may notify now; of several one may. */
  mayNotify(): Promise<boolean> {
    return this.#reader.hold();
  }
  /** Notifies of an alarm again. Once for each user and channel, whenever it is called. */
  escalate({ event, rule, userIds, channels }: Escalated): void {
    const position = this.#deps.matches.positionOf(event);
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
    await this.#reader.close();
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    await this.#deps.webNotices.close();
    await closeLanes(this.#lanes);
    await this.#announcements.close();
    await this.#reader.release();
  }

  /** Stores what events become, takes them out of the outbox, and sends it. */
  async #settle(events: readonly StoredEvent[]): Promise<void> {
    const errands = await this.#errandsOf(events);
    const eventIds = events.map(({ id }) => id);
    const deliveries = errands.map((errand) => this.#lineOf(errand));
    const ids = await this.#deps.storage.settleOutbox({ eventIds, deliveries }, this.#lease);
    this.#deps.matches.forget(eventIds);
    await this.#dispatch(errands, deliveries, ids);
  }
  async #errandsOf(events: readonly StoredEvent[]): Promise<readonly Errand[]> {
    const { matches, directory } = this.#deps;
    const matched = events.flatMap((event) => matches.of(event).map((match) => ({ event, ...match })));
    const positions = await this.#positionsOf(matched.map(({ event }) => event));
    return matched.flatMap(({ event, rule, userIds }) =>
      channelsIn(rule.notificators)
        .filter((channel) => channel !== 'web')
        .flatMap((channel) =>
          (channel === 'command' ? this.#senderOf(rule, userIds) : userIds).flatMap((id) => {
            const user = directory.users.get(id);
            const position = positions.get(event.positionId) ?? null;
            return user ? [{ event, position, rule, user, channel }] : [];
          }),
        ),
    );
  }
  /** Mostly they came with the news. */
  async #positionsOf(events: readonly StoredEvent[]): Promise<ReadonlyMap<number, StoredPosition>> {
    const { matches, storage } = this.#deps;
    const known = events.flatMap((event) => matches.positionOf(event) ?? []);
    const found = new Map(known.map((position) => [position.id, position]));
    const missing = new Set(
      events.map(({ positionId }) => positionId).filter((id) => id > 0 && !found.has(id)),
    );
    if (missing.size === 0) return found;
    for (const position of await storage.positionsById([...missing])) found.set(position.id, position);
    return found;
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
    const rows = errands.map((errand) => this.#lineOf(errand));
    await this.#dispatch(errands, rows, await this.#deps.storage.insertDeliveries(rows, this.#lease));
  }
  async #dispatch(
    errands: readonly Errand[],
    rows: readonly NewDelivery[],
    ids: readonly (number | null)[],
  ): Promise<void> {
    for (const [at, errand] of errands.entries()) {
      const [row, id] = [rows[at], ids[at] ?? null];
      if (!row || id === null || row.status !== 'waiting') continue;
      const delivery = { ...row, id };
      // A device that takes its time holds up nobody else.
      if (errand.channel === 'command') this.#track(this.#command(delivery, errand));
      else await this.#hand(delivery, (reader) => this.#write(errand, reader));
    }
    this.#reader.keep();
  }

  #lineOf(errand: Errand): NewDelivery {
    const reason = this.#whyNot(errand);
    const outcome = reason === null ? null : ({ status: 'skipped', reason } as const);
    return deliveryOf({ ...errand, userId: errand.user.id }, outcome, this.#deps.clock.now());
  }

  /** Reason why a user is not notified; null = none. */
  #whyNot({ event, rule, user, channel, isEscalation }: Omit<Errand, 'position'>): string | null {
    if (!this.#deps.matches.isInTime(rule, event)) return 'CALENDAR';
    if (!this.#deps.authenticator.isActive(user)) return 'DISABLED';
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

  #newLanes(): Lanes {
    const { channels, directory, lanes } = this.#deps;
    const save = (delivery: StoredDelivery, change: Parameters<DeliveryLog['change']>[1]) =>
      this.#deliveryLog.change(delivery, change);
    return new Map(
      channels.map((channel) => [
        channel.name,
        new Lane<StoredDelivery, Write>(channelEnd(channel, directory), lanes, { ...this.#deps, save }),
      ]),
    );
  }
  /** Another process finishes what is open. */
  #abandon(): void {
    const former = this.#lanes;
    this.#lanes = this.#newLanes();
    // What they still want to write is refused: it is not theirs any more.
    closeLanes(former).catch(() => {});
  }

  /**
   * Finishes deliveries of another process, or of this one before it lost the lease: uncertain ones are logged as such,
   * the rest is sent while it is still news.
   */
  async #takeOver(): Promise<void> {
    if (this.#waiting > 0) this.#abandon();
    for (const delivery of await this.#deps.storage.openDeliveries()) {
      if (delivery.eventId === 0) await this.#announcements.endOld(delivery);
      else if (delivery.status === 'sending')
        await this.#deliveryLog.change(delivery, {
          status: 'unknown',
          reason: 'the server stopped while sending',
        });
      else await this.#resume(delivery);
    }
  }
  async #resume(delivery: StoredDelivery): Promise<void> {
    const { directory, storage, matches } = this.#deps;
    const event = await storage.eventById(delivery.eventId);
    const rule = directory.linked.notification.get(delivery.notificationId);
    const isEscalation = delivery.eventType === ESCALATION;
    if (!event || !(matches.isNews(event) || isEscalation) || !rule || delivery.channel === 'command') {
      await this.#deliveryLog.change(delivery, { status: 'failed', reason: 'the server was stopped' });
      return;
    }
    const [position = null] = event.positionId === 0 ? [] : await storage.positionsById([event.positionId]);
    await this.#hand(delivery, (reader) => this.#write({ event, position, rule, isEscalation }, reader));
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

async function closeLanes(lanes: Lanes): Promise<void> {
  await Promise.all([...lanes.values()].map((lane) => lane.close()));
}
