import type { Clock, Result } from '@rastro/base';
import type { Bus } from '@rastro/bus';
import type { DeviceProfile, EncodeFailure, HttpProtocol, OutgoingCommand } from '@rastro/protocols';
import type { Storage, StoredCommand } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import { refuse, type ApiError } from '../http/api-error.ts';
import { Turns } from '../http/turns.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { DeviceLink, DeviceSessions } from '../ingest/device-sessions.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { SmsGateway } from '../outgoing/sms-gateway.ts';
import type { FleetTopics, GroupCommit } from '../pipeline/group-commit.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { CommandJournal } from './command-journal.ts';
import { forEncoder, newCommand, type CommandOrder } from './command-life.ts';
import { commandProfile } from './command-profile.ts';
import { SentCommands, WATCH_MS } from './sent-commands.ts';

export interface CommandDeskDependencies {
  readonly storage: Storage;
  readonly bus: Bus<FleetTopics>;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly sessions: DeviceSessions;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly sms: SmsGateway;
  readonly clock: Clock;
  readonly log: IngestLog;
}

/** A queued command; `waited` once somebody was told that it is queued. */
interface Queued {
  command: StoredCommand;
  waited: boolean;
  refusal: ApiError | null;
}
/** A command on its way out in the answer to a request. */
export interface CarriedCommand {
  readonly text: string;
  /** Must be called once: was the answer handed to the network whole? */
  settle(isWritten: boolean): void;
}

const MAX_QUEUED = 100;
const SWEEP_MS = 1000;

/**
 * Brings commands to devices, each exactly once or known to be uncertain: that a command is being sent is
 * durable before its first byte leaves, and what was being sent when the process died is never sent again.
 * One device after the other takes turns; its commands leave in the order they came.
 */
export class CommandDesk {
  readonly #deps: CommandDeskDependencies;
  readonly #journal: CommandJournal;
  readonly #sent: SentCommands;
  readonly #queues = new Map<number, Queued[]>();
  readonly #turns = new Turns();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stops: (() => void)[] = [];

