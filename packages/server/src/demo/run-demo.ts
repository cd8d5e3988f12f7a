import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DAY_MS, randomToken, systemClock } from '@rastro/base';
import {
  civilDay,
  demoFleet,
  runDemoFleet,
  STREET_TOWNS,
  type Areas,
  type DemoVehicle,
} from '@rastro/simulator';
import { serializeUser, type Tracker } from '@rastro/tracker';
import type { RunningServer } from '../run-server.ts';
import { SettingError } from '../settings/read-settings.ts';
import type { Settings } from '../settings/registry.ts';
import { performActions } from './demo-actions.ts';
import { CUSTOMER, demoAccounts, OPERATOR } from './demo-accounts.ts';
import { addBilling, addInvoices } from './demo-billing.ts';
import { addBrands } from './demo-brands.ts';
import { addCheckIns } from './demo-check-ins.ts';
import { addCardFile } from './demo-card-file.ts';
import { addCoaching } from './demo-coaching.ts';
import { DemoClient } from './demo-client.ts';
import { DemoRoster } from './demo-drivers.ts';
import { addCosts } from './demo-costs.ts';
import { addHours } from './demo-hours.ts';
import { addInspections } from './demo-inspections.ts';
import { addOrders } from './demo-orders.ts';
import { addLayouts } from './demo-layouts.ts';
import { loginsText } from './demo-logins.ts';
import { demoPast } from './demo-past.ts';
import { demoAreas } from './demo-roads.ts';
import { addThings } from './demo-entities.ts';
import { DEMO_RESELLERS } from './demo-resellers.ts';
import { populate } from './populate.ts';

const ADMIN = 'admin@demo.rastro';
const DRIVER = 'driver@demo.rastro';
/** Visible to everybody with the link of the guest. */
const SHARED_VEHICLE = 'Fiorino 02';
const SHARED_MS = 30 * 86_400_000;

export interface RunningDemo {
  /** Of every account. */
  readonly password: string;
  /** Resolves when all vehicles have their past. */
  readonly whole: Promise<void>;
  stop(): void;
}

/**
 * Makes the demonstration (once per data folder) and drives its fleet over the real protocols. The password is random
 * and stored next to the database: a demonstration may listen on a public port.
 */
export async function runDemo(server: RunningServer, settings: Settings, log: Logger): Promise<RunningDemo> {
  const { tracker, protocols } = server;
  if (!tracker) throw new SettingError('Setting TRACKING_SERVER_URL does not go with --demo');
  const { directory, past: importer } = tracker;
  if (!importer) throw new SettingError('Setting ROLES does not go with --demo: it needs all parts');
  const areas = await demoAreas(settings.MAP_PMTILES, log);
  const fleet = demoFleet(settings.BRAND, areas);
  const roster = new DemoRoster(fleet);
  const password = passwordIn(settings.DATA_DIR);
  const isNew = tracker.directory.users.size === 0;
  const beganAt = beginningIn(settings, isNew);
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const clientOf = (email: string): DemoClient =>
    new DemoClient(`http://${host}:${server.port}`, { email, password }, log);
  const stage = {
    directory: tracker.directory,
    admin: clientOf(ADMIN),
    customer: clientOf(CUSTOMER),
    reseller: clientOf(`${DEMO_RESELLERS[0]?.key}@demo.rastro`),
    extension: settings.EXT_PATH,
    log,
  };
  const building = { ...stage, server, settings, fleet, areas, roster, password, beganAt };
  if (isNew) await build(building);
  const accounts = demoAccounts(settings.BRAND);
  const token = readOrCreate(settings.DATA_DIR, 'demo-guest', () => null);
  const guestUrl = token === null ? null : `${server.url}/share/${token}`;
  const driver = beganAt === null ? null : DRIVER;
  const { url, port } = server;
  process.stderr.write(loginsText({ url, port, password, accounts, driver, guestUrl }));

  const stop = new AbortController();
  const failed = (error: unknown): void => {
    if (!stop.signal.aborted) log.error({ err: error }, 'the demonstration fleet stopped');
  };
  const present = fleet.filter(({ protocol, presence }) => protocol in protocols && presence !== 'never');
  const plan = { days: settings.DEMO_DAYS, vehicles: present.length, roster };
  const past = beganAt === null ? null : demoPast({ directory, past: importer }, { beganAt, ...plan }, log);
  const run = { host, ports: protocols, fleet, clock: systemClock };
  runDemoFleet({ ...run, ...(past ? { past } : {}) }, stop.signal).catch(failed);
  const furnished = furnish(building);
  furnished.catch(failed);
  const whole = Promise.all([past?.whole, furnished]).then(() => coach(building));
  if (past && isNew) whole.then(() => performActions(stage, stop.signal)).catch(failed);
  return { password, whole, stop: () => stop.abort() };
}

