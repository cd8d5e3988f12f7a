import type { FastifyInstance } from 'fastify';
import { availableParallelism } from 'node:os';
import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import { apiDate, type Attributes, type Language } from '@rastro/fleet';
import type { Storage } from '@rastro/storage';
import { Authenticator } from '../access/authenticate.ts';
import { Credentials } from '../access/credentials.ts';
import { Delegation } from '../access/delegation.ts';
import { shareCredentials, type Shared } from '../access/share-credentials.ts';
import { newSealKey } from '../access/sealed.ts';
import { sharePrivateValues, type PrivateStore } from '../access/private-store.ts';
import { RecoveryCodes } from '../access/recovery-codes.ts';
import { LastSeen } from '../access/last-seen.ts';
import { OneTimeCodes } from '../access/one-time-codes.ts';
import { OpenIdLogin, type OpenIdOptions } from '../access/open-id-login.ts';
import { maySendSaved } from '../access/lock-rights.ts';
import { Restrictions } from '../access/restrictions.ts';
import { Visibility } from '../access/visibility.ts';
import { NO_BRANDS, type BrandHeads } from '../brands/brand-heads.ts';
import { userMailer } from '../brands/user-mailer.ts';
import type { ApiContext } from '../api/context.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import { createApi, type ApiRoute } from '../api/create-api.ts';
import { endDeadShares, removeDeadGuests } from '../access/guests.ts';
import { FirstAdministrator } from '../access/first-administrator.ts';
import { countReceived } from '../audit/received-messages.ts';
import { Statistics } from '../audit/statistics.ts';
import { CommandClient } from '../commands/command-client.ts';
import { verdictsOf } from '../diagnosis/diagnosis-subject.ts';
import type { Directory } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import { createGeocoder, type GeocoderOptions } from '../geocoding/geocoder.ts';
import { Places } from '../geocoding/places.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { acceptSockets, type Upgrade } from '../live/accept-sockets.ts';
import { LiveHub } from '../live/live-hub.ts';
import { CommittedDevices } from '../committed/committed-devices.ts';
import { whenMessagesAreLost } from '../messages/lost-messages.ts';
import type { CommittedDevice, TrackerBus } from '../messages/topics.ts';
import {
  createMailer,
  createSafeFetch,
  createSmsGateway,
  type MailOptions,
  type SmsOptions,
} from '@rastro/outgoing';
import { DeviceOptions } from '../pipeline/device-options.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import { referenceDataOf } from '../pipeline/reference-data.ts';
import { PlaceScout } from '../reports/addresses/place-scout.ts';
import { ReportPool } from '../reports/jobs/report-pool.ts';
import type { CopiedSource } from '../reports/report-deps.ts';
import { mailDueReports } from '../reports/schedule/scheduled-reports.ts';
import type { PushTo } from '../notifications/push-to.ts';
import { openNotifications, type NotificationOptions } from './open-notifications.ts';
import { startUpkeep } from './upkeep.ts';

/** Outside services that this installation uses; null = not set. */
export interface OutgoingOptions extends NotificationOptions {
  readonly mail: MailOptions | null;
  readonly sms: SmsOptions | null;
  /** Patience with a provider. */
  readonly timeoutMs: number;
  /** Addresses typed in by users may lead into private networks. */
  readonly allowPrivateUrls: boolean;
}
export interface ApiOptions {
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly version: string;
  readonly secureCookies: boolean;
  /** Public address, for links in mails; null = not set. */
  readonly publicUrl: string | null;
  readonly pipeline: PipelineOptions;
  /** `status.timeout`: gap after which a device is `unknown`. */
  readonly statusTimeoutMs: number;
  /** Is this the paid tier? Only there do advanced permissions count. */
  readonly plus: boolean;
  /** Devices that this installation may have, given the attributes of the server record. */
  readonly deviceLimit: (serverAttributes: Attributes) => number;
  readonly outgoing: OutgoingOptions;
  /** Accounts and history are copied from there; scheduled reports are mailed when its owner says so. Absent = they are own. */
  readonly source?: CopiedSource;
  /** Days for which the audit log is stored. */
  readonly auditDays: number;
  /** Between two questions whether a browser is still there, ms; absent = 20 s. */
  readonly pingMs?: number;
  /** Devices × days that one report may be about. */
  readonly reportDeviceDays: number;
  readonly geocoder: GeocoderOptions | null;
  /** Works only with a public address. */
  readonly openId: OpenIdOptions | null;
  /** Asked for by an administrator: end and start again. */
  readonly restart: () => void;
  /** Days for which sent commands are stored. */
  readonly outgoingLogDays: number;
  /** Pictures of devices, and files that they send. */
  readonly media: MediaFiles;
  /** A folder on the disk of the data. */
  readonly dataFolder: string;
  /** Absent = there are none but the installation. */
  readonly brands?: BrandHeads;
}
/** Dependencies of the API role. */
export interface ApiDeps {
  readonly bus: TrackerBus;
  readonly directory: Directory;
  /** Read as a whole; of ingest nothing is written here. */
  readonly storage: Storage;
  /** States that this process has already read; absent = read from storage. */
  readonly states?: Iterable<CommittedDevice>;
}
/** Serves users: the web API, live changes, reports, notifications. */
export interface ApiRole {
  readonly app: FastifyInstance;
  readonly routes: readonly ApiRoute[];
  readonly upgrade: Upgrade;
  readonly authenticator: Authenticator;
  readonly credentials: Credentials;
  readonly firstAdministrator: FirstAdministrator;
  readonly openSockets: () => number;
  /** Devices that a user sees, without hidden ones. */
  readonly visibleDevices: (userId: number) => ReadonlySet<number>;
  readonly assignedDevices: () => { readonly assigned: number; readonly unassigned: number };
  /** Times at which users were last here, ms since 1970. */
  readonly lastSeen: () => Promise<ReadonlyMap<number, number>>;
  /** Notifications on their way. */
  readonly openDeliveries: () => number;
  /** Ends shares whose time is over; done every minute. */
  endExpiredShares(): Promise<void>;
  /** Mails scheduled reports that are due now. @returns how many were mailed. */
  mailDueReports(): Promise<number>;
  /** Asks for addresses of ends of new trips and stops; done every five minutes. */
  scoutPlaces(): Promise<void>;
  /** Notifies again of alarms that nobody has acknowledged in time; done every 15 seconds. */
  escalate(): Promise<void>;
  /** Push to a user's browsers, for other components of this server. */
  readonly push: PushTo;
  close(): Promise<void>;
}