  private constructor(deps: CommandDeskDependencies) {
    this.#deps = deps;
    const { bus, storage, clock, log, sessions, directory } = deps;
    this.#journal = new CommandJournal(storage, bus, clock);
    this.#sent = new SentCommands(this.#journal, (error) =>
      log.error({ err: error }, 'cannot write down what became of a command'),
    );
    const sweep = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#stops.push(
      () => clearInterval(sweep),
      sessions.watchEnds((deviceId) => this.#sent.lost(deviceId)),
      bus.subscribe('fleet.changed', ({ positions, commands }) => {
        for (const position of positions) this.#sent.reported(position);
        for (const command of commands) this.#background(this.#takeUp(command));
      }),
      directory.devices.watch(({ before, after }) => {
        if (before && !after) this.#forget(before.id);
      }),
    );
  }

  /** Takes up what an earlier process left behind. */
  static async load(deps: CommandDeskDependencies): Promise<CommandDesk> {
    const desk = new CommandDesk(deps);
    for (const command of await deps.storage.openCommands(deps.clock.now() - WATCH_MS)) {
      if (command.status === 'queued') {
        desk.#queueOf(command.deviceId).push({ command, waited: true, refusal: null });
      } else if (command.status === 'sending') {
        const reason = 'the server stopped while sending';
        const unsure = await desk.#journal.change(command, { status: 'unknown', reason });
        desk.#sent.add(unsure, true);
      } else desk.#sent.add(command, true);
    }
    return desk;
  }

  /**
   * Sends a command, or keeps it until its device is there.
   * @returns the command, `sent` or `queued`. @throws ApiError when it cannot be sent at all.
   */
  async submit(order: CommandOrder): Promise<StoredCommand> {
    const device = this.#deps.directory.devices.get(order.deviceId);
    if (!device) throw refuse.noAccess('Device');
    if (order.textChannel) return this.#submitText(order, device);
    const isUrgent = order.attributes['noQueue'] === true || order.attributes['noQueue'] === 'true';
    if (isUrgent && !this.#linkOf(device.id)) throw refuse.deviceNotConnected();
    if ((this.#queues.get(device.id)?.length ?? 0) >= MAX_QUEUED) throw refuse.commandQueueFull(MAX_QUEUED);
    const queued = await this.#turns.take(device.id, async () => {
      const [command] = await this.#journal.begin([newCommand(order, this.#deps.clock.now())]);
      if (!command) throw new Error('Cannot send: storage gave no id');
      const entry: Queued = { command, waited: false, refusal: null };
      this.#queueOf(device.id).push(entry);
      // What cannot be written down now stays queued, and goes out with the device's next message.
      await this.#deliver(device.id).catch((error: unknown) => this.#complain(error));
      if (isUrgent && entry.command.status === 'queued') {
        this.#drop(entry);
        await this.#fail(entry, refuse.deviceNotConnected());
      }
      entry.waited = true;
      return entry;
    });
    if (queued.refusal) throw queued.refusal;
    return queued.command;
  }

  /** A device said something and was answered: it can take what waits for it. */
  heard(deviceId: number): void {
    this.#sent.heard(deviceId);
    if (!this.#queues.has(deviceId)) return;
    this.#background(this.#turns.take(deviceId, () => this.#deliver(deviceId)));
  }

  /** The command that may travel in the answer to a request of this device. */
  async replyTo(device: DeviceEntity, codec: HttpProtocol): Promise<CarriedCommand | null> {
    if (!this.#queues.has(device.id)) return null;
    return this.#turns.take(device.id, async () => {
      const encode = (command: OutgoingCommand, profile: DeviceProfile) => codec.encode(command, profile);
      const next = await this.#next(device, codec.name, encode);
      if (!next) return null;
      const { entry, encoded: text } = next;
      await this.#startSending(entry);
      this.#drop(entry);
      return {
        text,
        settle: (isWritten) =>
          this.#background(
            this.#turns.take(device.id, () =>
              isWritten
                ? this.#markSent(entry, true)
                : this.#markUnknown(entry, 'the answer was not taken whole'),
            ),
          ),
      };
    });
  }

  /** Takes a command back. @returns false when it is no longer queued. */
  cancel({ id, deviceId }: StoredCommand): Promise<boolean> {
    return this.#turns.take(deviceId, async () => {
      const entry = this.#queues.get(deviceId)?.find(({ command }) => command.id === id);
      if (!entry) return false;
      entry.command = await this.#journal.change(entry.command, { status: 'cancelled' });
      this.#drop(entry);
      return true;
    });
  }

  /** Ends the timers and waits for what is being written down. Call after the device connections ended. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await Promise.all(this.#underWay);
    await this.#sent.settled();
  }

  /** A command that became durable together with what made it necessary. */
  async #takeUp(command: StoredCommand): Promise<void> {
    const { deviceId } = command;
    this.#deps.bus.publish('command.changed', command);
    await this.#turns.take(deviceId, async () => {
      const queue = this.#queueOf(deviceId);
      const entry: Queued = { command, waited: false, refusal: null };
      queue.push(entry);
      // A vehicle that goes to and fro on an edge must not fill its own queue.
      const engine = queue.findLast((other) => other !== entry && ENGINE.has(other.command.type));
      if (engine?.command.type === command.type) {
        this.#drop(entry);
        await this.#journal.change(command, { status: 'cancelled', reason: 'the same is waiting already' });
        return;
      }
      await this.#deliver(deviceId).catch((error: unknown) => this.#complain(error));
      entry.waited = true;
    });
  }
  #queueOf(deviceId: number): Queued[] {
    let queue = this.#queues.get(deviceId);
    if (!queue) this.#queues.set(deviceId, (queue = []));
    return queue;
  }
  #drop(entry: Queued): void {
    const { deviceId } = entry.command;
    const left = (this.#queues.get(deviceId) ?? []).filter((other) => other !== entry);
    if (left.length > 0) this.#queues.set(deviceId, left);
    else this.#queues.delete(deviceId);
  }

  /** The connection that can take a command now. */
  #linkOf(deviceId: number): DeviceLink | null {
    const device = this.#deps.directory.devices.get(deviceId);
    const link = this.#deps.sessions.current(deviceId);
    return device && !device.disabled && link?.isOpen(this.#deps.clock.now()) ? link : null;
  }

  /** Writes what waits for a device to its connection. Runs in the device's turn. */
  async #deliver(deviceId: number): Promise<void> {
    for (;;) {
      const link = this.#linkOf(deviceId);
      const device = this.#deps.directory.devices.get(deviceId);
      if (!link || !device) return;
      const next = await this.#next(device, link.protocol, (command, profile) =>
        link.encode(command, profile),
      );
      if (!next) return;
      const { entry, encoded: bytes } = next;
      await this.#startSending(entry);
      // Meanwhile a newer connection may have taken over; nothing has left yet.
      const outcome = this.#linkOf(deviceId) === link ? await link.write(bytes) : 'unsent';
      if (outcome === 'unsent') {
        entry.command = await this.#journal.change(entry.command, { status: 'queued', sentAt: null });
        continue;
      }
      this.#drop(entry);
      if (outcome === 'written') await this.#markSent(entry, link.isReliable);
      else await this.#markUnknown(entry, 'the connection ended while writing');
    }
  }

  /** The oldest queued command that can be encoded; those that cannot, and those too old, end here. */
  async #next<T>(
    device: DeviceEntity,
    protocol: string,
    encode: (command: OutgoingCommand, profile: DeviceProfile) => Result<T, EncodeFailure>,
  ): Promise<{ entry: Queued; encoded: T } | null> {
    const profile = commandProfile(device, this.#deps);
    for (;;) {
      const entry = this.#queues.get(device.id)?.[0];
      if (!entry) return null;
      if (entry.command.expiresAt <= this.#deps.clock.now()) {
        await this.#expire(entry);
        continue;
      }
      const encoded = encode(forEncoder(entry.command, device.uniqueId), profile);
      if (encoded.ok) return { entry, encoded: encoded.value };
      this.#drop(entry);
      await this.#fail(entry, refusalOf(encoded.error, protocol));
    }
  }

  async #startSending(entry: Queued): Promise<void> {
    const sentAt = this.#deps.clock.now();
    entry.command = await this.#journal.change(entry.command, { status: 'sending', sentAt });
  }
  async #markSent(entry: Queued, isReliable: boolean): Promise<void> {
    const { clock, pipeline, commits } = this.#deps;
    entry.command = await this.#journal.change(entry.command, { status: 'sent' });
    this.#sent.add(entry.command, isReliable);
    if (!entry.waited) return;
    const { deviceId, id } = entry.command;
    const event = {
      type: 'queuedCommandSent',
      eventTime: clock.now(),
      positionId: 0,
      attributes: { id },
    } as const;
    commits.add(pipeline.announce(deviceId, event), nothing, nothing);
  }
  async #markUnknown(entry: Queued, reason: string): Promise<void> {
    entry.command = await this.#journal.change(entry.command, { status: 'unknown', reason });
    this.#sent.add(entry.command, true);
  }
  async #fail(entry: Queued, refusal: ApiError): Promise<void> {
    entry.refusal = refusal;
    entry.command = await this.#journal.change(entry.command, {
      status: 'failed',
      sentAt: null,
      reason: refusal.message,
    });
  }
  async #expire(entry: Queued): Promise<void> {
    entry.command = await this.#journal.change(entry.command, { status: 'expired' });
    this.#drop(entry);
  }

  /** By SMS there is no connection to wait for: it is sent now or not at all. */
  async #submitText(order: CommandOrder, device: DeviceEntity): Promise<StoredCommand> {
    const { sms, clock } = this.#deps;
    if (!sms.enabled) throw refuse.smsNotConfigured();
    if (order.type !== 'custom') throw refuse.commandNotSupported(order.type, null);
    if (device.phone === null) throw refuse.deviceWithoutPhone();
    const begun = newCommand(order, clock.now());
    const text = forEncoder({ ...begun, id: 0 }, device.uniqueId).attributes['data'];
    if (typeof text !== 'string' || text === '') throw refuse.badInput('attributes.data: a text is needed');
    const [command] = await this.#journal.begin([{ ...begun, status: 'sending', sentAt: clock.now() }]);
    if (!command) throw new Error('Cannot send: storage gave no id');
    const outcome = await sms.send({ phone: device.phone, message: text }, AbortSignal.timeout(SMS_MS));
    if (outcome.ok) return this.#journal.change(command, { status: 'sent' });
    const { code, detail } = outcome.error;
    // Without an answer nobody knows whether the gateway has passed it on.
    const status = code === 'unavailable' && !detail.startsWith('answered') ? 'unknown' : 'failed';
    await this.#journal.change(command, { status, reason: `SMS gateway: ${detail}` });
    throw refuse.commandNotSent(`The SMS gateway did not take it (${detail})`);
  }

  #sweep(): void {
    const now = this.#deps.clock.now();
    this.#sent.sweep(now);
    for (const [deviceId, queue] of this.#queues) {
      if (!queue.some(({ command }) => command.expiresAt <= now)) continue;
      const expire = async (): Promise<void> => {
        for (const entry of this.#queues.get(deviceId) ?? [])
          if (entry.command.expiresAt <= now) await this.#expire(entry);
      };
      this.#background(this.#turns.take(deviceId, expire));
    }
  }
  #forget(deviceId: number): void {
    this.#queues.delete(deviceId);
    this.#sent.forget(deviceId);
  }
  #complain(error: unknown): void {
    this.#deps.log.error({ err: error }, 'cannot send a command');
  }
  #background(work: Promise<unknown>): void {
    const guarded: Promise<unknown> = work
      .catch((error: unknown) => this.#complain(error))
      .finally(() => this.#underWay.delete(guarded));
    this.#underWay.add(guarded);
  }
}

const ENGINE: ReadonlySet<string> = new Set(['engineStop', 'engineResume']);
const SMS_MS = 15_000;
const nothing = (): void => {};

function refusalOf(failure: EncodeFailure, protocol: string): ApiError {
  if (failure.code === 'UNSUPPORTED_COMMAND') return refuse.commandNotSupported(failure.type, protocol);
  return refuse.badInput(`attributes.${failure.parameter}: ${failure.detail}`);
}
