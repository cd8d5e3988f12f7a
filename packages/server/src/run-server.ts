import type { AddressInfo } from 'node:net';
import { host } from '@rastro/base/host';
import type { Logger } from 'pino';
import { ALONE, systemClock } from '@rastro/base';
import { runJobs, type Work } from '@rastro/base/jobs';
import { DriverNow, noteMovement, type BillingDeps, type CoachingDeps, type QrDeps } from '@rastro/extension';
import { openExtensionStorage, type ExtensionStorage } from '@rastro/storage';
import { sentSoon, type ServedTracker } from '@rastro/tracker';
import { RegistryBrandHeads } from './brand-heads.ts';
import { ClosingGate } from './closing-gate.ts';
import { clientOf } from './forwarded-address.ts';
import { hostOf } from './forwarded-host.ts';
import type { SaveAuditEntries } from './gateway/audit-entries.ts';
import { Gateway } from './gateway/gateway.ts';
import { openTrackingApi } from './gateway/open-tracking-api.ts';
import { findArchives, type ServedArchive } from './map-tiles/find-archives.ts';
import { watchIntegrity, type IntegrityWatch } from './integrity/watch-integrity.ts';
import { watchServerPages } from './integrity/watch-server-pages.ts';
import { listenToDevices } from './listen-to-devices.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import type { MeasuredProcess } from './metrics/measured-process.ts';
import type { ModuleDeps } from './modules/module.ts';
import { openModules, type Modules } from './modules/open-modules.ts';
import { reminderRaiser } from './modules/raise-reminder.ts';
import { openEmbedded, type Backend } from './open-embedded.ts';
import { openExternal } from './open-external.ts';
import { addressOfData } from './settings/address-of-data.ts';
import type { TrackingServer } from './gateway/tracking-server.ts';
import type { Settings } from './settings/registry.ts';
import { createWebServer } from './web-server.ts';
import { WithdrawnEventsPort } from './withdrawn-events.ts';

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Port of each device protocol. */
  readonly protocols: Readonly<Record<string, number>>;
  /** One-time code for the first administrator; null = there is one already. */
  setupCode(): string | null;
  /** The embedded tracking server; null when an external one is used. */
  readonly tracker: ServedTracker | null;
  readonly billing: BillingDeps;
  readonly qr: QrDeps;
  readonly coaching: CoachingDeps;
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

const STOP_PATIENCE_MS = 3000;
/** A killed process is followed by another one after this. */
const LEASE_MS = 60_000;
const JOB_PAUSE_MS = 5000;

/** Composes the whole product and opens its listeners. @throws when a port is taken or the data cannot be read. */
export async function runServer(
  settings: Settings,
  log: Logger,
  /** Called when an administrator asks for it; the owner of the running server ends it and runs a new one. */
  restart: () => void = () => log.warn({}, 'nobody here can restart the server'),
  /** Frees the address of the web, right before it is listened to. */
  freeAddress: () => Promise<void> = async () => {},
): Promise<RunningServer> {
  const archives = await findArchives(settings.MAP_PMTILES);
  const drivers = new DriverNow();
  const files = hasDatabaseFiles(settings)
    ? watchIntegrity({ folder: settings.DATA_DIR, log, clock: systemClock })
    : null;
  const withdrawn = new WithdrawnEventsPort();
  const heads = new RegistryBrandHeads(settings.TRUST_PROXY, settings.TITLE);
  const opening = openBackend(settings, log, { restart, drivers, heads, withdrawn });
  const backend = await opening.catch((error: unknown) => {
    files?.close();
    throw error;
  });
  let integrity: IntegrityWatch | null = files;
  let storage: ExtensionStorage | null = null;
  let modules: Modules | null = null;
  try {
    storage = await openExtensionStorage(addressOfData(settings));
    withdrawn.use(storage);
    integrity ??= watchServerPages({ storage, log, clock: systemClock });
    const { tracker, storage: trackerStorage, tracking: behind } = backend;
    const trackingApi = openTrackingApi(settings, tracker);
    const deps = {
      settings,
      log,
      clock: systemClock,
      limits: tracker?.limits ?? ALONE,
      integrity,
      storage,
      trackerStorage,
      tracker,
      trackingApi,
      raise: reminderRaiser(tracker),
    };
    modules = await openModules(deps, { behind, archives, heads, drivers });
    return await startListening(deps, { modules, archives, freeAddress });
  } catch (error) {
    await backend.tracker?.close();
    await modules?.closeModules();
    await backend.storage?.close();
    await storage?.close();
    integrity?.close();
    throw error;
  }
}

interface BackendDeps {
  readonly restart: () => void;
  readonly drivers: DriverNow;
  readonly heads: RegistryBrandHeads;
  readonly withdrawn: WithdrawnEventsPort;
}
/** Our own tracking server in this process, or another one. */
function openBackend(
  settings: Settings,
  log: Logger,
  { restart, drivers, heads: brands, withdrawn: { read: withdrawn } }: BackendDeps,
): Promise<Backend> {
  return settings.TRACKING_SERVER_URL === null
    ? openEmbedded(settings, log, { restart, checkedIn: drivers.at, brands, withdrawn })
    : openExternal(settings.TRACKING_SERVER_URL, { settings, log, brands, drivers, withdrawn });
}

/** In front of another tracking server, copies of its data are in files whatever else there is. */
const hasDatabaseFiles = ({ DATABASE_URL, TRACKING_SERVER_URL }: Settings): boolean =>
  DATABASE_URL === null || TRACKING_SERVER_URL !== null;

