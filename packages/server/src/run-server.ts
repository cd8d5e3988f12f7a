import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { systemClock } from '@rastro/base';
import {
  auditInto,
  checkDomains,
  createExtension,
  endLostShares,
  type ExtensionOptions,
  DriverNow,
  forgetOldActions,
  invoiceJob,
  createQrDeps,
  noteMovement,
  createShareDeps,
  createStockDeps,
  qrRules,
  runJobs,
  type BillingDeps,
  type BrandDeps,
  makeCharges,
  reconcile,
  remindCustomers,
  forgetEvents,
  growthJob,
  settleEvents,
  type CollectDeps,
  type IntegrationDeps,
  type QrDeps,
  type ShareDeps,
  type StockDeps,
  erasureJob,
  qrLogins,
  type SubjectDeps,
  openAccessLog,
  forgetAccessLog,
  type AccessLog,
  type Work,
} from '@rastro/extension';
import { PROTOCOLS } from '@rastro/protocols';
import { openExtensionStorage, type ExtensionStorage } from '@rastro/storage';
import { type Tracker } from '@rastro/tracker';
import { ClosingGate } from './closing-gate.ts';
import { RegistryBrandHeads } from './brand-heads.ts';
import { openEmbedded, type Backend } from './open-embedded.ts';
import { openBilling } from './billing/open-billing.ts';
import { openSuspensions } from './billing/open-suspensions.ts';
import { openTrackingApi } from './gateway/open-tracking-api.ts';
import { clientOf } from './forwarded-address.ts';
import { hostOf } from './forwarded-host.ts';
import { Gateway } from './gateway/gateway.ts';
import { withGuests } from './gateway/guests/with-guests.ts';
import type { SaveAuditEntries } from './gateway/audit-entries.ts';
import type { SuspensionSource } from './gateway/suspension-source.ts';
import { findArchives, type ServedArchive } from './map-tiles/find-archives.ts';
import { recordSizes } from './health/measure-disk.ts';
import { watchHealth } from './health/watch-health.ts';
import { createMetrics } from './metrics.ts';
import { openCollecting, openIntegrations, payerDetails } from './settings/billing-options.ts';
import { openBrands } from './settings/brand-options.ts';
import { postcodeOptions, visitorOptions } from './settings/outside-options.ts';
import type { Settings } from './settings/registry.ts';
import { createWebServer } from './web-server.ts';

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Port of each device protocol. */
  readonly protocols: Readonly<Record<string, number>>;
  /** One-time code for the first administrator; null = there is one already. */
  setupCode(): string | null;
  /** The embedded tracking server; null when an external one is used. */
  readonly tracker: Tracker | null;
  readonly billing: BillingDeps;
  readonly qr: QrDeps;
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

interface Opened {
  /** Storage of the extension, also in front of an external server. */
  readonly extensionStorage: ExtensionStorage;
  /** The operator's own streets. */
  readonly archives: readonly ServedArchive[];
  readonly qr: QrDeps;
  readonly billing: BillingDeps;
  readonly stock: StockDeps;
  /** Null = the tracking server behind stores shares itself, or no account is configured for it. */
  readonly shares: ShareDeps | null;
  readonly brands: BrandDeps;
  readonly integrations: IntegrationDeps;
  readonly collect: CollectDeps;
  readonly heads: RegistryBrandHeads;
  readonly accessLog: AccessLog;
}

