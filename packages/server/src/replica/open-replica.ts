import type { IncomingMessage, ServerResponse } from 'node:http';
import { HOUR_MS, type Clock, type Log } from '@rastro/base';
import { TRACKING_ROUTES, type Route, type TrackingKey } from '@rastro/fleet/api';
import { holdFolder, openStorage } from '@rastro/storage';
import { openTracker, type Tracker, type TrackerOptions } from '@rastro/tracker';
import type { Ask } from '../gateway/foreign-calls.ts';
import { headersBehind } from '../gateway/foreign-headers.ts';
import { CallerDirectory, type ReplicaCaller } from './caller-directory.ts';
import { CopiedDays } from './copied-days.ts';
import { EventsCopy } from './events-copy.ts';
import { HistoryCopy, type CopyProgress } from './history-copy.ts';
import { TraccarReader } from './traccar-reader.ts';
import { wantedHistory } from './wanted-history.ts';

export interface ReplicaOptions {
  /** Folder of the copies; it can be deleted, then they are read again. */
  readonly folder: string;
  readonly tracker: Omit<TrackerOptions, 'storage'>;
  readonly ask: Ask;
  /** Origin of the tracking server, for messages. */
  readonly origin: string;
  /** Of an administrator there. */
  readonly token: string;
  /** Calls to it in a second, at most. */
  readonly perSecond: number;
  /** Days after which copies that no report needed are dropped. */
  readonly unusedDays: number;
  /** Positions that are copied at most. */
  readonly maxPositions: number;
  readonly clock: Clock;
  readonly log: Log;
}
/** A request that the replica answers. */
export interface ReplicaRequest {
  readonly key: TrackingKey;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: string;
  /** Null = the route is open to everybody. */
  readonly caller: ReplicaCaller | null;
}

/**
 * A copy of another tracking server's history in this process, with our own trips, stops and sums derived from it. It
 * listens to no device and sends nothing; what it shows a caller is what that server shows the same caller.
 */
export interface Replica {
  /** Answers a request. @throws UnreadableAnswerError when the tracking server answers nothing that can be used. */
  serve(request: ReplicaRequest): Promise<void>;
  /** Vehicle days that are being read for a user; null = none. */
  progressOf(userId: number): CopyProgress | null;
  /** Something was written there: what callers see is asked for again. */
  changed(): void;
  /** A device was deleted there. */
  deviceRemoved(deviceId: number): void;
  close(): Promise<void>;
}

/** Routes that are about no history: they need the caller, and nothing else. */
const WITHOUT_HISTORY: ReadonlySet<string> = new Set(['places', 'reference']);

export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const held = holdFolder(options.folder);
  try {
    const storage = await openStorage({ folder: options.folder });
    try {
      const tracker = await openTracker({ ...options.tracker, storage, isReplica: true });
      const days = await CopiedDays.load(storage);
      const replica = new OpenReplica(options, tracker, days);
      return {
        serve: (request) => replica.serve(request),
        progressOf: (userId) => replica.progressOf(userId),
        changed: () => replica.changed(),
        deviceRemoved: (deviceId) => replica.deviceRemoved(deviceId),
        close: async () => {
          await replica.close();
          await tracker.close();
          await storage.close();
          held.release();
        },
      };
    } catch (error) {
      await storage.close();
      throw error;
    }
  } catch (error) {
    held.release();
    throw error;
  }
}

class OpenReplica {
  readonly #options: ReplicaOptions;
  readonly #tracker: Tracker;
  readonly #reader: TraccarReader;
  readonly #directory: CallerDirectory;
  readonly #copy: HistoryCopy;
  readonly #events: EventsCopy;
  readonly #days: CopiedDays;
  readonly #progress = new Map<number, Set<CopyProgress>>();
  readonly #closing = new AbortController();
  readonly #upkeep: ReturnType<typeof setInterval>;