const REPORT_ROUND_MS = 900_000;
const GEOCODER_MS = 5000;

export async function openApi(options: ApiOptions, deps: ApiDeps): Promise<ApiRole> {
  const { log } = options;
  const base = await openBase(options, deps);
  const { bus, live, credentials, authenticator, reports, places, shared, privateStore } = base;
  const { notifier, escalation, webPush, push } = await openNotifications(options.outgoing, {
    ...base,
    maySend: (userId, commandId) => maySendSaved(base, userId, commandId),
    isWatching: (userId) => hub.isWatching(userId),
  });
  const hub: LiveHub = new LiveHub({
    ...base,
    audience: notifier,
    ...(options.pingMs === undefined ? {} : { pingMs: options.pingMs }),
  });
  const context: ApiContext = {
    slots: new KeyedMutex(),
    ...base,
    notifier,
    recoveryCodes: new RecoveryCodes(privateStore),
    webPush,
    sendTest: (userId) => hub.showTo(userId, testEvent(options.clock.now())),
    verdictsOf: (deviceIds) => verdictsOf(base, deviceIds),
  };
  const { app, routes } = await createApi(context, log);
  const scout = new PlaceScout(context);
  const stopUpkeep = startUpkeep(options, base);
  const stopShares = endDeadShares(base, (error) => log.error({ err: error }, 'cannot end shares'));
  const stopReports = options.source ? () => {} : startReportRound(context, log);
  await bus.flush();
  return {
    app,
    routes,
    upgrade: acceptSockets(hub, authenticator),
    authenticator,
    credentials,
    firstAdministrator: base.firstAdministrator,
    openSockets: () => hub.size,
    ...devicesOf(base.visibility),
    lastSeen: () => base.lastSeen.all(),
    openDeliveries: () => notifier.waiting,
    endExpiredShares: () => removeDeadGuests(base),
    mailDueReports: () => mailDueReports(context),
    scoutPlaces: () => scout.round(),
    escalate: () => escalation.round(),
    push,
    close: async () => {
      for (const stop of [stopUpkeep, stopShares, stopReports]) stop();
      scout.close();
      await escalation.close();
      await notifier.close();
      hub.closeAll();
      await app.close();
      await reports.close();
      await places.close();
      live.close();
      shared.close();
      await saveWaiting(base, log);
    },
  };
}

/** @returns what ends it. */
function startReportRound(context: ApiContext, log: IngestLog): () => void {
  const round = host.setInterval(() => {
    mailDueReports(context).catch((error: unknown) => log.error({ err: error }, 'cannot mail due reports'));
  }, REPORT_ROUND_MS);
  return () => host.clearInterval(round);
}

/** Saves counters and times in memory; reports what cannot be stored any more. */
async function saveWaiting(base: Base, log: ApiOptions['log']): Promise<void> {
  const { statistics, credentials, lastSeen } = base;
  const waiting = [
    { what: 'statistics', save: () => countReceived(base).then(() => statistics.save()) },
    { what: 'when sessions were used', save: () => credentials.saveUses() },
    { what: 'who was here', save: () => lastSeen.save() },
  ];
  for (const { what, save } of waiting)
    await save().catch((error: unknown) => log.error({ err: error }, `cannot keep ${what}`));
}

