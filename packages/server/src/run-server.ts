import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '@rastro/base';
import {
  auditInto,
  checkDomains,
  createExtension,
  DriverNow,
  forgetOldActions,
  invoiceJob,
  openQrRoom,
  qrRules,
  runJobs,
  type BillingRoom,
  type BrandParts,
  makeCharges,
  reconcile,
  settleEvents,
  type CollectRoom,
  type IntegrationParts,
  type QrRoom,
  type Work,
} from '@rastro/extension';
import type { Health } from '@rastro/fleet';
import { PROTOCOLS } from '@rastro/protocols';
import {
  holdFolder,
  openExtensionStorage,
  openStorage,
  type ExtensionStorage,
  type HeldFolder,
  type Storage,
} from '@rastro/storage';
import {
  hashPassword,
  openTracker,
  PLAIN_ACCOUNT,
  type OpenIdOptions,
  type Tracker,
  type TrackerOptions,
} from '@rastro/tracker';
import { openBilling } from './billing/open-billing.ts';
import { openActing } from './gateway/open-acting.ts';
import { hostOf } from './forwarded-host.ts';
import { embeddedServer } from './gateway/embedded-server.ts';
import { externalServer } from './gateway/external-server.ts';
import { Gateway } from './gateway/gateway.ts';
import type { KeepDeeds } from './gateway/kept-deeds.ts';
import { requireRules } from './gateway/route-table.ts';
import type { TrackingServer } from './gateway/tracking-server.ts';
import { findArchives, type ServedArchive } from './map-tiles/find-archives.ts';
import { keepSizes } from './health/measure-disk.ts';
import { watchHealth } from './health/watch-health.ts';
import { createReadiness } from './readiness.ts';
import { createMetrics } from './metrics.ts';
import { openCollecting, openIntegrations, payerFacts } from './settings/billing-options.ts';
import { openBrands } from './settings/brand-options.ts';
import { postcodeOptions, visitorOptions } from './settings/outside-options.ts';
import { pipelineOptions } from './settings/pipeline-options.ts';
import type { Settings } from './settings/registry.ts';
import { VERSION } from './version.ts';
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
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

interface Backend {
  readonly tracking: TrackingServer;
  readonly tracker: Tracker | null;
  readonly storage: Storage | null;
}
interface Kept {
  /** What the extension keeps: in front of somebody else's server, too. */
  readonly kept: ExtensionStorage;
  /** The operator's own streets. */
  readonly archives: readonly ServedArchive[];
  readonly qr: QrRoom;
  readonly billing: BillingRoom;
  readonly brands: BrandParts;
  readonly integrations: IntegrationParts;
  readonly collect: CollectRoom;
}

/** Rows that may wait for the disk; beyond this, devices are not read. About 30 MB. */
const MAX_WAITING_ROWS = 20_000;
const COMMIT_ROWS = 1500;
const GATHER_MS = 5;
const MAX_PENDING_RECORDS = 500;
const STOP_PATIENCE_MS = 3000;
const PROVIDER_TIMEOUT_MS = 10_000;
const PROVIDER_PAUSE_MS = 2000;
/** A killed process is followed by another one after this. */
const LEASE_MS = 60_000;
const JOB_PAUSE_MS = 5000;

/** Composes the whole product and opens its doors. @throws when a port is taken or the data cannot be read. */
export async function runServer(
  settings: Settings,
  log: Logger,
  /** Asked for by an administrator; whoever holds the running server ends it and runs a new one. */
  restart: () => void = () => log.warn({}, 'nobody here can restart the server'),
): Promise<RunningServer> {
  const archives = await findArchives(settings.MAP_PMTILES);
  const drivers = new DriverNow();
  const backend =
    settings.TRACKING_SERVER_URL === null
      ? await openEmbedded(settings, log, { restart, checkedIn: drivers.at })
      : { tracking: externalServer(settings.TRACKING_SERVER_URL), tracker: null, storage: null };
  let kept: ExtensionStorage | null = null;
  try {
    kept = await openExtensionStorage({ folder: settings.DATA_DIR });
    const acting = openActing(settings, backend.tracker);
    const parts = { storage: kept, log: backend.storage, acting, brand: settings.BRAND, clock: systemClock };
    const qr = openQrRoom(parts, drivers.hear);
    await drivers.load(qr.book, systemClock.now());
    const brands = await openBrands(settings, kept, archives);
    const integrations = openIntegrations(settings, kept, log);
    const payerOf = payerFacts(acting, settings.BRAND);
    const collect = openCollecting(integrations, { storage: kept, audit: backend.storage, log, payerOf });
    const billing = openBilling(settings, log, { ...backend, kept, integrations, collect });
    const opened = { kept, archives, qr, brands, integrations, collect, billing };
    return await openDoors(settings, log, { ...backend, ...opened });
  } catch (error) {
    await backend.tracker?.close();
    await backend.storage?.close();
    await kept?.close();
    throw error;
  }
}