interface Listening {
  readonly modules: Modules;
  readonly archives: readonly ServedArchive[];
  readonly freeAddress: () => Promise<void>;
}

async function startListening(
  deps: ModuleDeps,
  { modules, archives, freeAddress }: Listening,
): Promise<RunningServer> {
  const { settings, log, storage, trackerStorage, tracker } = deps;
  const { tracking } = modules.shares;
  const closing = new ClosingGate();
  let work: Work | null = null;
  const complaint = complaintOf(tracking, deps.integrity);
  const measured = measuredOf(deps, complaint, () => work?.jobs() ?? new Map());
  const gateway = openGateway(deps, modules);
  const app = await createWebServer({
    settings,
    archives,
    brands: modules.branding.registry,
    gateway,
    metrics: createMetrics(measured),
    log,
    closing,
    others:
      tracker && settings.NATS_URL !== null
        ? { certain: tracker.certain, sent: () => sentSoon(tracker.bus) }
        : null,
    complaint,
    extension: modules.routes,
  });
  modules.walls.within({ app, gateway });
  modules.orders.within({ gateway });
  await freeAddress();
  await app.listen({ host: settings.HOST, port: settings.PORT });
  const protocols = await closingOnFailure(app, listenToDevices(settings, tracker?.listen ?? null));
  const jobs = (work = startWork(deps, modules));
  const close = async (): Promise<void> => {
    // Before any part that answers is closed.
    closing.close();
    await tracker?.close();
    await tracking.close();
    await closeSoon(app);
    await jobs.close();
    await modules.closeModules();
    await trackerStorage?.close();
    await storage.close();
    deps.integrity.close();
  };
  return {
    ...addressOf(settings, app.server.address() as AddressInfo),
    protocols,
    setupCode: () => (tracker?.firstAdministrator.isAwaited ? tracker.firstAdministrator.code : null),
    tracker,
    billing: modules.billing.billing,
    qr: modules.drivers.qr,
    coaching: modules.coaching.coaching,
    close,
  };
}

/** Reason why users cannot be served; null = they can. */
const complaintOf =
  (tracking: Pick<TrackingServer, 'isReachable'>, integrity: Pick<IntegrityWatch, 'isSound'>) =>
  async (): Promise<string | null> => {
    if (!integrity.isSound()) return 'Stored data damaged, see the log or the health page';
    return (await tracking.isReachable()) ? null : 'Tracking server unreachable';
  };

const measuredOf = (
  { settings, tracker, trackerStorage, integrity }: ModuleDeps,
  complaint: MeasuredProcess['complaint'],
  jobs: NonNullable<MeasuredProcess['jobs']>,
): MeasuredProcess => ({
  roles: [...settings.ROLES].join(','),
  complaint,
  dataFolder: settings.DATA_DIR,
  figures: tracker?.figures ?? null,
  database: trackerStorage,
  bus: settings.NATS_URL === null ? null : (tracker?.bus ?? null),
  jobs,
  isSound: () => integrity.isSound(),
});

/** Nobody is left with a web server whose trackers cannot connect. */
const closingOnFailure = <T>(app: { close(): Promise<unknown> }, opening: Promise<T>): Promise<T> =>
  opening.catch(async (error: unknown) => {
    await app.close();
    throw error;
  });

/** Requests under way may end; one that does not is not waited for. */
async function closeSoon(app: Awaited<ReturnType<typeof createWebServer>>): Promise<void> {
  const patience = host.setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  await app.close();
  host.clearTimeout(patience);
}

/** Public address of the server. */
function addressOf(
  { HOST, PUBLIC_URL }: Settings,
  { port }: AddressInfo,
): Pick<RunningServer, 'url' | 'port'> {
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  return { url: PUBLIC_URL ?? `http://${host}:${port}`, port };
}

const openGateway = (
  { settings, log, clock, limits, storage, trackerStorage }: ModuleDeps,
  { shares, stock, privacy, billing }: Modules,
): Gateway =>
  new Gateway({
    tracking: shares.tracking,
    limits,
    suspensions: billing.suspensions,
    brand: settings.BRAND,
    plus: settings.LICENSE_MODE === 'plus',
    deviceLimit: settings.DEVICE_LIMIT,
    publicUrl: settings.PUBLIC_URL,
    hostOf: hostOf(settings.TRUST_PROXY),
    clientOf: clientOf(settings.TRUST_PROXY),
    clock,
    saveAuditEntries: trackerStorage ? null : auditEntriesInto(storage),
    accessLog: privacy.accessLog,
    onDeviceWritten: (change, who) => noteMovement(stock.stock, change, who),
    onError: (error, what) => log.error({ err: error }, what),
  });

/** In front of an external server the log of the extension also records what was done there. */
const auditEntriesInto =
  (extensionStorage: ExtensionStorage): SaveAuditEntries =>
  (entries, who) =>
    extensionStorage.appendActions(
      entries.map(({ attributes = {}, ...entry }) => ({
        ...entry,
        ...who,
        attributes,
        actionTime: systemClock.now(),
      })),
    );

const startWork = ({ storage, clock, log }: ModuleDeps, { jobs }: Modules): Work =>
  runJobs({ storage, jobs, clock, log, leaseMs: LEASE_MS, pauseMs: JOB_PAUSE_MS });