/** Its client is loaded by who uses it. */
async function openExternal(url: string, publicUrl: string | null): Promise<Backend> {
  const { externalServer } = await import('./gateway/external-server.ts');
  return {
    tracking: externalServer(url, publicUrl?.startsWith('https:') === true),
    tracker: null,
    storage: null,
  };
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
  const heads = new RegistryBrandHeads(settings.TRUST_PROXY, settings.TITLE);
  const backend =
    settings.TRACKING_SERVER_URL === null
      ? await openEmbedded(settings, log, { restart, checkedIn: drivers.at, brands: heads })
      : await openExternal(settings.TRACKING_SERVER_URL, settings.PUBLIC_URL);
  let extensionStorage: ExtensionStorage | null = null;
  try {
    extensionStorage = await openExtensionStorage({ folder: settings.DATA_DIR });
    const trackingApi = openTrackingApi(settings, backend.tracker);
    const deps = {
      storage: extensionStorage,
      log: backend.storage,
      trackingApi,
      brand: settings.BRAND,
      clock: systemClock,
    };
    const qr = createQrDeps(deps, drivers.onCheckIn);
    const stock = createStockDeps(deps);
    const shares = createShareDeps(deps);
    await drivers.load(qr.checkInStore, systemClock.now());
    const brands = { ...(await openBrands(settings, extensionStorage, archives)), trackingApi };
    heads.use(brands);
    const integrations = openIntegrations(settings, extensionStorage, log);
    const payerOf = payerDetails(trackingApi, settings.BRAND);
    const collect = openCollecting(integrations, {
      storage: extensionStorage,
      audit: backend.storage,
      log,
      payerOf,
    });
    const billing = openBilling(settings, log, {
      ...backend,
      extensionStorage,
      integrations,
      collect,
      heads: heads,
    });
    const accessLog = openAccessLog({ storage: extensionStorage, clock: systemClock, log });
    const extension = {
      archives,
      qr,
      stock,
      shares,
      brands,
      integrations,
      collect,
      billing,
      heads: heads,
    };
    const opened = { ...extension, extensionStorage, accessLog };
    const tracking = shares ? openGuests(settings, log, backend.tracking, shares) : backend.tracking;
    return await startListening(settings, log, { ...backend, ...opened, tracking, freeAddress });
  } catch (error) {
    await backend.tracker?.close();
    await backend.storage?.close();
    await extensionStorage?.close();
    throw error;
  }
}

async function startListening(
  settings: Settings,
  log: Logger,
  backend: Backend & Opened & { readonly freeAddress: () => Promise<void> },
): Promise<RunningServer> {
  const closing = new ClosingGate();
  const { tracking, tracker, storage, extensionStorage, archives, brands } = backend;
  const suspensions = await openSuspensions(backend.billing, log);
  const gateway = openGateway(settings, log, backend, suspensions.source);
  let protocols: Readonly<Record<string, number>> = {};
  const health = watchHealth({
    tracker,
    storage: extensionStorage,
    folder: settings.DATA_DIR,
    clock: systemClock,
    address: { publicUrl: settings.PUBLIC_URL, hasMail: settings.SMTP_URL !== null },
    listeners: () => protocols,
  });
  const app = await createWebServer({
    settings,
    archives,
    brands: brands.registry,
    gateway,
    tracking,
    metrics: createMetrics(tracker),
    log,
    closing,
    extension: extensionOf(settings, backend, {
      health: () => health.read(),
      isSuspended: (userId) => suspensions.source.of(userId) !== null,
    }),
  });
  await backend.freeAddress();
  await app.listen({ host: settings.HOST, port: settings.PORT });
  protocols = await closingOnFailure(app, listenToDevices(settings, tracker));
  const work = startWork(settings, log, backend);
  const stopBrands = followBrands(brands.registry, log);
  const close = async (): Promise<void> => {
    // Before any part that answers is closed.
    closing.close();
    await tracker?.close();
    tracking.close();
    health.close();
    suspensions.close();
    stopBrands();
    await closeSoon(app);
    await work.close();
    await backend.accessLog.close();
    await storage?.close();
    await extensionStorage.close();
  };
  return {
    ...addressOf(settings, app.server.address() as AddressInfo),
    protocols,
    setupCode: () => (tracker?.firstAdministrator.isAwaited ? tracker.firstAdministrator.code : null),
    tracker,
    billing: backend.billing,
    qr: backend.qr,
    close,
  };
}

/** Nobody is left with a web server whose trackers cannot connect. */
const closingOnFailure = <T>(app: { close(): Promise<unknown> }, opening: Promise<T>): Promise<T> =>
  opening.catch(async (error: unknown) => {
    await app.close();
    throw error;
  });

const followBrands = (registry: Opened['brands']['registry'], log: Logger): (() => void) =>
  registry.follow((error) => log.warn({ err: error }, 'cannot look for changed brands'));

/** Requests under way may end; one that does not is not waited for. */
async function closeSoon(app: Awaited<ReturnType<typeof createWebServer>>): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  await app.close();
  clearTimeout(patience);
}

/** Public address of the server. */
function addressOf(
  { HOST, PUBLIC_URL }: Settings,
  { port }: AddressInfo,
): Pick<RunningServer, 'url' | 'port'> {
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  return { url: PUBLIC_URL ?? `http://${host}:${port}`, port };
}

const openGuests = (
  { PUBLIC_URL: publicUrl }: Settings,
  log: Logger,
  behind: Backend['tracking'],
  shares: ShareDeps,
): Backend['tracking'] =>
  withGuests(behind, shares, { publicUrl, onError: (error, what) => log.warn({ err: error }, what) });