async function openEmbedded(
  settings: Settings,
  log: Logger,
  { restart, checkedIn }: { readonly restart: () => void; readonly checkedIn: DriverNow['at'] },
): Promise<Backend> {
  const held = holdFolder(settings.DATA_DIR);
  let opened: Storage | null = null;
  try {
    const storage = (opened = releasing(await openStorage({ folder: settings.DATA_DIR }), held));
    const tracker = await openTracker({
      storage,
      clock: systemClock,
      log,
      version: VERSION,
      brand: settings.BRAND,
      publicUrl: settings.PUBLIC_URL,
      secureCookies: settings.PUBLIC_URL?.startsWith('https:') ?? false,
      pipeline: pipelineOptions(settings),
      commit: { maxRows: MAX_WAITING_ROWS, commitRows: COMMIT_ROWS, gatherMs: GATHER_MS },
      tcp: {
        idleMs: settings.DEVICE_TIMEOUT * 1000,
        loginMs: settings.LOGIN_TIMEOUT * 1000,
        maxPending: MAX_PENDING_RECORDS,
        maxStrangers: settings.MAX_STRANGERS,
      },
      silenceMs: settings.STATUS_TIMEOUT * 1000,
      plus: settings.LICENSE_MODE === 'plus',
      deviceLimit: (attributes) => deviceLimit(settings, attributes[`${settings.BRAND}.deviceLimit`]),
      forward: settings.FORWARD,
      outgoing: outgoingOptions(settings),
      auditDays: settings.AUDIT_DAYS,
      historyDays: settings.HISTORY_DAYS,
      reportDeviceDays: settings.REPORT_DEVICE_DAYS,
      geocoder: settings.GEOCODER_URL && {
        ...settings.GEOCODER_URL,
        perSecond: settings.GEOCODER_PER_SECOND,
      },
      openId: openIdOptions(settings),
      restart,
      checkedIn,
      outgoingLogDays: settings.OUTGOING_LOG_DAYS,
      mediaFolder: join(settings.DATA_DIR, 'media'),
      registerUnknown: settings.REGISTER_UNKNOWN
        ? { pattern: settings.REGISTER_UNKNOWN, category: null, groupId: 0 }
        : null,
    });
    requireRules(tracker.routes);
    await createFirstAdministrator(settings, tracker, log);
    return { tracking: embeddedServer(tracker, createReadiness(storage, systemClock)), tracker, storage };
  } catch (error) {
    await opened?.close();
    held.release();
    throw error;
  }
}

/** A store that lets go of its folder when it closes. */
const releasing = (storage: Storage, held: HeldFolder): Storage => ({
  ...storage,
  close: async () => {
    await storage.close();
    held.release();
  },
});

async function openDoors(settings: Settings, log: Logger, backend: Backend & Kept): Promise<RunningServer> {
  const { tracking, tracker, storage, kept, archives, brands } = backend;
  const gateway = openGateway(settings, log, backend);
  let protocols: Readonly<Record<string, number>> = {};
  const health = watchHealth({
    tracker,
    storage: kept,
    folder: settings.DATA_DIR,
    clock: systemClock,
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
    extension: extensionOf(settings, backend, () => health.read()),
  });
  await app.listen({ host: settings.HOST, port: settings.PORT });
  protocols = await listenToDevices(settings, tracker).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const work = startWork(settings, log, backend);
  const close = async (): Promise<void> => {
    await tracker?.close();
    tracking.close();
    health.close();
    // Requests under way may end; one that does not is not waited for.
    const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
    await app.close();
    clearTimeout(patience);
    await work.close();
    await storage?.close();
    await kept.close();
  };
  const { port } = app.server.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? 'localhost' : settings.HOST;
  return {
    url: settings.PUBLIC_URL ?? `http://${host}:${port}`,
    port,
    protocols,
    setupCode: () => (tracker?.firstAdministrator.isAwaited ? tracker.firstAdministrator.code : null),
    tracker,
    close,
  };
}

