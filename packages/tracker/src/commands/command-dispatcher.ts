import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import { engineActionOf } from '@rastro/protocols/engine';
import { findProtocol } from '@rastro/protocols';
import type { CommandStorage, StoredCommand } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { SmsGateway } from '@rastro/outgoing';
import type { ReceivedEntry } from '../messages/records.ts';
import type { CommandOrder, CommandError, LinkInfo, TrackerBus } from '../messages/topics.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { commandSettings, isFree, mayBeFree } from './command-settings.ts';
import { CommandJournal } from './command-journal.ts';
import { forEncoder, newCommand } from '../pending-records/command-life.ts';
import { commandProfile } from './command-profile.ts';
import { CommandQueues, type Queued } from './command-queues.ts';
import { textOf, type Encode } from './encode.ts';
import { DeviceLinks } from './device-links.ts';
import { LockGate } from './lock-gate.ts';
import { commandErrors } from './command-errors.ts';
import { CARRIED, SentCommands, type CommandWay } from './sent-commands.ts';
import { handOverCommands, takeOverCommands, type CommandsInMemory } from './take-over.ts';
import { sendText, type Outcome } from './text-commands.ts';

export interface CommandDispatcherDeps {
  readonly storage: CommandStorage;
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly own: OwnPartitions;
  readonly sms: SmsGateway;
  readonly clock: Clock;
  readonly log: IngestLog;
  /** The protocol in which commands go to a device; null = whichever comes first. */
  readonly languageOf: (device: DeviceEntity) => string | null;
}

const MAX_QUEUED = 100;
const OTHER_PROTOCOL = 'otherProtocol';
const SWEEP_MS = 1000;

/**
 * Brings commands to devices, each exactly once or known to be uncertain: that a command is being sent is
 * durable before its first byte leaves, and what was being sent when the process died is never sent again.
 * One device after the other takes turns; its commands leave in the order they came.
 */
export class CommandDispatcher {
  readonly #deps: CommandDispatcherDeps;
  readonly #journal: CommandJournal;
  readonly #sent: SentCommands;
  readonly #links: DeviceLinks;
  readonly #locks: LockGate;
  readonly #queues = new CommandQueues();
  /** On their way in the answer to a request, by id. */
  readonly #carried = new Map<number, Queued>();
  readonly #mutex = new KeyedMutex();
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #stops: (() => void)[] = [];

