import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Timer, host } from '@rastro/base/host';
import { HOUR_MS, MINUTE_MS, type Clock, type Log } from '@rastro/base';
import { isShared } from '@rastro/fleet';
import { TRACKING_ROUTES, type Route, type TrackingKey } from '@rastro/fleet/api';
import { openTracker, serializeUser, type Tracker, type TrackerOptions } from '@rastro/tracker';
import type { Ask } from '../gateway/foreign-calls.ts';
import { callerHeaders } from '../gateway/foreign-headers.ts';
import { CallerDirectory, type ReplicaCaller } from './caller-directory.ts';
import { CommandNewsReader } from './command-news.ts';
import { CopiedDays } from './copied-days.ts';
import { CopyJobs } from './copy-jobs.ts';
import { EventsCopy } from './events-copy.ts';
import type { ForwardedReply, ForwardedRequest } from '../gateway/tracking-server.ts';
import type { User } from '@rastro/fleet';
import { openStores } from './open-stores.ts';
import { ScheduledSource } from './scheduled-source.ts';
import { SentCommands } from './sent-commands.ts';
import { HistoryCopy, type CopyProgress, type DriverAt, type WantedDevice } from './history-copy.ts';
import { TraccarReader } from './traccar-reader.ts';
import { wantedHistory } from './wanted-history.ts';

export interface ReplicaOptions {
  /** Folder of the copies: it can be deleted, then they are read again. */
  readonly cache: string;
  /** Folder of what the tracking server does not have: the service log, the life of commands. */
  readonly records: string;
  /** Opens records that have lost something, with what is there. */
  readonly acceptsLoss?: boolean;
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
  /** Drivers who were checked in during a period. */
  readonly driversDuring: (from: number, to: number) => Promise<DriverAt>;
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
  /**
   * Answers a request. @throws UnreadableAnswerError when the tracking server answers nothing that can be used;
   * HistoryNotReadyError when reading takes longer.
   */
  serve(request: ReplicaRequest): Promise<void>;
  /** Answers a request with a body. @throws UnreadableAnswerError */
  send(user: User, request: ForwardedRequest): Promise<ForwardedReply>;
  /** A report in the name of an account that is not here itself. @throws UnreadableAnswerError */
  readReport(userId: number, url: string): Promise<Pick<ForwardedReply, 'status' | 'body'>>;
  /** Vehicle days that are being read for a user; null = none. */
  progressOf(userId: number): CopyProgress | null;
  /** Something was written there: what callers see is asked for again. */
  changed(): void;
  /** Commands were sent there. @param answer What it answered. */
  commandsSent(userId: number, answer: ForwardedReply): Promise<void>;
  /** A device was deleted there. */
  deviceRemoved(deviceId: number): void;
  /** Mails scheduled reports that are due now; done every quarter of an hour. @returns how many were mailed. */
  mailDueReports(): Promise<number>;
  close(): Promise<void>;
}

/** Between two looks for reports that are due. */
const MAIL_MS = 15 * MINUTE_MS;
const METHODS = ['POST', 'PUT', 'DELETE'] as const;
/** Routes that read the newest state of vehicles, and reports that do, with their files. */
const OF_STATES: ReadonlySet<string> = new Set(['GET /reports/devices/xlsx', 'GET /services/due']);
const REPORTS_OF_STATES = /^GET \/reports\/(?:inactive|overview)(?:\/|$)/;
/** Links of saved reports may name other accounts. */
const PERMISSIONS = '/api/permissions';
/** Routes that are about no history: they need the caller, and nothing else. */
const WITHOUT_HISTORY: ReadonlySet<string> = new Set(['places', 'reference']);

