import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '@rastro/base';
import { createInProcessBus, type Bus } from '@rastro/bus';
import type { Attributes } from '@rastro/fleet';
import type { Protocol } from '@rastro/protocols';
import type { Storage } from '@rastro/storage';
import { rememberAddress } from './audit/client-address.ts';
import { Statistics } from './audit/statistics.ts';
import { Authenticator } from './access/authenticate.ts';
import { Credentials } from './access/credentials.ts';
import { OpenIdLogin, type OpenIdOptions } from './access/open-id-login.ts';
import { createGeocoder, type GeocoderOptions } from './geocoding/geocoder.ts';
import { OneTimeCodes } from './access/one-time-codes.ts';
import { Restrictions } from './access/restrictions.ts';
import { removeExpiredGuests } from './access/guests.ts';
import type { ApiContext } from './api/context.ts';
import { mailDueReports } from './reports/scheduled-reports.ts';
import { ReportPool } from './reports/report-pool.ts';
import { Visibility } from './access/visibility.ts';
import { createApi, type ApiRoute } from './api/create-api.ts';
import { FirstAdministrator } from './access/first-administrator.ts';
import { CommandDesk } from './commands/command-desk.ts';
import { Directory } from './directory/directory.ts';
import { startForwarding, type Forwarding } from './forwarding/start-forwarding.ts';
import type { ForwardTarget } from './forwarding/target.ts';
import { IngestCounters } from './ingest/counters.ts';
import { DeviceGate, type RegisterUnknown } from './ingest/device-gate.ts';
import { DeviceSessions } from './ingest/device-sessions.ts';
import { listenHttp } from './ingest/http-listener.ts';
import { watchInactivity } from './ingest/inactivity-watch.ts';
import type { IngestLog } from './ingest/ingest-log.ts';
import type { Intake } from './ingest/intake.ts';
import type { Listener } from './ingest/listener.ts';
import { openMediaStore } from './ingest/media-store.ts';
import { watchSilence } from './ingest/silence-watch.ts';
import type { TcpLimits } from './ingest/tcp-connection.ts';
import { listenTcp } from './ingest/tcp-listener.ts';
import { LinkDiary } from './ingest/link-diary.ts';
import { Traffic } from './ingest/traffic.ts';
import { listenUdp } from './ingest/udp-listener.ts';
import { acceptSockets, type Upgrade } from './live/accept-sockets.ts';
import { LiveHub } from './live/live-hub.ts';
import { apiDate } from './views/api-date.ts';
import { Notifier } from './notifications/notifier.ts';
import { openChannels, type ChannelOptions } from './notifications/open-channels.ts';
import { PrivateShelf } from './notifications/private-shelf.ts';
import { RuleBook } from './notifications/rule-book.ts';
import { createMailer, type MailOptions } from './outgoing/mailer.ts';
import { createSafeFetch } from './outgoing/safe-fetch.ts';
import { createSmsGateway, type SmsOptions } from './outgoing/sms-gateway.ts';
import { DeviceOptions } from './pipeline/device-options.ts';
import { GroupCommit, type FleetTopics, type GroupCommitOptions } from './pipeline/group-commit.ts';
import { IdSequence } from './pipeline/ids.ts';
import { LiveDevices } from './pipeline/live-device.ts';
import type { PipelineOptions } from './pipeline/options.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { surroundingsOf } from './pipeline/surroundings.ts';

export interface TrackerOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly version: string;
  /** Prefix of the product's own attributes. */
  readonly brand: string;
  readonly secureCookies: boolean;
  /** Address that people use, for links in mails; null = not set. */
  readonly publicUrl: string | null;
  readonly pipeline: PipelineOptions;
  readonly commit: GroupCommitOptions;
  readonly tcp: TcpLimits;
  /** `status.timeout`: silence after which a device is `unknown`. */
  readonly silenceMs: number;
  readonly registerUnknown: RegisterUnknown | null;
  /** Other servers that get a copy of every stored position. */
  readonly forward: readonly ForwardTarget[];
  /** Devices that this installation may have, given the attributes of the server record. */
  readonly deviceLimit: (serverAttributes: Attributes) => number;
  readonly outgoing: OutgoingOptions;
  /** Days that the audit log is kept. */
  readonly auditDays: number;
  /** Devices × days that one report may be about. */
  readonly reportDeviceDays: number;
  readonly geocoder: GeocoderOptions | null;
  /** Works only with a public address. */
  readonly openId: OpenIdOptions | null;
  /** Asked for by an administrator: end and start again. */
  readonly restart: () => void;
  /** Days that sent commands are kept. */
  readonly outgoingLogDays: number;
  /** Folder of files that devices send. */
  readonly mediaFolder: string;
}
/** Outside services that this installation uses; null = not set. */
export interface OutgoingOptions {
  readonly mail: MailOptions | null;
  readonly sms: SmsOptions | null;
  readonly channels: ChannelOptions;
  /** Notifications per rule, person and channel in ten minutes. */
  readonly notificationLimit: number;
  /** Patience with a provider, and the first pause after it has failed. */
  readonly timeoutMs: number;
  readonly retryPauseMs: number;
  /** Addresses that people typed in may lead into private networks. */
  readonly allowPrivateUrls: boolean;
}
export interface Door {
  readonly protocol: Protocol;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
}