interface Building {
  readonly server: RunningServer;
  readonly settings: Settings;
  readonly directory: Tracker['directory'];
  readonly fleet: readonly DemoVehicle[];
  readonly areas: Areas;
  readonly roster: DemoRoster;
  readonly password: string;
  /** Null = it has no past, and nothing that comes of one. */
  readonly beganAt: number | null;
  readonly admin: DemoClient;
  readonly customer: DemoClient;
  readonly reseller: DemoClient;
  readonly extension: string;
}

/**
 * Adds the parts that the start need not wait for: check-ins and the brands of resellers. Repeated when it was
 * interrupted.
 */
async function furnish({ server, settings, directory, roster, beganAt, ...rest }: Building): Promise<void> {
  const { admin, extension } = rest;
  if (beganAt === null || readOrCreate(settings.DATA_DIR, 'demo-furnished', () => null) !== null) return;
  const idOf = (email: string): number => directory.users.byKey(email)?.id ?? 0;
  await addCheckIns(directory, server.qr.checkInStore, { roster, beganAt, ownerId: idOf(CUSTOMER) });
  await addLayouts(rest, extension);
  const [town] = STREET_TOWNS;
  const vans = rest.fleet.filter(
    ({ category, presence }) => category === 'van' && (presence === 'always' || presence === 'patchy'),
  );
  const driverOf = (vehicle: string): string | null =>
    vans.some(({ name }) => name === vehicle)
      ? (roster.driverOn(vehicle, civilDay(beganAt))?.uniqueId ?? null)
      : null;
  await addOrders(rest.customer, extension, { beganAt, around: rest.areas[town], driverOf });
  await addCosts(rest.customer, extension, beganAt);
  await addInspections(rest.customer, extension, beganAt);
  await addHours(rest.customer, extension, beganAt);
  await addBrands(admin, (key) => idOf(`${key}@demo.rastro`), extension);
  readOrCreate(settings.DATA_DIR, 'demo-furnished', () => 'yes');
}

/** Adds what managers did about driving events and fills, once the past has them. Repeated when it was interrupted. */
async function coach({ server, settings, directory, customer, extension, beganAt }: Building): Promise<void> {
  const [manager, helper] = [CUSTOMER, OPERATOR].map((email) => {
    const user = directory.users.byKey(email);
    return user && serializeUser(user);
  });
  const isDone = readOrCreate(settings.DATA_DIR, 'demo-coached', () => null) !== null;
  if (beganAt === null || isDone || !manager || !helper) return;
  await addCoaching({ coaching: server.coaching, customer, manager, helper, beganAt });
  const past = { from: beganAt - settings.DEMO_DAYS * DAY_MS, to: beganAt };
  await addCardFile(customer, { extension, brand: settings.BRAND }, past);
  readOrCreate(settings.DATA_DIR, 'demo-coached', () => 'yes');
}

/** Accounts, vehicles and what belongs to them; with a past, all that a company has beside. */
async function build({
  server,
  settings,
  directory,
  fleet,
  password,
  beganAt,
  ...rest
}: Building): Promise<void> {
  const { areas, roster, customer, extension } = rest;
  const targets = await populate(directory, fleet, { password, brand: settings.BRAND });
  await addBilling(directory, targets.brand);
  if (beganAt === null) return;
  await addThings(directory, targets, { areas, roster });
  await addInvoices(directory, server.billing);
  const [first] = [...directory.linked.driver.inOrder()];
  const access = { username: DRIVER, password };
  if (first)
    await customer.call({ method: 'PUT', path: `${extension}/drivers/${first.id}/qr-access`, body: access });
  const share = {
    deviceId: targets.devices.get(SHARED_VEHICLE),
    expiration: new Date(systemClock.now() + SHARED_MS),
  };
  const shared = await customer.call({ method: 'POST', path: '/api/shares', body: share });
  const { token } = Object(shared);
  if (typeof token === 'string') readOrCreate(settings.DATA_DIR, 'demo-guest', () => token);
}

const passwordIn = (folder: string): string => readOrCreate(folder, 'demo-password', () => randomToken(10));

/**
 * Start of the demonstration, so that one that was killed while its past was written continues with the same.
 * @returns null = no past: none is wanted, or it began without.
 */
function beginningIn({ DATA_DIR, DEMO_DAYS }: Settings, isNew: boolean): number | null {
  if (DEMO_DAYS === 0) return null;
  const text = readOrCreate(DATA_DIR, 'demo-began', () => (isNew ? String(systemClock.now()) : null));
  return text === null ? null : Number(text);
}

/** Reads a value stored next to the database, or creates it. */
function readOrCreate<T extends string | null>(folder: string, name: string, make: () => T): T | string {
  const path = join(folder, name);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const text = make();
  if (text !== null) writeFileSync(path, text, { mode: 0o600 });
  return text;
}
