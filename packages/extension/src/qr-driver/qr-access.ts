import { attributeName, USER_ATTRIBUTES, type Attributes, type User, PLAIN_USER } from '@rastro/fleet';
import { storedQrAccess, type StoredQrAccess } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import type { ApiFailure } from '@rastro/tracking-client';
import { answered } from '../tracking-failure.ts';
import { withTrackingApi, soon, unreachable } from '../with-tracking-api.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { qrErrors } from './qr-errors.ts';
import type { QrContext, QrDeps } from './qr-deps.ts';

const KIND = 'qrAccess';
const serializeAccess = (driverId: number, access: StoredQrAccess | null): ExtensionReply => ({
  status: 200,
  body: { driverId, username: access?.username ?? '' },
});

/** Login of a driver; null = none. */
export async function accessOf(
  storage: Pick<ExtensionStorage, 'document'>,
  driverId: number,
): Promise<(StoredQrAccess & { readonly version: number }) | null> {
  const found = await storage.document(KIND, String(driverId));
  return found ? { ...storedQrAccess.parse(found.body), version: found.version } : null;
}

export const readAccess = (deps: QrDeps): ExtensionHandler<'GET /drivers/:id/qr-access'> =>
  withTrackingApi(deps, async ({ trackingApi, storage }, { caller, params: { id } }) => {
    const driver = await trackingApi.driver(caller.id, id, soon());
    return driver ? serializeAccess(id, await accessOf(storage, id)) : qrErrors.noDriverThere();
  });

/**
 * Gives a driver a login: an account of the tracking server, which stores the password like all others, and can do
 * nothing but check in. It belongs to the user who gave it, and counts toward their user limit.
 */
export const writeAccess = (deps: QrDeps): ExtensionHandler<'PUT /drivers/:id/qr-access'> =>
  withTrackingApi(deps, async (here, { caller, params: { id: driverId }, body: { username, password } }) => {
    const { trackingApi, storage } = here;
    const driver = await trackingApi.driver(caller.id, driverId, soon());
    if (!driver) return qrErrors.noDriverThere();
    const stored = await accessOf(storage, driverId);
    const account = stored && (await accountOf(here, stored));
    if (!account && password === null) return qrErrors.passwordMissing();
    if (!caller.administrator && caller.userLimit === 0) return qrErrors.noPlace();
    const client = trackingApi.as(caller.id);
    const written = account
      ? await client.users.update({ ...account, email: username, password }, soon())
      : await client.users.create(
          { ...blankAccount(here, driverId, driver.name), email: username, password },
          soon(),
        );
    if (!written.ok) return accountError(written.error);
    const { id: userId } = written.value;
    if (!trackingApi.isOurs && !account && !caller.administrator) {
      const link = { owner: ['userId', caller.id], property: ['managedUserId', userId] } as const;
      answered(await client.permissions.link(link, soon()));
    }
    const next: StoredQrAccess = { driverId, userId, ownerId: caller.id, username };
    const put = [{ kind: KIND, key: String(driverId), body: next, replaces: stored?.version ?? 0 }];
    await storage.commit({ put });
    return serializeAccess(driverId, next);
  });

/** A name that is taken, a password that everybody would try: as the tracking server says it. */
function accountError({ status, code, message }: ApiFailure): ExtensionReply {
  if (status < 400 || status >= 500) return unreachable();
  const isTaken = code === 'ALREADY_IN_USE' || /duplicate|unique/i.test(message);
  if (status === 403) return qrErrors.noPlace();
  return isTaken ? qrErrors.nameTaken() : { status: 400, body: message };
}

/** Removes the login, and checks the driver out of any vehicle. */
export const endAccess = (deps: QrDeps): ExtensionHandler<'DELETE /drivers/:id/qr-access'> =>
  withTrackingApi(deps, async (here, { caller, address, params: { id: driverId } }) => {
    if (!(await here.trackingApi.driver(caller.id, driverId, soon()))) return qrErrors.noDriverThere();
    const isTaken = await takeAccess(here, { callerId: caller.id, address, driverId });
    return isTaken ? serializeAccess(driverId, null) : qrErrors.noPlace();
  });

/** @returns false = the tracking server does not let go of the account. */
async function takeAccess(
  here: QrContext,
  of: { readonly callerId: number; readonly address: string; readonly driverId: number },
): Promise<boolean> {
  const { trackingApi, storage, checkInStore, clock } = here;
  const { callerId, address, driverId } = of;
  const stored = await accessOf(storage, driverId);
  if (!stored) return true;
  const account = await accountOf(here, stored);
  if (account) {
    const removed = await trackingApi.as(callerId).users.remove(stored.userId, soon());
    if (!removed.ok && removed.error.status !== 404) return false;
  }
  const actor = { userId: callerId, address };
  await checkInStore.checkOut(driverId, 'revoked', { at: clock.now(), clientId: undefined, actor });
  await storage.commit({ remove: [{ kind: KIND, key: String(driverId), replaces: stored.version }] });
  return true;
}

/** The account behind an access; null = it was deleted, or made into something else. */
async function accountOf({ trackingApi, brand }: QrContext, { userId, ownerId, driverId }: StoredQrAccess) {
  const found = await trackingApi.as(ownerId).users.read(userId, soon());
  if (!found.ok) return null;
  const isOwn = driverIdOf(found.value, brand) === driverId;
  return isOwn ? found.value : null;
}

/** Which driver an account checks in for; 0 = it is no such account. */
export function driverIdOf({ attributes }: Pick<User, 'attributes'>, brand: string): number {
  const value = attributes[attributeName(brand, USER_ATTRIBUTES.qrDriverId)];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

/** An account that may do nothing anywhere, should a client reach the tracking server past the gateway. */
function blankAccount({ brand }: QrContext, driverId: number, name: string) {
  const attributes: Attributes = { [attributeName(brand, USER_ATTRIBUTES.qrDriverId)]: driverId };
  return {
    ...PLAIN_USER,
    attributes,
    name: name.padEnd(3, '.'),
    readonly: true,
    deviceReadonly: true,
    limitCommands: true,
    disableReports: true,
    totpKey: null,
  } as const;
}

/** For users who manage drivers as data subjects. */
export const qrLogins = (deps: QrDeps) => ({
  accessOf: (driverId: number) => accessOf(deps.storage, driverId),
  takeAccess: async (of: Parameters<typeof takeAccess>[1]): Promise<boolean> =>
    deps.trackingApi !== null && takeAccess({ ...deps, trackingApi: deps.trackingApi }, of),
});

/** Driver of a session, and the account that gave the access; null = it is no driver's, or the access was removed. */
export async function signedInDriver(
  { storage, brand }: Pick<QrDeps, 'storage' | 'brand'>,
  caller: User,
): Promise<StoredQrAccess | null> {
  const driverId = driverIdOf(caller, brand);
  const access = driverId === 0 ? null : await accessOf(storage, driverId);
  return access?.userId === caller.id ? access : null;
}