/** The embedded tracking server. The web API is handed out; device doors open with `listen`. */
export interface Tracker {
  readonly api: FastifyInstance;
  readonly routes: readonly ApiRoute[];
  readonly upgrade: Upgrade;
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  readonly credentials: Credentials;
  readonly counters: IngestCounters;
  readonly firstAdministrator: FirstAdministrator;
  readonly openSockets: () => number;
  /** Looks for scheduled reports that are due now; done every quarter of an hour. @returns how many were mailed. */
  mailDueReports(): Promise<number>;
  /** For a gateway in front: whom a request comes from, when its connection cannot tell. */
  readonly rememberAddress: typeof rememberAddress;
  readonly forwarding: Forwarding;
  /** @returns the port in use. @throws the system's error when the port is taken. */
  listen(door: Door): Promise<number>;
  /** Stops accepting, finishes what is in flight, closes connections. Storage stays open: the caller's. */
  close(): Promise<void>;
}

export async function openTracker(options: TrackerOptions): Promise<Tracker> {
  const { storage, clock, log } = options;
  const bus: Bus<FleetTopics> = createInProcessBus((topic, error) => {
    log.error({ err: error, topic }, 'a subscriber failed');
  });
  const directory = await Directory.load(storage, options.brand);
  const credentials = new Credentials(storage, clock);
  await credentials.load();
  const ids = await IdSequence.open(storage, (error) => {
    log.error({ err: error }, 'cannot reserve ids; it is tried again');
  });
  const visibility = new Visibility(directory);
  const deviceOptions = new DeviceOptions(options.pipeline, directory, visibility);
  const live = await LiveDevices.load(storage, deviceOptions.tripWindow());
  const authenticator = new Authenticator(directory, credentials, clock, !options.openId?.force);
  const counters = new IngestCounters();
  const reports = new ReportPool(storage.location, Math.min(4, Math.max(2, availableParallelism() - 1)));
  const statistics = await Statistics.load(storage, clock, () => sum(counters.messages.values()));
  const sessions = new DeviceSessions();
  const { allowPrivateUrls: allowPrivate } = options.outgoing;
  const safeFetch = createSafeFetch({ allowPrivate, timeoutMs: options.outgoing.timeoutMs });
  const firstAdministrator = new FirstAdministrator(directory);
  const diary = new LinkDiary();
  const listening = {
    startedAt: clock.now(),
    silenceMs: options.silenceMs,
    protocols: new Set<string>(),
  };
  const around = surroundingsOf(directory, visibility, live, deviceOptions);
  const pipeline = new Pipeline({
    live,
    ids,
    around,
    onRefused: (deviceId, reason) => {
      counters.count('refusals', `position:${reason}`);
      diary.dropped(deviceId, reason, clock.now());
    },
    onFault: (deviceId, error) => log.error({ err: error, deviceId }, 'cannot work out a part of a position'),
  });
  const commits = new GroupCommit(storage, bus, options.commit, (error) => {
    log.error({ err: error }, 'cannot store positions; devices will send them again');
  });
  const gate = new DeviceGate(directory, clock, options.registerUnknown);
  const media = openMediaStore(options.mediaFolder);
  const traffic = new Traffic(clock);
  const sms = createSmsGateway(options.outgoing.sms, safeFetch);
  const desk = await CommandDesk.load({
    storage,
    bus,
    directory,
    visibility,
    sessions,
    pipeline,
    commits,
    sms,
    clock,
    log,
  });
  const intake: Intake = {
    clock,
    gate,
    desk,
    sessions,
    pipeline,
    commits,
    counters,
    media,
    traffic,
    diary,
    log,
  };
  const forwarding = startForwarding(options.forward, { bus, directory, live, clock, log });
  const mailer = createMailer(options.outgoing.mail);
  const shelf = await PrivateShelf.load(storage);
  const room = { mailer, sms, fetch: safeFetch, shelf, directory, clock };
  const { channels, webPush } = await openChannels(options.outgoing.channels, room);
  const notifier = await Notifier.load({
    storage,
    bus,
    directory,
    authenticator,
    live,
    calendars: around.calendars,
    rules: new RuleBook(directory, visibility, around.applies),
    channels,
    desk,
    shelf,
    lanes: { ...LANE, pauseMs: options.outgoing.retryPauseMs },
    limit: options.outgoing.notificationLimit,
    isWatching: (userId) => hub.isWatching(userId),
    onSent: (channel) => {
      if (channel === 'mail') statistics.count('mailSent');
      if (channel === 'sms') statistics.count('smsSent');
    },
    publicUrl: options.publicUrl,
    clock,
    log,
  });
  const hub: LiveHub = new LiveHub({
    bus,
    directory,
    visibility,
    live,
    credentials,
    authenticator,
    traffic,
    clock,
    audience: notifier,
  });
  const context: ApiContext = {
    storage,
    directory,
    visibility,
    restrictions: new Restrictions(directory, visibility, () =>
      options.deviceLimit(directory.server.attributes),
    ),
    authenticator,
    credentials,
    oneTimeCodes: new OneTimeCodes(clock),
    live,
    statistics,
    sessions,
    traffic,
    diary,
    listening,
    firstAdministrator,
    clock,
    desk,
    sms,
    mailer,
    notifier,
    shelf,
    webPush,
    sendTest: (userId) => hub.showTo(userId, testEvent(clock.now())),
    safeFetch,
    reports,
    reportDeviceDays: options.reportDeviceDays,
    around,
    pipeline,
    commits,
    geocoder: createGeocoder(
      options.geocoder,
      createSafeFetch({ allowPrivate: true, timeoutMs: GEOCODER_MS }),
      { clock, onRequest: () => statistics.count('geocoderRequests') },
    ),
    openId:
      options.openId && options.publicUrl ? new OpenIdLogin(options.openId, options.publicUrl, clock) : null,
    restart: options.restart,
    log,
    publicUrl: options.publicUrl,
    mediaFolder: options.mediaFolder,
    version: options.version,
    secureCookies: options.secureCookies,
  };
  const { app, routes } = await createApi(context, log);
  const stopSilenceWatch = watchSilence(intake, live, options.silenceMs);
  const stopInactivityWatch = watchInactivity(intake, directory, live);
  const sweep = setInterval(() => {
    credentials.sweep().catch((error: unknown) => log.error({ err: error }, 'cannot remove credentials'));
  }, 1000);
  const stopCounting = bus.subscribe('fleet.changed', ({ movedIds, positions }) => {
    statistics.count('messagesStored', positions.length);
    for (const id of movedIds) statistics.deviceActive(id, live.shown(id).position?.protocol ?? '');
  });
  const upkeep = setInterval(() => {
    const oldest = clock.now() - options.auditDays * DAY_MS;
    const oldestSent = clock.now() - options.outgoingLogDays * DAY_MS;
    Promise.all([
      statistics.save(),
      storage.removeActionsBefore(oldest),
      storage.removeCommandsBefore(oldestSent),
      storage.removeDeliveriesBefore(oldestSent),
      removeExpiredGuests(directory, credentials, authenticator),
    ]).catch((error: unknown) => log.error({ err: error }, 'upkeep failed; it is tried again'));
  }, UPKEEP_MS);
  const reportRound = setInterval(() => {
    mailDueReports(context).catch((error: unknown) => log.error({ err: error }, 'cannot mail due reports'));
  }, REPORT_ROUND_MS);
  const listeners: Listener[] = [];

  return {
    api: app,
    routes,
    upgrade: acceptSockets(hub, authenticator),
    directory,
    authenticator,
    credentials,
    counters,
    firstAdministrator,
    openSockets: () => hub.size,
    mailDueReports: () => mailDueReports(context),
    rememberAddress,
    forwarding,
    listen: async ({ protocol, host, port }) => {
      const opened = await openDoor(protocol, { host, port }, intake, options.tcp);
      listeners.push(...opened);
      listening.protocols.add(protocol.name);
      return opened[0]?.port ?? 0;
    },
    close: async () => {
      clearInterval(sweep);
      clearInterval(upkeep);
      clearInterval(reportRound);
      stopCounting();
      stopSilenceWatch();
      stopInactivityWatch();
      for (const listener of listeners) listener.stopAccepting();
      await commits.idle();
      for (const listener of listeners) listener.closeAll();
      await commits.idle();
      await notifier.close();
      await desk.close();
      await forwarding.close();
      hub.closeAll();
      await app.close();
      await reports.close();
      await statistics.save().catch((error: unknown) => log.error({ err: error }, 'cannot keep statistics'));
    },
  };
}

