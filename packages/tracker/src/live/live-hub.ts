import { type Timer, host, nextTurn, pause } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import { isAnchor, isShared, waitsForSomebody, type Attributes, type LogRecord } from '@rastro/fleet';
import type { StoredCommand, StoredEvent } from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Visibility } from '../access/visibility.ts';
import { serializeEvent } from '../serializers/serializers.ts';
import { serializeDeviceCommand } from '../serializers/command-serializer.ts';
import type { Directory } from '../directory/directory.ts';
import type { Certainty } from '../messages/certainty.ts';
import type { FleetChange, TrackerBus } from '../messages/topics.ts';
import { LiveFrames } from './live-frames.ts';
import { latestPositions } from './latest-positions.ts';
import { CLOSE_SIGNED_OUT, type LiveSocket } from './live-socket.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { RightsWatch } from './rights-watch.ts';

/** docs/reference/requirements.md PRODUCT §12: one frame at most every 100 ms. */
const FRAME_MS = 100;
const KEEPALIVE_MS = 55_000;
const PING_MS = 20_000;
/** Pages and programs of one account; a company may share one. */
const MAX_SOCKETS = 100;
const WATCH_MS = 1000;
/** Raw traffic is requested again and again as long as it is read. */
const WANT_MS = 20_000;
/** Ids written into one frame; a whole fleet goes out in several. */
const MAX_IDS = 500;
/** Longest stretch of sending without letting the event loop breathe. */
const SLICE_MS = 4;
/** Pause before the next attempt while rights cannot be known. */
const UNCERTAIN_MS = 500;

export interface LiveHubDeps {
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  readonly credentials: Credentials;
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly audience: EventAudience;
  /** Between two questions whether a browser is still there, ms. */
  readonly pingMs?: number;
  readonly certain: Certainty;
}

/** Browsers that get an event, and its extra attributes. */
export interface EventAudience {
  /** Users whom a rule notifies, with the attributes that it adds. */
  webAttributes(event: StoredEvent): ReadonlyMap<number, Attributes>;
  /** Users with rules for browsers get what the rules select; others get everything that they see. */
  hasWebRules(userId: number): boolean;
}

/**
 * Sends each user the changes of visible devices. Work follows the changes: for each changed device its viewers are
 * looked up, and only those with an open socket are marked.
 */
export class LiveHub {
  readonly #deps: LiveHubDeps;
  readonly #byUser = new Map<number, Set<LiveSocket>>();
  readonly #stops: (() => void)[] = [];
  readonly #rights: RightsWatch;
  /** Texts written since the last change, shared by all sockets that get them. */
  /** Sockets that asked for raw traffic; it is watched while there are any. */
  readonly #frames: LiveFrames;
  readonly #logReaders = new Set<LiveSocket>();
  #stopLogs: (() => void) | null = null;
  #timer: Timer | null = null;
  #flushing = false;