const openGateway = (
  settings: Settings,
  log: Logger,
  { tracking, storage, extensionStorage, stock, accessLog }: Backend & Opened,
  suspensions: SuspensionSource,
): Gateway =>
  new Gateway({
    tracking,
    suspensions,
    brand: settings.BRAND,
    plus: settings.LICENSE_MODE === 'plus',
    deviceLimit: settings.DEVICE_LIMIT,
    publicUrl: settings.PUBLIC_URL,
    hostOf: hostOf(settings.TRUST_PROXY),
    clientOf: clientOf(settings.TRUST_PROXY),
    clock: systemClock,
    saveAuditEntries: storage ? null : auditEntriesInto(extensionStorage),
    accessLog,
    onDeviceWritten: (change, who) => noteMovement(stock, change, who),
    onError: (error, what) => log.error({ err: error }, what),
  });

/** @returns the port of each protocol. @throws when one is taken. */
async function listenToDevices(settings: Settings, tracker: Tracker | null): Promise<Record<string, number>> {
  const protocols: Record<string, number> = {};
  for (const protocol of tracker ? PROTOCOLS : []) {
    const port = settings.PROTOCOLS.get(protocol.name);
    if (port === undefined || !tracker) continue;
    protocols[protocol.name] = await tracker.listen({ protocol, host: settings.HOST, port });
  }
  return protocols;
}

/** Beside a tracking server in this process there is one log: that server's. */
const extensionOf = (
  settings: Settings,
  {
    storage,
    extensionStorage,
    qr,
    stock,
    brands,
    billing,
    integrations,
    collect,
    heads,
    accessLog,
  }: Backend & Opened,
  checks: Pick<ExtensionOptions, 'health' | 'isSuspended'>,
) =>
  createExtension({
    ...checks,
    brands,
    visitor: visitorOptions(settings),
    postcode: postcodeOptions(settings),
    writeAudit: auditInto(storage ?? extensionStorage, systemClock),
    storage: extensionStorage,
    qr,
    stock,
    billing,
    logs: { log: storage ?? extensionStorage, clock: systemClock },
    dataSubjects: subjectDepsOf({ storage, extensionStorage, qr, accessLog }, settings),
    accessLog: {
      storage: extensionStorage,
      log: accessLog,
      checkIns: qr.checkInStore,
      trackingApi: qr.trackingApi,
      clock: systemClock,
      brand: settings.BRAND,
      retentionDays: settings.AUDIT_DAYS,
    },
    integrations,
    collect,
    headOf: heads.headOf,
    mails: heads.mailBrands(settings.PUBLIC_URL),
    logoOf: heads.logoOf,
  });

const subjectDepsOf = (
  {
    storage,
    extensionStorage,
    qr,
    accessLog,
  }: Pick<Backend & Opened, 'storage' | 'extensionStorage' | 'qr' | 'accessLog'>,
  settings: Pick<Settings, 'AUDIT_DAYS'>,
): SubjectDeps => ({
  storage: extensionStorage,
  log: qr.log,
  trackingApi: qr.trackingApi,
  brand: qr.brand,
  clock: qr.clock,
  logins: qrLogins(qr),
  checkIns: qr.checkInStore,
  retentionDays: settings.AUDIT_DAYS,
  accessLog,
  logs: storage ? [storage, extensionStorage] : [extensionStorage],
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

const startWork = (
  settings: Settings,
  log: Logger,
  {
    tracker,
    extensionStorage: storage,
    storage: tracked,
    qr,
    shares,
    brands,
    billing,
    collect,
    integrations,
    heads,
    accessLog,
  }: Backend & Opened,
): Work =>
  runJobs({
    storage,
    jobs: [
      forgetOldActions(storage, settings.AUDIT_DAYS),
      forgetAccessLog(storage, settings.AUDIT_DAYS),
      checkDomains(brands.registry, brands.lookup),
      recordSizes(settings.DATA_DIR, storage, systemClock),
      qrRules(qr, log),
      erasureJob(subjectDepsOf({ storage: tracked, extensionStorage: storage, qr, accessLog }, settings)),
      endLostShares(shares, log),
      invoiceJob(billing),
      growthJob(billing),
      remindCustomers({
        ...integrations,
        billing,
        payerOf: collect.payerOf,
        headOf: heads.headOf,
        mails: heads.mailBrands(settings.PUBLIC_URL),
        push: tracker?.push ?? null,
      }),
      makeCharges(collect),
      settleEvents(collect),
      forgetEvents(storage),
      reconcile(collect),
    ],
    clock: systemClock,
    log,
    leaseMs: LEASE_MS,
    pauseMs: JOB_PAUSE_MS,
  });