const DAY_MS = 86_400_000;
const LANE = { maxWaiting: 2000, sideBySide: 8, maxTries: 6 };

/** What test notifications show in browsers. @source reference/tracking-api.md §3.12 */
const testEvent = (now: number) => ({
  id: 0,
  attributes: { message: 'test' },
  deviceId: 0,
  type: 'test',
  eventTime: apiDate(now),
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
});
const UPKEEP_MS = 60_000;
const REPORT_ROUND_MS = 900_000;
const GEOCODER_MS = 5000;
const sum = (values: Iterable<number>): number => Iterator.from(values).reduce((a, b) => a + b, 0);

/** A protocol with TCP and UDP has both on one port number. */
async function openDoor(
  protocol: Protocol,
  address: { readonly host: string; readonly port: number },
  intake: Intake,
  tcp: TcpLimits,
): Promise<Listener[]> {
  if (protocol.kind === 'http') return [await listenHttp(protocol, address, intake)];
  const opened: Listener[] = [];
  if (protocol.transports.includes('tcp')) opened.push(await listenTcp(protocol, address, intake, tcp));
  if (protocol.transports.includes('udp')) {
    const port = opened[0]?.port ?? address.port;
    opened.push(await listenUdp(protocol, { host: address.host, port }, intake));
  }
  return opened;
}