  constructor(options: ReplicaOptions, tracker: Tracker, days: CopiedDays) {
    const { clock, log } = options;
    this.#options = options;
    this.#tracker = tracker;
    this.#days = days;
    this.#reader = new TraccarReader(options);
    this.#directory = new CallerDirectory(this.#reader, tracker.directory);
    this.#copy = new HistoryCopy({ reader: this.#reader, copier: tracker.copier, days, clock });
    this.#events = new EventsCopy(this.#reader, tracker.copier, clock);
    this.#upkeep = setInterval(() => {
      this.#tidy().catch((error: unknown) => log.error({ err: error }, 'cannot tidy the copied history'));
    }, HOUR_MS);
    this.#upkeep.unref();
  }

  async serve({ key, request, response, address, caller }: ReplicaRequest): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('The reader is gone')));
    const signal = AbortSignal.any([gone.signal, this.#closing.signal]);
    if (caller) {
      try {
        await this.#prepare(key, request.url ?? '/', caller, signal);
      } catch (error) {
        if (gone.signal.aborted) return;
        throw error;
      }
      // Within this process the caller is known by a token that never leaves it.
      request.headers.authorization = `Bearer ${this.#tracker.authenticator.lend(caller.user.id)}`;
    } else delete request.headers.authorization;
    delete request.headers.cookie;
    this.#tracker.rememberAddress(request, address);
    this.#tracker.api.routing(request, response);
  }

  progressOf(userId: number): CopyProgress | null {
    const running = [...(this.#progress.get(userId) ?? [])];
    if (running.length === 0) return null;
    return running.reduce((sum, { total, done }) => ({ total: sum.total + total, done: sum.done + done }));
  }
  changed(): void {
    this.#directory.changed();
  }
  deviceRemoved(deviceId: number): void {
    this.#copy.drop(deviceId).catch((error: unknown) => {
      this.#options.log.error(
        { err: error, deviceId },
        'cannot drop the copies of a deleted device; it is tried again',
      );
    });
  }
  async close(): Promise<void> {
    clearInterval(this.#upkeep);
    this.#closing.abort(new Error('The server is closing'));
  }

  async #prepare(key: TrackingKey, url: string, caller: ReplicaCaller, signal: AbortSignal): Promise<void> {
    const visible = await this.#directory.devicesOf(caller, signal);
    const { feature } = routeOf(key);
    if (feature !== undefined && WITHOUT_HISTORY.has(feature)) return;
    const { user, headers } = caller;
    const { directory } = this.#tracker;
    const { reportDeviceDays: maxDeviceDays } = this.#options.tracker;
    const wanted = wantedHistory({ key, url, user }, visible, { directory, maxDeviceDays });
    if (!wanted) return;
    const { devices, period } = wanted;
    await this.#directory.readApplied(
      devices.map(({ id }) => id),
      signal,
    );
    const as = {
      ...headersBehind(headers, false),
      'accept-encoding': 'identity',
      'x-forwarded-for': caller.address,
    };
    const progress: CopyProgress = { total: 0, done: 0 };
    const running = this.#progress.get(user.id) ?? new Set();
    this.#progress.set(user.id, running.add(progress));
    try {
      await this.#copy.ensure(devices, period, { progress, signal });
      await this.#events.ensure({ userId: user.id, headers: as }, devices, { period, signal });
    } finally {
      running.delete(progress);
      if (running.size === 0) this.#progress.delete(user.id);
    }
  }

  /** Drops copies of devices that are no longer there, and those that no report needs. */
  async #tidy(): Promise<void> {
    const listed = await this.#reader.list('/api/devices?all=true', this.#closing.signal);
    const ids = new Set(listed.map((device) => Number(Object(device).id)));
    for (const deviceId of this.#days.deviceIds()) if (!ids.has(deviceId)) await this.#copy.drop(deviceId);
    await this.#copy.trim(this.#options);
  }
}

const routeOf = (key: TrackingKey): Route => TRACKING_ROUTES[key];
