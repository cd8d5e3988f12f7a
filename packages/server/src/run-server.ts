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
  openQrRoom,
  noteMovement,
  openShareRoom,
  openStockRoom,
  qrRules,
  runJobs,
  type BillingRoom,
  type BrandParts,
  makeCharges,
  reconcile,
  remindCustomers,
  forgetEvents,
  growthJob,
  settleEvents,
  type CollectRoom,
  type IntegrationParts,
  type QrRoom,
  type ShareRoom,
  type StockRoom,
  erasureJob,
  qrLogins,
  type PersonRoom,
  openViewingLog,
  forgetViewings,
  type ViewingLog,
  type Work,
} from '@rastro/extension';
import { PROTOCOLS } from '@rastro/protocols';
import { openExtensionStorage, type ExtensionStorage } from '@rastro/storage';
import { type Tracker } from '@rastro/tracker';
import { ClosingGate } from './closing-gate.ts';
import { KeptBrandHeads } from './brand-heads.ts';
import { openEmbedded, type Backend } from './open-embedded.ts';
import { openBilling } from './billing/open-billing.ts';
import { openStanding } from './billing/open-standing.ts';
import { openActing } from './gateway/open-acting.ts';
import { clientOf } from './forwarded-address.ts';
import { hostOf } from './forwarded-host.ts';
import { Gateway } from './gateway/gateway.ts';
import { withGuests } from './gateway/guests/with-guests.ts';
import type { KeepDeeds } from './gateway/kept-deeds.ts';
import type { Standing } from './gateway/standing.ts';
import { findArchives, type ServedArchive } from './map-tiles/find-archives.ts';
import { keepSizes } from './health/measure-disk.ts';
import { watchHealth } from './health/watch-health.ts';
import { createMetrics } from './metrics.ts';
import { openCollecting, openIntegrations, payerFacts } from './settings/billing-options.ts';
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
  readonly billing: BillingRoom;
  readonly qr: QrRoom;
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