const openGateway = (settings: Settings, log: Logger, { tracking, storage, kept }: Backend & Kept): Gateway =>
  new Gateway({
    tracking,
    brand: settings.BRAND,
    plus: settings.LICENSE_MODE === 'plus',
    deviceLimit: settings.DEVICE_LIMIT,
    publicUrl: settings.PUBLIC_URL,
    hostOf: hostOf(settings.TRUST_PROXY),
    clock: systemClock,
    keepDeeds: storage ? null : deedsInto(kept),
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
  { storage, kept, qr, brands, integrations, collect }: Backend & Kept,
  health: () => Promise<Health>,
) =>
  createExtension({
    brands,
    visitor: visitorOptions(settings),
    postcode: postcodeOptions(settings),
    health,
    writeAudit: auditInto(storage ?? kept, systemClock),
    storage: kept,
    qr,
    logs: { log: storage ?? kept, clock: systemClock },
    integrations,
    collect,
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
  { kept: storage, qr, brands, billing, collect }: Kept,
): Work =>
  runJobs({
    storage,
    jobs: [
      forgetOldActions(storage, settings.AUDIT_DAYS),
      checkDomains(brands.book, brands.looks),
      keepSizes(settings.DATA_DIR, storage, systemClock),
      qrRules(qr, log),
      invoiceJob(billing),
      makeCharges(collect),
      settleEvents(collect),
      reconcile(collect),
    ],
    clock: systemClock,
    log,
    leaseMs: LEASE_MS,
    pauseMs: JOB_PAUSE_MS,
  });

/** ADMIN_EMAIL + ADMIN_PASSWORD: only while there is nobody yet. */
async function createFirstAdministrator(settings: Settings, tracker: Tracker, log: Logger): Promise<void> {
  if (settings.ADMIN_EMAIL === '' || tracker.directory.users.size > 0) return;
  await tracker.directory.users.createFirst({
    ...PLAIN_ACCOUNT,
    name: 'Administrator',
    email: settings.ADMIN_EMAIL,
    administrator: true,
    deviceLimit: -1,
    userLimit: -1,
    passwordHash: await hashPassword(settings.ADMIN_PASSWORD),
  });
  log.info({ email: settings.ADMIN_EMAIL }, 'first administrator created');
}

/** The smaller of the deployment's limit and the one an administrator set, when that is above 0 (SPEC §5). */
function deviceLimit({ DEVICE_LIMIT }: Settings, ofServer: unknown): number {
  const wanted = Number(ofServer ?? 0);
  return wanted > 0 ? Math.min(DEVICE_LIMIT, wanted) : DEVICE_LIMIT;
}

function openIdOptions(s: Settings): OpenIdOptions | null {
  if (s.OPENID_ISSUER === null) return null;
  return {
    issuer: s.OPENID_ISSUER,
    clientId: s.OPENID_CLIENT_ID,
    clientSecret: s.OPENID_CLIENT_SECRET,
    force: s.OPENID_FORCE,
    allowRegistration: s.OPENID_REGISTRATION,
    groupsClaim: s.OPENID_GROUPS_CLAIM,
    adminGroup: s.OPENID_ADMIN_GROUP || null,
    allowGroup: s.OPENID_ALLOW_GROUP || null,
  };
}

function outgoingOptions(settings: Settings): TrackerOptions['outgoing'] {
  const { SMTP_URL: server, MAIL_FROM: from } = settings;
  const { SMS_URL: url, SMS_TEMPLATE: template, SMS_HEADERS: headers } = settings;
  return {
    mail: server ? { server, from } : null,
    sms: url ? { url, template, headers } : null,
    channels: channelOptions(settings),
    notificationLimit: settings.NOTIFICATION_LIMIT,
    timeoutMs: PROVIDER_TIMEOUT_MS,
    retryPauseMs: PROVIDER_PAUSE_MS,
    allowPrivateUrls: settings.ALLOW_PRIVATE_URLS,
  };
}

function channelOptions(settings: Settings): TrackerOptions['outgoing']['channels'] {
  const { TELEGRAM_TOKEN: token, TELEGRAM_URL, FIREBASE_SERVICE_ACCOUNT: account, FIREBASE_URL } = settings;
  const { PUSH_CONTACT: contact, PUSH_HOSTS: hosts } = settings;
  return {
    telegram: token !== '' && TELEGRAM_URL ? { token, url: TELEGRAM_URL } : null,
    firebase: account && FIREBASE_URL ? { account, url: FIREBASE_URL } : null,
    webPush: contact ? { contact, hosts } : null,
  };
}