export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const storage = await openStores(options);
  // Reports are mailed once all of this is open.
  let scheduled: ScheduledSource | null = null;
  try {
    const tracker = await openTracker({
      ...options.tracker,
      storage,
      isReplica: true,
      source: {
        readUser: async (userId) => scheduled?.readUser(userId),
        readHistory: async (userId, ids, period) => scheduled?.readHistory(userId, ids, period),
      },
    });
    const days = await CopiedDays.load(storage);
    const commands = new SentCommands(storage, options.clock);
    const replica = new OpenReplica(options, { tracker, days, commands });
    scheduled = replica.scheduled;
    return {
      serve: (request) => replica.serve(request),
      send: (user, request) => replica.send(user, request),
      readReport: (userId, url) => replica.readReport(userId, url),
      progressOf: (userId) => replica.progressOf(userId),
      changed: () => replica.changed(),
      commandsSent: (userId, answer) => replica.commandsSent(userId, answer),
      deviceRemoved: (deviceId) => replica.deviceRemoved(deviceId),
      mailDueReports: () => replica.scheduled.mailDue(),
      close: async () => {
        await replica.close();
        await tracker.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
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
  readonly #commands: SentCommands;
  readonly #commandNews: CommandNewsReader;
  readonly #jobs: CopyJobs;
  readonly #closing = new AbortController();
  readonly #rounds: readonly Timer[];
  readonly scheduled: ScheduledSource;

  constructor(
    options: ReplicaOptions,
    {
      tracker,
      days,
      commands,
    }: { readonly tracker: Tracker; readonly days: CopiedDays; readonly commands: SentCommands },
  ) {
    const { clock, log } = options;
    this.#options = options;
    this.#tracker = tracker;
    this.#days = days;
    this.#commands = commands;
    this.#jobs = new CopyJobs(clock);
    this.#reader = new TraccarReader(options);
    this.#commandNews = new CommandNewsReader(this.#reader, clock);
    this.#directory = new CallerDirectory(this.#reader, tracker.directory);
    this.#copy = new HistoryCopy({
      reader: this.#reader,
      copier: tracker.copier,
      days,
      driversDuring: options.driversDuring,
      clock,
    });
    this.#events = new EventsCopy(this.#reader, tracker.copier, clock);
    this.scheduled = new ScheduledSource({
      directory: this.#directory,
      copy: this.#copy,
      events: this.#events,
      tracker,
      readStates: (visible, signal) => this.#readStates(visible, signal),
      signal: this.#closing.signal,
    });
    this.#rounds = [
      host.setInterval(() => {
        this.#tidy().catch((error: unknown) => log.error({ err: error }, 'cannot tidy the copied history'));
      }, HOUR_MS),
      host.setInterval(() => {
        this.scheduled
          .mailDue()
          .catch((error: unknown) => log.error({ err: error }, 'cannot mail due reports'));
      }, MAIL_MS),
    ];
    for (const round of this.#rounds) round.unref();
  }

  async serve({ key, request, response, address, caller }: ReplicaRequest): Promise<void> {
    if (caller) {
      const url = request.url ?? '/';
      await this.#jobs.run(caller.user.id, url, (progress, signal) =>
        this.#prepare({ key, url, caller }, progress, signal),
      );
      if (response.destroyed) return;
    }
    // Within this process the caller is known by a token that never leaves it: what the gateway asks the tracking
    // server after the answer goes with the caller's own headers again.
    const { headers } = request;
    response.prependOnceListener('close', () => {
      request.headers = headers;
    });
    const { cookie: _cookie, authorization: _authorization, ...others } = headers;
    const authorization = caller && `Bearer ${this.#tracker.authenticator.lend(caller.user.id)}`;
    request.headers = authorization === null ? others : { ...others, authorization };
    this.#tracker.rememberAddress(request, address);
    this.#tracker.api.routing(request, response);
  }

  async send(user: User, request: ForwardedRequest): Promise<ForwardedReply> {
    const { method, url, headers, body, address } = request;
    const caller = { user, headers, address };
    await this.#directory.devicesOf(caller, this.#closing.signal);
    if (url.startsWith(PERMISSIONS)) await this.#directory.readUsers(caller, this.#closing.signal);
    const { cookie: _cookie, 'accept-encoding': _whole, ...others } = headers;
    const reply = await this.#tracker.api.inject({
      method: METHODS.find((each) => each === method) ?? 'GET',
      url,
      headers: { ...others, authorization: `Bearer ${this.#tracker.authenticator.lend(user.id)}` },
      remoteAddress: address,
      ...(body === null ? {} : { payload: body }),
    });
    const type = reply.headers['content-type'];
    return {
      status: reply.statusCode,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
      body: reply.rawPayload,
    };
  }

  async readReport(userId: number, url: string): Promise<Pick<ForwardedReply, 'status' | 'body'>> {
    const { directory, api, authenticator } = this.#tracker;
    const visible = await this.scheduled.readSeen(userId);
    const user = directory.users.get(userId);
    if (!user) return { status: 404, body: Buffer.alloc(0) };
    const key = 'GET /reports/harsh';
    const { reportDeviceDays: maxDeviceDays } = this.#options.tracker;
    const wanted = wantedHistory({ key, url, user: serializeUser(user) }, visible, {
      directory,
      maxDeviceDays,
    });
    if (wanted) await this.scheduled.readDays(userId, wanted.devices, wanted.period);
    const headers = { authorization: `Bearer ${authenticator.lend(userId)}` };
    const reply = await api.inject({ method: 'GET', url, headers });
    return { status: reply.statusCode, body: reply.rawPayload };
  }

  progressOf(userId: number): CopyProgress | null {
    return this.#jobs.progressOf(userId);
  }
  changed(): void {
    this.#directory.changed();
  }
  commandsSent(userId: number, answer: ForwardedReply): Promise<void> {
    return this.#commands.add(userId, answer);
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
    for (const round of this.#rounds) host.clearInterval(round);
    this.#jobs.close();
    this.#closing.abort(new Error('The server is closing'));
  }

  async #prepare(
    { key, url, caller }: { readonly key: TrackingKey; readonly url: string; readonly caller: ReplicaCaller },
    progress: CopyProgress,
    signal: AbortSignal,
  ): Promise<void> {
    if (isShared(caller.user)) {
      await this.#directory.addGuest(caller.user);
      return;
    }
    const visible = await this.#directory.devicesOf(caller, signal);
    const { feature } = routeOf(key);
    if (feature !== undefined && WITHOUT_HISTORY.has(feature)) return;
    const { user, headers } = caller;
    if (OF_STATES.has(key) || REPORTS_OF_STATES.test(key)) await this.#readStates(visible, signal);
    if (feature === 'services') {
      await this.#directory.readApplied(
        visible.map(({ id }) => id),
        signal,
      );
      return;
    }
    if (feature === 'commandQueue') {
      const deviceId = Number(new URLSearchParams(url.split('?')[1]).get('deviceId'));
      if (visible.some(({ id }) => id === deviceId)) await this.#followCommands(deviceId, signal);
      return;
    }
    const { directory } = this.#tracker;
    // Whoever gets no reports gets an error, for which nothing is read.
    if (!user.administrator && (user.disableReports || directory.server.disableReports)) return;
    const { reportDeviceDays: maxDeviceDays } = this.#options.tracker;
    const wanted = wantedHistory({ key, url, user }, visible, { directory, maxDeviceDays });
    if (!wanted) return;
    const { devices, period } = wanted;
    await this.#directory.readApplied(
      devices.map(({ id }) => id),
      signal,
    );
    const as = callerHeaders(headers, caller.address);
    await this.#copy.ensure(devices, period, { progress, signal });
    await this.#events.ensure({ userId: user.id, headers: as }, devices, { period, signal });
  }

  /** Shows the newest state of vehicles, as the tracking server has it now. */
  async #readStates(visible: readonly WantedDevice[], signal: AbortSignal): Promise<void> {
    const ids = visible.flatMap(({ positionId }) => (positionId > 0 ? positionId : []));
    const positions = new Map(
      (await this.#reader.positionsById(ids, signal)).map((position) => [position.deviceId, position]),
    );
    this.#tracker.copier.showStates(
      visible.map(({ id, status, lastUpdate }) => ({
        deviceId: id,
        status,
        lastUpdate,
        position: positions.get(id) ?? null,
      })),
    );
  }

  async #followCommands(deviceId: number, signal: AbortSignal): Promise<void> {
    const from = await this.#commands.openSince(deviceId);
    if (from === null) return;
    await this.#commands.follow(deviceId, await this.#commandNews.since(deviceId, from, signal));
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
