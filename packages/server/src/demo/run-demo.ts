import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { randomToken, systemClock } from '@rastro/base';
import { DEVICE_ATTRIBUTES } from '@rastro/fleet';
import { demoFleet, runDemoFleet, tankOf, type DemoVehicle, type Tank } from '@rastro/simulator';
import { hashPassword, PLAIN_ACCOUNT, type Tracker } from '@rastro/tracker';
import type { RunningServer } from '../run-server.ts';
import { SettingError } from '../settings/read-settings.ts';
import type { Settings } from '../settings/registry.ts';
import { act } from './demo-acts.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { demoPast } from './demo-past.ts';
import { addBilling, addInvoices } from './demo-billing.ts';
import { addThings, type DemoPeople } from './demo-things.ts';

/** Vehicles that a guest sees. */
const GUEST_VEHICLES = 1;

/** Who does what people did in it. */
const ACTING = 'customer@demo.rastro';

export interface RunningDemo {
  /** Of every account. */
  readonly password: string;
  /** Resolves when all vehicles have their past. */
  readonly whole: Promise<void>;
  stop(): void;
}

/**
 * Makes the demonstration (once per data folder) and drives its fleet over the real protocols.
 * The password is random and kept beside the database: a demonstration may stand on an open port.
 */
export async function runDemo(server: RunningServer, settings: Settings, log: Logger): Promise<RunningDemo> {
  const { tracker, protocols } = server;
  if (!tracker) throw new SettingError('Setting TRACKING_SERVER_URL does not go with --demo');
  const fleet = demoFleet(settings.BRAND);
  const password = passwordIn(settings.DATA_DIR);
  const isNew = tracker.directory.users.size === 0;
  const beganAt = beginningIn(settings, isNew);
  if (isNew) {
    const people = await populate(tracker, fleet, password, settings.BRAND);
    await addBilling(tracker.directory, people.brand);
    if (beganAt !== null) {
      await addThings(tracker.directory, people);
      await addInvoices(tracker.directory, server.billing);
    }
  }
  printLogins(server.url, password);

  const stop = new AbortController();
  const failed = (error: unknown): void => {
    if (!stop.signal.aborted) log.error({ err: error }, 'the demonstration fleet stopped');
  };
  const present = fleet.filter(({ protocol, presence }) => protocol in protocols && presence !== 'never');
  const plan = { days: settings.DEMO_DAYS, vehicles: present.length };
  const past = beganAt === null ? null : demoPast(tracker, { beganAt, ...plan }, log);
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const run = { host, ports: protocols, fleet, clock: systemClock };
  runDemoFleet({ ...run, ...(past ? { past } : {}) }, stop.signal).catch(failed);
  const whole = past?.whole ?? Promise.resolve();
  if (past && isNew) {
    const who = { email: ACTING, password };
    whole.then(() => act(tracker, who, log, stop.signal)).catch(failed);
  }
  return { password, whole, stop: () => stop.abort() };
}

const passwordIn = (folder: string): string => keptIn(folder, 'demo-password', () => randomToken(10));

/**
 * When the demonstration first began, so that one that was killed while its past was written goes on with the same.
 * @returns null = it has no past: none is wanted, or it began without.
 */
function beginningIn({ DATA_DIR, DEMO_DAYS }: Settings, isNew: boolean): number | null {
  if (DEMO_DAYS === 0) return null;
  const text = keptIn(DATA_DIR, 'demo-began', () => (isNew ? String(systemClock.now()) : null));
  return text === null ? null : Number(text);
}

/** What is kept beside the database, made when it is not there yet. */
function keptIn<T extends string | null>(folder: string, name: string, make: () => T): T | string {
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

async function populate(
  { directory }: Tracker,
  fleet: readonly DemoVehicle[],
  password: string,
  brand: string,
): Promise<DemoPeople> {
  const groupIds = new Map<string, number>();
  for (const name of new Set(fleet.map(({ groupName }) => groupName))) {
    groupIds.set(name, (await directory.groups.create({ name, groupId: 0, attributes: {} })).id);
  }
  const deviceIds = new Map<string, number>();
  for (const vehicle of fleet) {
    const groupId = groupIds.get(vehicle.groupName) ?? 0;
    const { id } = await directory.devices.create({ ...deviceOf(vehicle, brand), groupId });
    deviceIds.set(vehicle.name, id);
  }
  const passwordHash = await hashPassword(password);
  const userIds: number[] = [];
  for (const { email, name, fields, groups } of DEMO_ACCOUNTS) {
    const { id } = await directory.users.create({ ...PLAIN_ACCOUNT, ...fields, email, name, passwordHash });
    userIds.push(id);
    const seen = groups === null ? [...groupIds.values()] : [];
    const owner = { ownerKind: 'user', ownerId: id };
    const links = seen.map((propertyId) => ({ ...owner, propertyKind: 'group', propertyId }));
    const guest = groups === null ? [] : [...deviceIds.values()].slice(0, GUEST_VEHICLES);
    const direct = guest.map((propertyId) => ({ ...owner, propertyKind: 'device', propertyId }));
    await directory.links.change([...links, ...direct], []);
  }
  const [, customer = 0, ...managed] = userIds;
  const manages = { ownerKind: 'user', ownerId: customer, propertyKind: 'managedUser' };
  await directory.links.change(
    managed.map((propertyId) => ({ ...manages, propertyId })),
    [],
  );
  const users = userIds.filter((_, at) => DEMO_ACCOUNTS[at]?.groups === null);
  return { groups: groupIds, devices: deviceIds, users, brand };
}

function deviceOf(vehicle: DemoVehicle, brand: string) {
  const tank = tankOf(vehicle);
  return {
    name: vehicle.name,
    uniqueId: vehicle.uniqueId,
    category: vehicle.category,
    model: vehicle.trackerModel,
    attributes: {
      ...vehicle.attributes,
      ...(tank ? fuelOf(tank) : {}),
      [DEVICE_ATTRIBUTES.plate]: vehicle.plate,
      [DEVICE_ATTRIBUTES.vehicleModel]: vehicle.model,
      [DEVICE_ATTRIBUTES.gpsModel]: vehicle.trackerModel,
      [DEVICE_ATTRIBUTES.technology]: '4G',
      [DEVICE_ATTRIBUTES.gpsBrand]: BRANDS[vehicle.protocol],
      [`${brand}.demo`]: true,
    },
    calendarId: 0,
    phone: null,
    contact: null,
    disabled: false,
    expirationTime: null,
  };
}

/** What reports reckon with, and from when on a change of the level is an event. Litres, reais. */
const fuelOf = ({ litres }: Tank) => ({
  [DEVICE_ATTRIBUTES.fuelTank]: litres,
  [DEVICE_ATTRIBUTES.fuelPrice]: 6.09,
  [DEVICE_ATTRIBUTES.currency]: 'BRL',
  fuelDropThreshold: litres * 0.05,
  fuelIncreaseThreshold: litres * 0.3,
});

const BRANDS: Readonly<Record<DemoVehicle['protocol'], string>> = {
  gt06: 'Concox',
  suntech: 'Suntech',
  teltonika: 'Teltonika',
  h02: 'SinoTrack',
  gl200: 'Queclink',
  gps103: 'Coban',
  jt808: 'Jimi',
  wialon: 'Gurtam',
  meitrack: 'Meitrack',
  ruptela: 'Ruptela',
  osmand: 'Traccar Client',
};

function printLogins(url: string, password: string): void {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  const lines = DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`);
  process.stderr.write(
    `\nDemonstration: open ${url} and sign in with password ${password} as\n${lines.join('\n')}\n\n`,
  );
}
