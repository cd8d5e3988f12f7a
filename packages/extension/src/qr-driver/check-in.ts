import { addressKey } from '@rastro/base/addresses';
import {
  attributeName,
  DEVICE_ATTRIBUTES,
  DRIVER_ATTRIBUTES,
  isOff,
  isSet,
  QR_AHEAD_MS,
  QR_OLDEST_MS,
  SERVER_ATTRIBUTES,
  type Device,
  type Driver,
  type User,
} from '@rastro/fleet';
import { keptQrCode, type KeptCheckIn, type KeptQrAccess } from '@rastro/fleet/schemas';
import { acted, soon } from '../acted.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { answered } from '../tracking-failure.ts';
import { unwatchedIgnition } from './check-in-steps.ts';
import { orderUnlock, withdrawLock } from './engine-orders.ts';
import { linkDriver, unlinkDriver } from './linked-driver.ts';
import { accessOf, driverIdOf } from './qr-access.ts';
import { CODES } from './qr-codes.ts';
import { qrRefusals } from './qr-refusals.ts';
import { shownCheckIn, type ActingRoom, type QrRoom } from './qr-room.ts';

const current = (kept: KeptCheckIn | null): ExtensionReply => ({
  status: 200,
  body: kept === null ? null : shownCheckIn(kept),
});

export const readCheckIn = (room: QrRoom): ExtensionHandler<'GET /qr-driver'> =>
  acted(room, async (here, { caller }) => {
    const access = await accessFor(here, caller);
    return access ? current((await here.book.driver(access.driverId)).body.current) : qrRefusals.noDriver();
  });

/** Checks in or out, now or at the time at which it was done. */
export const writeCheckIn = (room: QrRoom): ExtensionHandler<'POST /qr-driver'> =>
  acted(room, async (here, { caller, address, body: { id, at: said, clientId } }) => {
    const access = await accessFor(here, caller);
    if (!access) return qrRefusals.noDriver();
    const now = here.clock.now();
    const at = said === null ? now : Date.parse(said);
    if (at < now - QR_OLDEST_MS) return qrRefusals.tooOld();
    if (at > now + QR_AHEAD_MS) return qrRefusals.ahead();
    const act = { at: Math.min(at, now), clientId, actor: { userId: caller.id, address } };
    if (id === 0) {
      const outcome = await here.book.checkOut(access.driverId, 'driver', act);
      if (outcome.kind === 'overtaken') return qrRefusals.overtaken();
      if (outcome.kind === 'done') await unlinkAll(here, outcome.left);
      return current(outcome.current);
    }
    const rules = await checkInRules(here, caller.id);
    if (rules.isOff) return qrRefusals.disabled();
    // A number can be guessed by whoever is nowhere near the vehicle.
    if (rules.byCodeOnly && typeof id === 'number') return qrRefusals.codeOnly();
    return begin(here, { access, address, id, act });
  });

/** As the server record says it now. */
async function checkInRules({ acting, brand }: ActingRoom, userId: number) {
  const { server } = answered(await acting.as(userId).server.read(soon()));
  return {
    isOff: isOff(server.attributes, attributeName(brand, SERVER_ATTRIBUTES.qrCheckIn)),
    byCodeOnly: isSet(server.attributes, attributeName(brand, SERVER_ATTRIBUTES.qrPrintedCodeOnly)),
  };
}

interface Begin {
  readonly access: KeptQrAccess;
  readonly address: string;
  /** Of a device, or its code. */
  readonly id: number | string;
  readonly act: Parameters<ActingRoom['book']['checkIn']>[1];
}

async function begin(here: ActingRoom, { access, address, id, act }: Begin): Promise<ExtensionReply> {
  const { acting, book, brand, wrongCodes } = here;
  const key = `${access.userId} ${addressKey(address)}`;
  const wait = wrongCodes.waitSeconds(key);
  if (wait > 0) return qrRefusals.tooManyCodes(wait);
  const deviceId = typeof id === 'number' ? id : await deviceWithCode(here, id);
  // Of a vehicle that whoever gave the access does not see, its code does not tell that it exists.
  const device = deviceId === null ? null : await acting.device(access.ownerId, deviceId, soon());
  if (!device) {
    wrongCodes.count(key);
    return qrRefusals.noVehicle();
  }
  const driver = await acting.driver(access.ownerId, access.driverId, soon());
  if (!driver) return qrRefusals.noDriver();
  const wanted = checkInOf({ device, driver, access, since: act.at, brand });
  const { idle } = (await book.device(device.id)).body;
  // Before he is told that he may drive: what waits to stop him does so no more.
  if (idle?.isBegun) await withdrawLock(acting, { ownerId: idle.ownerId, deviceId: device.id }, soon());
  const outcome = await book.checkIn(wanted, act);
  if (outcome.kind === 'overtaken') return qrRefusals.overtaken();
  if (outcome.kind === 'known') return current(outcome.current);
  await unlinkAll(here, outcome.left);
  return current(await follow(here, wanted));
}

/** What a check-in brings about on the tracking server. What fails now is tried again by the rules' job. */
export async function follow({ acting, book }: ActingRoom, checkIn: KeptCheckIn): Promise<KeptCheckIn> {
  const unlock = checkIn.unlock === 'wanted' ? await orderUnlock(acting, checkIn, soon()) : checkIn.unlock;
  const isLinked = checkIn.isLinked || (await linkDriver(acting, checkIn, soon()));
  if (unlock !== checkIn.unlock || isLinked !== checkIn.isLinked)
    await book.note(checkIn, { unlock, isLinked });
  return { ...checkIn, unlock, isLinked };
}

async function unlinkAll({ acting }: ActingRoom, left: readonly KeptCheckIn[]): Promise<void> {
  for (const each of left) await unlinkDriver(acting, each, soon());
}

/** The access of who calls; null = he is no driver, or it was taken away. */
async function accessFor({ storage, brand }: ActingRoom, caller: User): Promise<KeptQrAccess | null> {
  const driverId = driverIdOf(caller, brand);
  const access = driverId === 0 ? null : await accessOf(storage, driverId);
  return access?.userId === caller.id ? access : null;
}

async function deviceWithCode({ storage }: ActingRoom, code: string): Promise<number | null> {
  const found = await storage.document(CODES, code);
  return found ? keptQrCode.parse(found.body).deviceId : null;
}

interface Parts {
  readonly device: Device;
  readonly driver: Driver;
  readonly access: KeptQrAccess;
  readonly since: number;
  readonly brand: string;
}
function checkInOf({ device, driver, access, since, brand }: Parts): KeptCheckIn {
  const said = (field: keyof typeof DRIVER_ATTRIBUTES) =>
    driver.attributes[attributeName(brand, DRIVER_ATTRIBUTES[field])];
  const seconds = (value: unknown): number =>
    typeof value === 'number' && value > 0 ? Math.trunc(value) : 0;
  const plate = device.attributes[DEVICE_ATTRIBUTES.plate];
  return {
    driverId: driver.id,
    driverName: driver.name,
    driverUniqueId: driver.uniqueId,
    deviceId: device.id,
    deviceName: device.name,
    plate: typeof plate === 'string' ? plate : '',
    ownerId: access.ownerId,
    since,
    until: null,
    end: null,
    unlock: said('qrUnlock') === true ? 'wanted' : 'none',
    rules: {
      logoutOnIgnitionOff: said('qrLogoutOnIgnitionOff') === true,
      lockAfterS: seconds(said('qrLockAfter')),
      logoutAfterS: seconds(said('qrLogoutAfter')),
    },
    ignition: unwatchedIgnition(since),
    isLinked: false,
  };
}