/** Reads all again whenever a message may be missing. */
function followOthers(bus: TrackerBus, all: readonly Shared[]): Pick<Shared, 'close'> {
  const stop = whenMessagesAreLost(bus, () => {
    for (const each of all) each.readAgain();
  });
  return {
    close: () => {
      stop();
      for (const each of all) each.close();
    },
  };
}

/** Without choices of their own, a reader gets those of the installation. */
const NOBODY = { attributes: {}, coordinateFormat: null };

/** Dependencies of routes, browsers and notifications. */
type Base = Awaited<ReturnType<typeof openBase>>;
async function openBase(options: ApiOptions, deps: ApiDeps) {
  const { clock } = options;
  const { bus, storage, directory, states } = deps;
  const live = await (states
    ? CommittedDevices.of(states, bus, directory)
    : CommittedDevices.load(storage, bus, directory));
  const credentials = new Credentials(storage, clock);
  const sharedCredentials = await shareCredentials(credentials, storage, bus);
  const { privateStore, shared: sharedValues } = await sharePrivateValues(storage, bus);
  const stopForgetting = directory.users.watch(({ before, after }) => {
    if (before && !after) privateStore.forget(before.id);
  });
  const visibility = new Visibility(directory);
  const delegation = new Delegation(directory, options.plus);
  const deviceOptions = new DeviceOptions(options.pipeline, directory, visibility);
  const statistics = new Statistics(storage, clock);
  const services = outgoing(options, statistics);
  const { brands = NO_BRANDS, publicUrl } = options;
  const language = (): Language => preferencesOf(directory, NOBODY).language;
  const places = new Places({ storage, bus, geocoder: services.geocoder, language, clock, log: options.log });
  return {
    ...options,
    bus,
    storage,
    directory,
    visibility,
    live,
    credentials,
    privateStore,
    shared: followOthers(bus, [
      sharedCredentials,
      sharedValues,
      { readAgain: () => {}, close: stopForgetting },
    ]),
    statistics,
    lastSeen: new LastSeen(storage, clock),
    delegation,
    authenticator: new Authenticator({ directory, credentials, delegation, clock }, !options.openId?.force),
    restrictions: new Restrictions({
      directory,
      visibility,
      delegation,
      deviceLimit: () => options.deviceLimit(directory.server.attributes),
    }),
    around: referenceDataOf(directory, visibility, live, deviceOptions),
    oneTimeCodes: new OneTimeCodes(storage, clock),
    firstAdministrator: await FirstAdministrator.open(directory, privateStore),
    commandClient: new CommandClient(bus),
    reports: new ReportPool(storage.location, Math.min(4, Math.max(2, availableParallelism() - 1)), {
      places,
      settled: (deviceIds) => tripsSettled(bus, deviceIds),
    }),
    openId: await openIdOf(options, privateStore),
    ...services,
    brands,
    mailer: userMailer({ mailer: createMailer(options.outgoing.mail), brands, directory, publicUrl }),
    places,
  };
}

async function openIdOf(
  { openId, publicUrl, clock }: ApiOptions,
  privateStore: PrivateStore,
): Promise<OpenIdLogin | null> {
  if (!openId || !publicUrl) return null;
  return new OpenIdLogin(openId, {
    publicUrl,
    clock,
    key: await privateStore.once('openid-key', newSealKey),
  });
}

/** Derived history that is not ready by then is computed from positions. */
const TRIPS_TIMEOUT_MS = 3000;

async function tripsSettled(bus: TrackerBus, deviceIds: readonly number[]): Promise<void> {
  await bus.ask('trips.settled', { deviceIds }, TRIPS_TIMEOUT_MS).catch(() => null);
}

function outgoing({ outgoing: settings, geocoder, clock }: ApiOptions, statistics: Statistics) {
  const { allowPrivateUrls: allowPrivate, timeoutMs } = settings;
  const safeFetch = createSafeFetch({ allowPrivate, timeoutMs });
  return {
    safeFetch,
    sms: createSmsGateway(settings.sms, safeFetch),
    geocoder: createGeocoder(geocoder, createSafeFetch({ allowPrivate: true, timeoutMs: GEOCODER_MS }), {
      clock,
      onRequest: () => statistics.count('geocoderRequests'),
    }),
  };
}

/** Event that test notifications show in browsers. @source docs/reference/tracking-api.md §3.12 */
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

/** Visibility of devices, for the other roles and the gateway. */
const devicesOf = (visibility: Visibility): Pick<ApiRole, 'visibleDevices' | 'assignedDevices'> => ({
  visibleDevices: (userId) => visibility.visibleDeviceIds(userId),
  assignedDevices: () => visibility.countAssigned(),
});