interface Kept {
  /** What the extension keeps: in front of somebody else's server, too. */
  readonly kept: ExtensionStorage;
  /** The operator's own streets. */
  readonly archives: readonly ServedArchive[];
  readonly qr: QrRoom;
  readonly billing: BillingRoom;
  readonly stock: StockRoom;
  /** Null = the tracking server behind keeps shares itself, or nobody has said as whom to ask it. */
  readonly shares: ShareRoom | null;
  readonly brands: BrandParts;
  readonly integrations: IntegrationParts;
  readonly collect: CollectRoom;
  readonly heads: KeptBrandHeads;
  readonly viewings: ViewingLog;
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

/** Composes the whole product and opens its doors. @throws when a port is taken or the data cannot be read. */
export async function runServer(
  settings: Settings,
  log: Logger,
  /** Asked for by an administrator; whoever holds the running server ends it and runs a new one. */
  restart: () => void = () => log.warn({}, 'nobody here can restart the server'),
  /** Frees the address of the web, right before it is listened to. */
  freeAddress: () => Promise<void> = async () => {},
): Promise<RunningServer> {
  const archives = await findArchives(settings.MAP_PMTILES);
  const drivers = new DriverNow();
  const heads = new KeptBrandHeads(settings.TRUST_PROXY, settings.TITLE);
  const backend =
    settings.TRACKING_SERVER_URL === null
      ? await openEmbedded(settings, log, { restart, checkedIn: drivers.at, brands: heads })
      : await openExternal(settings.TRACKING_SERVER_URL, settings.PUBLIC_URL);
  let kept: ExtensionStorage | null = null;
  try {
    kept = await openExtensionStorage({ folder: settings.DATA_DIR });
    const acting = openActing(settings, backend.tracker);
    const parts = { storage: kept, log: backend.storage, acting, brand: settings.BRAND, clock: systemClock };
    const qr = openQrRoom(parts, drivers.hear);
    const stock = openStockRoom(parts);
    const shares = openShareRoom(parts);
    await drivers.load(qr.book, systemClock.now());
    const brands = { ...(await openBrands(settings, kept, archives)), acting };
    heads.use(brands);
    const integrations = openIntegrations(settings, kept, log);
    const payerOf = payerFacts(acting, settings.BRAND);
    const collect = openCollecting(integrations, { storage: kept, audit: backend.storage, log, payerOf });
    const billing = openBilling(settings, log, { ...backend, kept, integrations, collect, heads });
    const viewings = openViewingLog({ storage: kept, clock: systemClock, log });
    const extension = { archives, qr, stock, shares, brands, integrations, collect, billing, heads };
    const opened = { ...extension, kept, viewings };
    const tracking = shares ? openGuests(settings, log, backend.tracking, shares) : backend.tracking;
    return await openDoors(settings, log, { ...backend, ...opened, tracking, freeAddress });
  } catch (error) {
    await backend.tracker?.close();
    await backend.storage?.close();
    await kept?.close();
    throw error;
  }
}

async function openDoors(
  settings: Settings,
  log: Logger,
  backend: Backend & Kept & { readonly freeAddress: () => Promise<void> },
): Promise<RunningServer> {
  const closing = new ClosingGate();
  const { tracking, tracker, storage, kept, archives, brands } = backend;
  const standing = await openStanding(backend.billing, log);
  const gateway = openGateway(settings, log, backend, standing.standing);
  let protocols: Readonly<Record<string, number>> = {};
  const health = watchHealth({
    tracker,
    storage: kept,
    folder: settings.DATA_DIR,
    clock: systemClock,
    address: { publicUrl: settings.PUBLIC_URL, hasMail: settings.SMTP_URL !== null },
    doors: () => protocols,
  });
  const app = await createWebServer({
    settings,
    archives,
    brands: brands.book,
    gateway,
    tracking,
    metrics: createMetrics(tracker),
    log,
    closing,
    extension: extensionOf(settings, backend, {
      health: () => health.read(),
      isSuspended: (userId) => standing.standing.of(userId) !== null,
    }),
  });
  await backend.freeAddress();
  await app.listen({ host: settings.HOST, port: settings.PORT });
  protocols = await closingOnFailure(app, listenToDevices(settings, tracker));
  const work = startWork(settings, log, backend);
  const stopBrands = followBrands(brands.book, log);
  const close = async (): Promise<void> => {
    // Before anything of what answers is gone.
    closing.close();
    await tracker?.close();
    tracking.close();
    health.close();
    standing.close();
    stopBrands();
    await closeSoon(app);
    await work.close();
    await backend.viewings.close();
    await storage?.close();
    await kept.close();
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

const followBrands = (book: Kept['brands']['book'], log: Logger): (() => void) =>
  book.follow((error) => log.warn({ err: error }, 'cannot look for changed brands'));

/** Requests under way may end; one that does not is not waited for. */
async function closeSoon(app: Awaited<ReturnType<typeof createWebServer>>): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  await app.close();
  clearTimeout(patience);
}

/** Where people find the server. */
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
  shares: ShareRoom,
): Backend['tracking'] =>
  withGuests(behind, shares, { publicUrl, onError: (error, what) => log.warn({ err: error }, what) });

const openGateway = (
  settings: Settings,
  log: Logger,
  { tracking, storage, kept, stock, viewings }: Backend & Kept,
  standing: Standing,
): Gateway =>
  new Gateway({
    tracking,
    standing,
    brand: settings.BRAND,
    plus: settings.LICENSE_MODE === 'plus',
    deviceLimit: settings.DEVICE_LIMIT,
    publicUrl: settings.PUBLIC_URL,
    hostOf: hostOf(settings.TRUST_PROXY),
    clientOf: clientOf(settings.TRUST_PROXY),
    clock: systemClock,
    keepDeeds: storage ? null : deedsInto(kept),
    viewings,
    hearDevice: (change, who) => noteMovement(stock, change, who),
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
  { storage, kept, qr, stock, brands, billing, integrations, collect, heads, viewings }: Backend & Kept,
  facts: Pick<ExtensionOptions, 'health' | 'isSuspended'>,
) =>
  createExtension({
    ...facts,
    brands,
    visitor: visitorOptions(settings),
    postcode: postcodeOptions(settings),
    writeAudit: auditInto(storage ?? kept, systemClock),
    storage: kept,
    qr,
    stock,
    billing,
    logs: { log: storage ?? kept, clock: systemClock },
    persons: personsOf({ storage, kept, qr, viewings }, settings),
    viewings: {
      storage: kept,
      log: viewings,
      checkIns: qr.book,
      acting: qr.acting,
      clock: systemClock,
      brand: settings.BRAND,
      keptDays: settings.AUDIT_DAYS,
    },
    integrations,
    collect,
    headOf: heads.headOf,
    mails: heads.mailBrands(settings.PUBLIC_URL),
    logoOf: heads.logoOf,
  });

const personsOf = (
  { storage, kept, qr, viewings }: Pick<Backend & Kept, 'storage' | 'kept' | 'qr' | 'viewings'>,
  settings: Pick<Settings, 'AUDIT_DAYS'>,
): PersonRoom => ({
  storage: kept,
  log: qr.log,
  acting: qr.acting,
  brand: qr.brand,
  clock: qr.clock,
  logins: qrLogins(qr),
  checkIns: qr.book,
  keptDays: settings.AUDIT_DAYS,
  viewings,
  logs: storage ? [storage, kept] : [kept],
});

/** In front of somebody else's server the log of the extension tells what was done there, too. */
const deedsInto =
  (kept: ExtensionStorage): KeepDeeds =>
  (deeds, who) =>
    kept.appendActions(
      deeds.map(({ attributes = {}, ...deed }) => ({
        ...deed,
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
    kept: storage,
    storage: tracked,
    qr,
    shares,
    brands,
    billing,
    collect,
    integrations,
    heads,
    viewings,
  }: Backend & Kept,
): Work =>
  runJobs({
    storage,
    jobs: [
      forgetOldActions(storage, settings.AUDIT_DAYS),
      forgetViewings(storage, settings.AUDIT_DAYS),
      checkDomains(brands.book, brands.looks),
      keepSizes(settings.DATA_DIR, storage, systemClock),
      qrRules(qr, log),
      erasureJob(personsOf({ storage: tracked, kept: storage, qr, viewings }, settings)),
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
