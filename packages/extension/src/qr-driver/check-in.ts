import { addressKey } from '@rastro/base/addresses';
import {
  attributeName,
  DEVICE_ATTRIBUTES,
  DRIVER_ATTRIBUTES,
  isOff,
  isSet,
  QR_MAX_CLOCK_SKEW_MS,
  QR_OLDEST_MS,
  SERVER_ATTRIBUTES,
  type Device,
  type Driver,
} from '@rastro/fleet';
import { storedQrCode, type StoredCheckIn, type StoredQrAccess } from '@rastro/fleet/schemas';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { answered } from '../tracking-failure.ts';
import { unwatchedIgnition } from './check-in-steps.ts';
import { orderUnlock, withdrawLock } from './engine-orders.ts';
import { linkDriver, unlinkDriver } from './linked-driver.ts';
import { signedInDriver } from './qr-access.ts';
import { CODES } from './qr-codes.ts';
import { qrErrors } from './qr-errors.ts';
import { serializeCheckIn, type QrContext, type QrDeps } from './qr-deps.ts';

const current = (checkIn: StoredCheckIn | null): ExtensionReply => ({
  status: 200,
  body: checkIn === null ? null : serializeCheckIn(checkIn),
});

export const readCheckIn = (deps: QrDeps): ExtensionHandler<'GET /qr-driver'> =>
  withTrackingApi(deps, async (here, { caller }) => {
    const access = await signedInDriver(here, caller);
    return access
      ? current((await here.checkInStore.driver(access.driverId)).body.current)
      : qrErrors.noDriver();
  });

/** Checks in or out, now or at the time at which it was done. */
export const writeCheckIn = (deps: QrDeps): ExtensionHandler<'POST /qr-driver'> =>
  withTrackingApi(deps, async (here, { caller, address, body: { id, at: reportedAt, clientId } }) => {
    const access = await signedInDriver(here, caller);
    if (!access) return qrErrors.noDriver();
    const now = here.clock.now();
    const at = reportedAt === null ? now : Date.parse(reportedAt);
    if (at < now - QR_OLDEST_MS) return qrErrors.tooOld();
    if (at > now + QR_MAX_CLOCK_SKEW_MS) return qrErrors.clockAhead();
    const action = { at: Math.min(at, now), clientId, actor: { userId: caller.id, address } };
    if (id === 0) {
      const outcome = await here.checkInStore.checkOut(access.driverId, 'driver', action);
      if (outcome.kind === 'overtaken') return qrErrors.overtaken();
      if (outcome.kind === 'done') await unlinkAll(here, outcome.left);
      return current(outcome.current);
    }
    const rules = await checkInRules(here, caller.id);
    if (rules.isOff) return qrErrors.disabled();
    // A number can be guessed far from the vehicle.
    if (rules.byCodeOnly && typeof id === 'number') return qrErrors.codeOnly();
    return begin(here, { access, address, id, action });
  });

/** As the server record says it now. */
async function checkInRules({ trackingApi, brand }: QrContext, userId: number) {
  const { server } = answered(await trackingApi.as(userId).server.read(soon()));
  return {
    isOff: isOff(server.attributes, attributeName(brand, SERVER_ATTRIBUTES.qrCheckIn)),
    byCodeOnly: isSet(server.attributes, attributeName(brand, SERVER_ATTRIBUTES.qrPrintedCodeOnly)),
  };
}

interface Begin {
  readonly access: StoredQrAccess;
  readonly address: string;
  /** Of a device, or its code. */
  readonly id: number | string;
  readonly action: Parameters<QrContext['checkInStore']['checkIn']>[1];
}

async function begin(here: QrContext, { access, address, id, action }: Begin): Promise<ExtensionReply> {
  const { trackingApi, checkInStore, brand, wrongCodes } = here;
  const key = `${access.userId} ${addressKey(address)}`;
  const wait = wrongCodes.waitSeconds(key);
  if (wait > 0) return qrErrors.tooManyCodes(wait);
  const deviceId = typeof id === 'number' ? id : await deviceWithCode(here, id);
  // If the user who gave the access does not see a vehicle, its code does not reveal that it exists.
  const device = deviceId === null ? null : await trackingApi.device(access.ownerId, deviceId, soon());
  if (!device) {
    wrongCodes.count(key);
    return qrErrors.noVehicle();
  }
  const driver = await trackingApi.driver(access.ownerId, access.driverId, soon());
  if (!driver) return qrErrors.noDriver();
  if (await here.isUnsafe({ ownerId: access.ownerId, deviceId: device.id, at: action.at }))
    return qrErrors.unsafe();
  const wanted = checkInOf({ device, driver, access, since: action.at, brand });
  const { idle } = (await checkInStore.device(device.id)).body;
  // Before the driver may drive: withdraws a lock that still waits.
  if (idle?.isBegun) await withdrawLock(trackingApi, { ownerId: idle.ownerId, deviceId: device.id }, soon());
  const outcome = await checkInStore.checkIn(wanted, action);
  if (outcome.kind === 'overtaken') return qrErrors.overtaken();
  if (outcome.kind === 'known') return current(outcome.current);
  await unlinkAll(here, outcome.left);
  return current(await follow(here, wanted));
}

/** Applies a check-in on the tracking server. The job of the rules retries what fails now. */
export async function follow(
  { trackingApi, checkInStore }: QrContext,
  checkIn: StoredCheckIn,
): Promise<StoredCheckIn> {
  const unlock =
    checkIn.unlock === 'wanted' ? await orderUnlock(trackingApi, checkIn, soon()) : checkIn.unlock;
  const isLinked = checkIn.isLinked || (await linkDriver(trackingApi, checkIn, soon()));
  if (unlock !== checkIn.unlock || isLinked !== checkIn.isLinked)
    await checkInStore.note(checkIn, { unlock, isLinked });
  return { ...checkIn, unlock, isLinked };
}

async function unlinkAll({ trackingApi }: QrContext, left: readonly StoredCheckIn[]): Promise<void> {
  for (const each of left) await unlinkDriver(trackingApi, each, soon());
}

async function deviceWithCode({ storage }: QrContext, code: string): Promise<number | null> {
  const found = await storage.document(CODES, code);
  return found ? storedQrCode.parse(found.body).deviceId : null;
}

interface CheckInInput {
  readonly device: Device;
  readonly driver: Driver;
  readonly access: StoredQrAccess;
  readonly since: number;
  readonly brand: string;
}
function checkInOf({ device, driver, access, since, brand }: CheckInInput): StoredCheckIn {
  const text = (field: keyof typeof DRIVER_ATTRIBUTES) =>
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
    unlock: text('qrUnlock') === true ? 'wanted' : 'none',
    rules: {
      logoutOnIgnitionOff: text('qrLogoutOnIgnitionOff') === true,
      lockAfterS: seconds(text('qrLockAfter')),
      logoutAfterS: seconds(text('qrLogoutAfter')),
    },
    ignition: unwatchedIgnition(since),
    isLinked: false,
  };
}