  constructor(deps: LiveHubDeps) {
    this.#deps = deps;
    this.#frames = new LiveFrames(deps.directory, deps.live);
    const { bus, credentials, directory, visibility } = deps;
    this.#rights = new RightsWatch(directory, visibility, () => this.#schedule());
    const keepalive = host.setInterval(() => this.#keepAlive(), KEEPALIVE_MS);
    const ping = host.setInterval(() => this.#askIfThere(), deps.pingMs ?? PING_MS);
    const watch = host.setInterval(() => this.#closeEnded(), WATCH_MS);
    this.#stops.push(
      bus.subscribe('fleet.changed', (change) => this.#mark(change)),
      bus.subscribe('states.published', ({ devices }) => this.#mark({ devices, events: [] })),
      bus.subscribe('alarms.acknowledged', ({ deviceIds }) => this.#markAlarms(deviceIds)),
      bus.subscribe('command.changed', (command) => this.#queueCommand(command)),
      credentials.watch((ended) => this.#closeWhere((s) => s.credential.hash === ended.hash)),
      directory.users.watch(({ before, after }) => {
        const id = before?.id ?? 0;
        if (!after || !this.#deps.authenticator.isActive(after)) this.#closeWhere((s) => s.userId === id);
      }),
      directory.devices.watch(({ before, after }) => {
        if (before && after) this.#markEdited(after.id);
      }),
      () => this.#rights.close(),
      () => host.clearInterval(keepalive),
      () => host.clearInterval(ping),
      () => host.clearInterval(watch),
    );
  }

  get size(): number {
    let size = 0;
    for (const sockets of this.#byUser.values()) size += sockets.size;
    return size;
  }

  /** May one more be opened for this account? */
  hasCapacity(userId: number): boolean {
    return (this.#byUser.get(userId)?.size ?? 0) < MAX_SOCKETS;
  }

  /**
   * A new socket first gets the latest position of every device it may see.
   * @source docs/reference/tracking-api.md §4.2
   */
  add(socket: LiveSocket): void {
    let sockets = this.#byUser.get(socket.userId);
    if (!sockets) {
      this.#byUser.set(socket.userId, (sockets = new Set()));
      this.#rights.open(socket.userId);
    }
    sockets.add(socket);
    for (const { deviceId } of latestPositions(this.#deps, socket.userId))
      socket.dirtyPositions.add(deviceId);
    if (socket.dirtyPositions.size === 0) socket.send(Buffer.from('{"positions":[]}'));
    else this.#sendTo(socket);
    if (socket.hasBacklog) this.#schedule();
  }
  /** `{"logs": true}` of a client. @source docs/reference/tracking-api.md §4.3 */
  wantLogs(socket: LiveSocket, wanted: boolean): void {
    if (wanted) this.#logReaders.add(socket);
    else this.#logReaders.delete(socket);
    if (this.#logReaders.size > 0) this.#stopLogs ??= this.#readLogs();
    else {
      this.#stopLogs?.();
      this.#stopLogs = null;
    }
  }

  #readLogs(): () => void {
    const { bus } = this.#deps;
    const want = (): void => bus.publish('traffic.requested', { isWanted: true });
    const again = host.setInterval(want, WANT_MS);
    const unsubscribe = bus.subscribe('traffic.received', (log) => this.#log(log));
    want();
    return () => {
      host.clearInterval(again);
      unsubscribe();
      bus.publish('traffic.requested', { isWanted: false });
    };
  }

  /** To administrators, and for known devices to users who see them. */
  #log(log: LogRecord): void {
    const device = this.#deps.directory.devices.get(log.deviceId);
    let json = '';
    for (const socket of this.#logReaders) {
      const administrator = this.#deps.directory.users.get(socket.userId)?.administrator === true;
      const sees =
        device !== undefined && device !== null && this.#deps.visibility.seesDevice(socket.userId, device);
      if (this.#isGuest(socket.userId) || (!administrator && !sees)) continue;
      json ||= JSON.stringify(log);
      socket.queueLog({ deviceId: administrator || !device ? null : device.id, json });
    }
    if (json !== '') this.#schedule();
  }

  remove(socket: LiveSocket): void {
    this.wantLogs(socket, false);
    const sockets = this.#byUser.get(socket.userId);
    sockets?.delete(socket);
    if (sockets?.size !== 0) return;
    this.#byUser.delete(socket.userId);
    this.#rights.forget(socket.userId);
    // With nobody there, changes pass unnoticed: the next browser must not get what was written before them.
    if (this.#byUser.size === 0) this.#frames.forget();
  }

  closeAll(): void {
    for (const stop of this.#stops) stop();
    this.#stopLogs?.();
    if (this.#timer) host.clearTimeout(this.#timer);
    this.#flushing = true; // Nothing is scheduled any more.
    for (const sockets of this.#byUser.values()) for (const s of sockets) s.close(1001, 'server is stopping');
  }

  #mark({ devices, events }: Pick<FleetChange, 'devices' | 'events'>): void {
    if (this.#byUser.size === 0) return;
    this.#frames.forget();
    for (const { deviceId, position } of devices) {
      for (const socket of this.#viewersOf(deviceId)) {
        socket.dirtyDevices.add(deviceId);
        if (position) socket.dirtyPositions.add(deviceId);
      }
    }
    for (const event of events) this.#queueEvent(event);
    this.#markAlarms(events.filter(waitsForSomebody).map(({ deviceId }) => deviceId));
    this.#schedule();
  }

  /** Tells everybody who sees the vehicles to read open alarms again; guests have no alarms. */
  #markAlarms(deviceIds: readonly number[]): void {
    if (this.#byUser.size === 0) return;
    for (const id of deviceIds)
      for (const socket of this.#viewersOf(id)) if (!this.#isGuest(socket.userId)) socket.stale.add('alarms');
    if (deviceIds.length > 0) this.#schedule();
  }

  /** A device was edited: viewers get its new name and its new license state. */
  #markEdited(deviceId: number): void {
    if (this.#byUser.size === 0) return;
    this.#frames.forget();
    for (const socket of this.#viewersOf(deviceId)) socket.dirtyDevices.add(deviceId);
    this.#schedule();
  }

  #queueEvent(event: StoredEvent): void {
    const { audience } = this.#deps;
    const byUser = audience.webAttributes(event);
    const view = serializeEvent(event);
    // History: lists have it when they are read next.
    const isLate = event.attributes['late'] === true;
    let plain = '';
    for (const socket of this.#viewersOf(event.deviceId)) {
      if (this.#isGuest(socket.userId)) continue;
      const more = byUser.get(socket.userId);
      const { deviceId } = event;
      if (more) {
        const attributes = { ...view.attributes, ...more };
        socket.queueEvent({ deviceId, json: JSON.stringify({ ...view, attributes }) });
      } else if (!isLate && (isUrgent(event) || !audience.hasWebRules(socket.userId)))
        socket.queueEvent({ deviceId, json: (plain ||= JSON.stringify(view)) });
    }
  }

  /** Whether a user has a browser open. */
  isWatching(userId: number): boolean {
    return this.#byUser.has(userId);
  }
  /** Shows something that is no event of a device. */
  showTo(userId: number, event: object): void {
    for (const socket of this.#byUser.get(userId) ?? [])
      socket.queueEvent({ deviceId: null, json: JSON.stringify(event) });
    this.#schedule();
  }

  /** Our own clients show what becomes of a command; others ignore the key. Guests do not get it. */
  #queueCommand(command: StoredCommand): void {
    if (this.#byUser.size === 0) return;
    const json = JSON.stringify(serializeDeviceCommand(command));
    for (const socket of this.#viewersOf(command.deviceId)) {
      if (!this.#isGuest(socket.userId)) socket.queueCommand({ deviceId: command.deviceId, json });
    }
    this.#schedule();
  }

  /** Guests see less of a device, and neither events, commands nor traffic. */
  #isGuest(userId: number): boolean {
    const user = this.#deps.directory.users.get(userId);
    return user === undefined || isShared(user);
  }

  *#viewersOf(deviceId: number): Generator<LiveSocket> {
    const device = this.#deps.directory.devices.get(deviceId);
    if (!device) return;
    for (const userId of this.#deps.visibility.viewersOf(device)) yield* this.#byUser.get(userId) ?? [];
  }

  /** The next round starts a frame's time after the last one ended, so no socket gets two sooner. */
  #schedule(): void {
    if (this.#flushing) return;
    this.#timer ??= host.setTimeout(() => {
      this.#timer = null;
      this.#flushing = true;
      void this.#flush().finally(() => {
        this.#flushing = false;
        if (this.#isBehind()) this.#schedule();
      });
    }, FRAME_MS);
  }

  /** One round: each ready socket gets at most one frame of each kind. */
  async #flush(): Promise<void> {
    if (!(await this.#isCertain())) return pause(UNCERTAIN_MS);
    this.#frames.forget();
    for (const news of this.#rights.take())
      for (const socket of this.#byUser.get(news.userId) ?? []) socket.follow(news);
    let started = host.elapsed();
    for (const sockets of this.#byUser.values()) {
      for (const socket of sockets) {
        if (socket.isReady) this.#sendTo(socket);
        if (host.elapsed() - started < SLICE_MS) continue;
        await nextTurn();
        if (!(await this.#isCertain())) return;
        started = host.elapsed();
      }
    }
  }
  /** Nobody gets a frame by rights that were known long ago: this process may have stood still. */
  async #isCertain(): Promise<boolean> {
    const certain = async (): Promise<void> => void (await this.#deps.certain());
    return certain().then(
      () => true,
      () => false, // The database is away: there is nothing new.
    );
  }
  #isBehind(): boolean {
    if (this.#rights.hasNews) return true;
    for (const sockets of this.#byUser.values()) for (const s of sockets) if (s.hasBacklog) return true;
    return false;
  }

  #sendTo(socket: LiveSocket): void {
    // Our own clients follow; others pass over the keys.
    const rights = socket.takeRights();
    if (rights) socket.send(Buffer.from(JSON.stringify(rights)));
    // Device frames precede position frames, as in docs/reference/tracking-api.md §4.6.
    this.#sendIds(socket, 'devices', socket.dirtyDevices);
    this.#sendIds(socket, 'positions', socket.dirtyPositions);
    // Rights may have changed since these were queued.
    const shows = (deviceId: number): boolean => this.#shows(socket, deviceId);
    const events = socket.takeEvents(shows);
    if (events.length > 0) socket.send(Buffer.from(`{"events":[${events.join()}]}`));
    const commands = socket.takeCommands(shows);
    if (commands.length > 0) socket.send(Buffer.from(`{"commands":[${commands.join()}]}`));
    const logs = socket.takeLogs(shows);
    if (logs.length > 0) socket.send(Buffer.from(`{"logs":[${logs.join()}]}`));
  }

  #sendIds(socket: LiveSocket, kind: 'devices' | 'positions', dirty: Set<number>): void {
    if (dirty.size === 0) return;
    const ids: number[] = [];
    for (const id of dirty) {
      if (ids.length === MAX_IDS) break;
      dirty.delete(id);
      // Rights may have changed since it was marked.
      if (this.#shows(socket, id)) ids.push(id);
    }
    if (ids.length > 0) socket.send(this.#frames.frame(kind, ids, this.#isGuest(socket.userId)));
  }

  #shows({ userId }: LiveSocket, deviceId: number): boolean {
    const device = this.#deps.directory.devices.get(deviceId);
    return device !== undefined && device !== null && this.#deps.visibility.seesDevice(userId, device);
  }

  #keepAlive(): void {
    const frame = Buffer.from('{}');
    for (const sockets of this.#byUser.values()) for (const s of sockets) if (s.isReady) s.send(frame);
  }

  #askIfThere(): void {
    for (const sockets of this.#byUser.values()) for (const socket of sockets) socket.askIfThere();
  }

  /** Ends of time: credentials and accounts that expired without anybody doing anything. */
  #closeEnded(): void {
    const { credentials, authenticator } = this.#deps;
    this.#closeWhere(
      ({ credential }) => !credentials.isLive(credential) || authenticator.accountOf(credential) === null,
    );
  }
  #closeWhere(ended: (socket: LiveSocket) => boolean): void {
    for (const sockets of this.#byUser.values()) {
      for (const socket of sockets) if (ended(socket)) socket.close(CLOSE_SIGNED_OUT, 'session ended');
    }
  }
}

/** An anchored vehicle moves: rules for other things must not hide that from anybody. */
const isUrgent = ({ type, attributes }: StoredEvent): boolean =>
  type === 'geofenceExit' && isAnchor({ attributes });