  private constructor(deps: CommandDispatcherDeps) {
    this.#deps = deps;
    const { bus, storage, clock, log, directory, own } = deps;
    this.#links = new DeviceLinks(bus);
    this.#locks = new LockGate(deps);
    this.#journal = new CommandJournal(storage, bus, clock);
    this.#sent = new SentCommands(this.#journal, (error) =>
      log.error({ err: error }, 'cannot write down what became of a command'),
    );
    const sweep = host.setInterval(() => this.#sweep(), SWEEP_MS);
    this.#stops.push(
      () => host.clearInterval(sweep),
      bus.subscribe('presence', ({ deviceId, isConnected, node }) => {
        if (!isConnected) this.#sent.lost(deviceId, node);
      }),
      bus.subscribe('command.carried', ({ commandId, isWritten }) => this.#settle(commandId, isWritten)),
      bus.subscribe('fleet.changed', ({ positions, commands }) => {
        for (const position of own.ofOwn(positions)) {
          const device = directory.devices.get(position.deviceId);
          if (device && this.#isOwn(device, position.protocol)) this.#sent.reported(position);
        }
        for (const command of own.ofOwn(commands)) this.#background(this.#takeUp(command));
      }),
      directory.devices.watch(({ before, after }) => {
        if (before && !after) handOverCommands(this.memory, (id) => id === before.id);
      }),
    );
  }

  static async load(deps: CommandDispatcherDeps): Promise<CommandDispatcher> {
    const dispatcher = new CommandDispatcher(deps);
    await takeOverCommands(dispatcher.memory, deps, (deviceId) => deps.own.owns(deviceId));
    return dispatcher;
  }

  get memory(): CommandsInMemory {
    return { queues: this.#queues, sent: this.#sent, journal: this.#journal };
  }

  /** Commands that wait for their device. */
  get waiting(): number {
    return this.#queues.size;
  }

  /**
   * Sends a command, or keeps it until its device is there.
   * @returns the command, `sent` or `queued`, or why it cannot be sent at all.
   */
  async submit(order: CommandOrder): Promise<Outcome> {
    const device = this.#deps.directory.devices.get(order.deviceId);
    if (!device) return { error: commandErrors.noDevice() };
    const settings = commandSettings(this.#deps.directory.server.attributes);
    if (isFree(order.type) && !mayBeFree(settings.custom, order, this.#deps.directory))
      return { error: commandErrors.customForbidden() };
    const verdict = this.#locks.judge(order);
    if (verdict === 'moving' && settings.lock.mode === 'refuse')
      return { error: commandErrors.vehicleMoving() };
    if (order.textChannel) {
      if (verdict !== null && order.type === 'custom') return { error: commandErrors.vehicleMoving() };
      return sendText(order, device, { ...this.#deps, journal: this.#journal });
    }
    const isUrgent = order.attributes['noQueue'] === true || order.attributes['noQueue'] === 'true';
    if (isUrgent && !(await this.#linkOf(device.id))) return { error: commandErrors.notConnected() };
    if (this.#queues.of(device.id).length >= MAX_QUEUED)
      return { error: commandErrors.queueFull(MAX_QUEUED) };
    const queued = await this.#mutex.run(device.id, async () => {
      const [command] = await this.#journal.begin([newCommand(order, this.#deps.clock.now())]);
      if (!command) throw new Error('Cannot send: storage gave no id');
      if (engineActionOf(order) === 'unlock') await this.#forgetLocks(device.id);
      const entry = this.#queues.add(command, false);
      // A command that cannot be logged now stays queued, and is sent with the device's next message.
      await this.#deliver(device.id).catch((error: unknown) => this.#complain(error));
      const { status } = entry.command;
      if (isUrgent && (status === 'queued' || status === 'waiting')) {
        this.#drop(entry);
        await this.#fail(
          entry,
          status === 'queued' ? commandErrors.notConnected() : commandErrors.vehicleMoving(),
        );
      }
      entry.waited = true;
      return entry;
    });
    return queued.error ? { error: queued.error } : { command: queued.command };
  }

  /** A device sent something and was answered: it can take waiting commands. */
  messageReceived({ deviceId, protocol, answer }: ReceivedEntry): void {
    const device = this.#deps.directory.devices.get(deviceId);
    if (!device) return;
    if (!this.#isOwn(device, protocol)) {
      if (this.#queues.has(deviceId))
        this.#background(this.#mutex.run(deviceId, () => this.#explainWait(deviceId)));
      return;
    }
    this.#sent.messageReceived(deviceId);
    if (!answer && !this.#queues.has(deviceId)) return;
    // In its turn: what is just being written down as sent may be what was answered.
    const work = async (): Promise<void> => {
      if (answer) this.#sent.answered(device, protocol, answer);
      await this.#deliver(deviceId);
    };
    this.#background(this.#mutex.run(deviceId, work));
  }

  /** Does anything wait for a device? */
  isAwaited(deviceId: number): boolean {
    return this.#queues.has(deviceId);
  }

  /** The command that may travel in the answer to a request of this device; `command.carried` reports the outcome. */
  async replyTo(deviceId: number, protocol: string): Promise<{ commandId: number; text: string } | null> {
    const codec = findProtocol(protocol);
    if (codec?.kind !== 'http' || !this.#queues.has(deviceId)) return null;
    return this.#mutex.run(deviceId, async () => {
      const device = this.#deps.directory.devices.get(deviceId);
      if (!device || !this.#isOwn(device, protocol)) return null;
      const next = await this.#next(device, protocol, textOf(codec));
      if (!next) return null;
      const { entry, bytes: text } = next;
      if (!(await this.#startSending(entry))) return null;
      this.#drop(entry);
      this.#carried.set(entry.command.id, entry);
      return { commandId: entry.command.id, text };
    });
  }

  /** The device is there, in another protocol than its commands go in: what is queued says so. */
  async #explainWait(deviceId: number): Promise<void> {
    for (const entry of this.#queues.of(deviceId))
      if (entry.command.status === 'queued' && entry.command.reason !== OTHER_PROTOCOL)
        entry.command = await this.#journal.change(entry.command, { reason: OTHER_PROTOCOL });
  }

  #settle(commandId: number, isWritten: boolean): void {
    const entry = this.#carried.get(commandId);
    if (!entry) return;
    this.#carried.delete(commandId);
    const settle = () =>
      isWritten
        ? this.#markSent(entry, CARRIED)
        : this.#markUnknown(entry, CARRIED, 'the answer was not taken whole');
    this.#background(this.#mutex.run(entry.command.deviceId, settle));
  }

  /** Takes a command back. @returns false when it is no longer queued. */
  cancel({ id, deviceId }: Pick<StoredCommand, 'id' | 'deviceId'>): Promise<boolean> {
    return this.#mutex.run(deviceId, async () => {
      const entry = this.#queues.of(deviceId).find(({ command }) => command.id === id);
      if (!entry) return false;
      entry.command = await this.#journal.change(entry.command, { status: 'cancelled' });
      this.#drop(entry);
      return true;
    });
  }

  /** Ends the timers and waits for what is being written down. Call after the device connections ended. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await Promise.all(this.#inFlight);
    await this.#sent.settled();
    await this.#journal.writeAgain();
  }

  /** A command that became durable together with what made it necessary. */
  async #takeUp(command: StoredCommand): Promise<void> {
    const { deviceId } = command;
    this.#deps.bus.publish('command.changed', command);
    await this.#mutex.run(deviceId, async () => {
      // A vehicle that goes to and fro on an edge must not fill its own queue.
      const engine = this.#queues.of(deviceId).findLast((other) => ENGINE.has(other.command.type));
      const entry = this.#queues.add(command, false);
      if (engine?.command.type === command.type) {
        this.#drop(entry);
        await this.#journal.change(command, { status: 'cancelled', reason: 'the same is waiting already' });
        return;
      }
      await this.#deliver(deviceId).catch((error: unknown) => this.#complain(error));
      entry.waited = true;
    });
  }
  #drop(entry: Queued): void {
    this.#queues.drop(entry);
    const { deviceId } = entry.command;
    if (!this.#queues.of(deviceId).some(isWaiting)) this.#locks.forget(deviceId);
  }

  /** After a release of the engine, locks that wait for the vehicle to stop are no longer wanted. */
  async #forgetLocks(deviceId: number): Promise<void> {
    for (const entry of this.#queues.of(deviceId)) {
      if (!isWaiting(entry)) continue;
      const reason = 'the engine was freed meanwhile';
      entry.command = await this.#journal.change(entry.command, { status: 'cancelled', reason });
      this.#drop(entry);
    }
  }

  /** The oldest command that may leave now, without those that wait for their vehicle to stand. */
  async #ready(deviceId: number): Promise<Queued | null> {
    for (const entry of this.#queues.of(deviceId)) {
      const { command } = entry;
      const reason = command.expiresAt <= this.#deps.clock.now() ? null : this.#locks.judge(command);
      if (reason === null) return entry;
      if (command.status !== 'waiting' || command.reason !== reason)
        entry.command = await this.#journal.change(command, { status: 'waiting', reason });
    }
    return null;
  }

  /** The connection that can take a command now. */
  async #linkOf(deviceId: number): Promise<LinkInfo | null> {
    const device = this.#deps.directory.devices.get(deviceId);
    if (!device || device.disabled) return null;
    const link = await this.#links.open(deviceId);
    return link && this.#isOwn(device, link.protocol) ? link : null;
  }

  /** Whether this is the language of the device, and not of an impostor. */
  #isOwn(device: DeviceEntity, protocol: string): boolean {
    const own = this.#deps.languageOf(device);
    return own === null || own === protocol;
  }

  /** Writes what waits for a device to its connection. Runs in the device's turn. */
  async #deliver(deviceId: number): Promise<void> {
    for (;;) {
      const link = await this.#linkOf(deviceId);
      const device = this.#deps.directory.devices.get(deviceId);
      if (!link || !device) return;
      const next = await this.#next(device, link.protocol, (command, profile) =>
        this.#links.encode(deviceId, link, { command, profile }),
      );
      if (!next) return;
      const { entry, bytes } = next;
      if (!(await this.#startSending(entry))) continue;
      // Meanwhile a newer connection may have taken over, or the device was disabled; nothing has left yet.
      const isAllowed = this.#deps.directory.devices.get(deviceId)?.disabled === false;
      const outcome = isAllowed ? await this.#links.write(deviceId, link, bytes) : 'unsent';
      if (outcome === 'unsent') {
        entry.command = await this.#journal.change(entry.command, { status: 'queued', sentAt: null });
        continue;
      }
      this.#drop(entry);
      if (outcome === 'written') await this.#markSent(entry, link);
      else await this.#markUnknown(entry, link, 'the connection ended while writing');
    }
  }

  /** The oldest command that can be encoded; those that cannot, and those too old, end here. */
  async #next(
    device: DeviceEntity,
    protocol: string,
    encode: Encode,
  ): Promise<{ entry: Queued; bytes: string } | null> {
    const profile = commandProfile(device, this.#deps);
    for (;;) {
      const entry = await this.#ready(device.id);
      if (!entry) return null;
      if (entry.command.expiresAt <= this.#deps.clock.now()) {
        await this.#expire(entry);
        continue;
      }
      const encoded = await encode(forEncoder(entry.command, device.uniqueId), profile);
      if (!encoded) return null;
      if ('bytes' in encoded) return { entry, bytes: encoded.bytes };
      await this.#fail(entry, commandErrors.ofEncoder(encoded.failure, protocol));
      this.#drop(entry);
    }
  }

  /** @returns false when another process has taken the command: it is no longer queued here. */
  async #startSending(entry: Queued): Promise<boolean> {
    const sentAt = this.#deps.clock.now();
    const sending = { status: 'sending', sentAt, reason: null } as const;
    const claimed = await this.#journal.claim(entry.command, sending);
    if (claimed) entry.command = claimed;
    else this.#drop(entry);
    return claimed !== null;
  }
  async #markSent(entry: Queued, way: CommandWay): Promise<void> {
    const { clock, pipeline, commits } = this.#deps;
    const writing = this.#journal.note(entry.command, { status: 'sent' });
    // Watched also when this cannot be written down now.
    this.#sent.add({ ...entry.command, status: 'sent' }, way);
    entry.command = await writing;
    if (!entry.waited) return;
    const { deviceId, id } = entry.command;
    const attributes = { id };
    const event = { type: 'queuedCommandSent', eventTime: clock.now(), positionId: 0, attributes } as const;
    commits.add(pipeline.announce(deviceId, event), nothing, nothing);
  }
  async #markUnknown(entry: Queued, way: CommandWay, reason: string): Promise<void> {
    const writing = this.#journal.note(entry.command, { status: 'unknown', reason });
    this.#sent.add({ ...entry.command, status: 'unknown', reason }, way);
    entry.command = await writing;
  }
  async #fail(entry: Queued, why: CommandError): Promise<void> {
    entry.error = why;
    const failed = { status: 'failed', sentAt: null, reason: why.explanation } as const;
    entry.command = await this.#journal.change(entry.command, failed);
  }
  async #expire(entry: Queued): Promise<void> {
    entry.command = await this.#journal.change(entry.command, { status: 'expired' });
    this.#drop(entry);
  }

  #sweep(): void {
    const now = this.#deps.clock.now();
    this.#sent.sweep(now, commandSettings(this.#deps.directory.server.attributes).answerMs);
    this.#background(this.#journal.writeAgain());
    for (const [deviceId, queue] of this.#queues.all()) {
      if (queue.some(isWaiting)) this.#background(this.#mutex.run(deviceId, () => this.#deliver(deviceId)));
      if (!queue.some(({ command }) => command.expiresAt <= now)) continue;
      const expire = async (): Promise<void> => {
        for (const entry of this.#queues.of(deviceId))
          if (entry.command.expiresAt <= now) await this.#expire(entry);
      };
      this.#background(this.#mutex.run(deviceId, expire));
    }
  }
  #complain(error: unknown): void {
    this.#deps.log.error({ err: error }, 'cannot send a command');
  }
  #background(work: Promise<unknown>): void {
    const guarded: Promise<unknown> = work
      .catch((error: unknown) => this.#complain(error))
      .finally(() => this.#inFlight.delete(guarded));
    this.#inFlight.add(guarded);
  }
}

const ENGINE: ReadonlySet<string> = new Set(['engineStop', 'engineResume']);
const isWaiting = ({ command }: Queued): boolean => command.status === 'waiting';
const nothing = (): void => {};
