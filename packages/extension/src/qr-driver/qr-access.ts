import { attributeName, USER_ATTRIBUTES, type Attributes, type User, PLAIN_USER } from '@rastro/fleet';
import { keptQrAccess, type KeptQrAccess } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import type { ApiFailure } from '@rastro/tracking-client';
import { answered } from '../tracking-failure.ts';
import { acted, soon, unreachable } from '../acted.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { qrRefusals } from './qr-refusals.ts';
import type { ActingRoom, QrRoom } from './qr-room.ts';

const KIND = 'qrAccess';
const shown = (driverId: number, kept: KeptQrAccess | null): ExtensionReply => ({
  status: 200,
  body: { driverId, username: kept?.username ?? '' },
});

/** How a driver signs in; null = not at all. */
export async function accessOf(
  storage: Pick<ExtensionStorage, 'document'>,
  driverId: number,
): Promise<(KeptQrAccess & { readonly version: number }) | null> {
  const found = await storage.document(KIND, String(driverId));
  return found ? { ...keptQrAccess.parse(found.body), version: found.version } : null;
}

export const readAccess = (room: QrRoom): ExtensionHandler<'GET /drivers/:id/qr-access'> =>
  acted(room, async ({ acting, storage }, { caller, params: { id } }) => {
    const driver = await acting.driver(caller.id, id, soon());
    return driver ? shown(id, await accessOf(storage, id)) : qrRefusals.noDriverThere();
  });

/**
 * Gives a driver a login of his own: an account of the tracking server, which keeps the password as it keeps all
 * others, and can do nothing but check in. It belongs to whoever gave it, and takes a place of his.
 */
export const writeAccess = (room: QrRoom): ExtensionHandler<'PUT /drivers/:id/qr-access'> =>
  acted(room, async (here, { caller, params: { id: driverId }, body: { username, password } }) => {
    const { acting, storage } = here;
    const driver = await acting.driver(caller.id, driverId, soon());
    if (!driver) return qrRefusals.noDriverThere();
    const kept = await accessOf(storage, driverId);
    const account = kept && (await accountOf(here, kept));
    if (!account && password === null) return qrRefusals.passwordMissing();
    if (!caller.administrator && caller.userLimit === 0) return qrRefusals.noPlace();
    const client = acting.as(caller.id);
    const written = account
      ? await client.users.update({ ...account, email: username, password }, soon())
      : await client.users.create(
          { ...blankAccount(here, driverId, driver.name), email: username, password },
          soon(),
        );
    if (!written.ok) return refusedAccount(written.error);
    const { id: userId } = written.value;
    if (!acting.isOurs && !account && !caller.administrator) {
      const link = { owner: ['userId', caller.id], property: ['managedUserId', userId] } as const;
      answered(await client.permissions.link(link, soon()));
    }
    const next: KeptQrAccess = { driverId, userId, ownerId: caller.id, username };
    const put = [{ kind: KIND, key: String(driverId), body: next, replaces: kept?.version ?? 0 }];
    await storage.commit({ put });
    return shown(driverId, next);
  });

/** A name that is taken, a password that everybody would try: as the tracking server says it. */
function refusedAccount({ status, code, message }: ApiFailure): ExtensionReply {
  if (status < 400 || status >= 500) return unreachable();
  const isTaken = code === 'ALREADY_IN_USE' || /duplicate|unique/i.test(message);
  if (status === 403) return qrRefusals.noPlace();
  return isTaken ? qrRefusals.nameTaken() : { status: 400, body: message };
}

/** Takes the login away; whatever he drives, he is checked out of. */
export const endAccess = (room: QrRoom): ExtensionHandler<'DELETE /drivers/:id/qr-access'> =>
  acted(room, async (here, { caller, address, params: { id: driverId } }) => {
    if (!(await here.acting.driver(caller.id, driverId, soon()))) return qrRefusals.noDriverThere();
    const isTaken = await takeAccess(here, { callerId: caller.id, address, driverId });
    return isTaken ? shown(driverId, null) : qrRefusals.noPlace();
  });

/** @returns false = the tracking server does not let go of the account. */
async function takeAccess(
  here: ActingRoom,
  of: { readonly callerId: number; readonly address: string; readonly driverId: number },
): Promise<boolean> {
  const { acting, storage, book, clock } = here;
  const { callerId, address, driverId } = of;
  const kept = await accessOf(storage, driverId);
  if (!kept) return true;
  const account = await accountOf(here, kept);
  if (account) {
    const removed = await acting.as(callerId).users.remove(kept.userId, soon());
    if (!removed.ok && removed.error.status !== 404) return false;
  }
  const actor = { userId: callerId, address };
  await book.checkOut(driverId, 'revoked', { at: clock.now(), clientId: undefined, actor });
  await storage.commit({ remove: [{ kind: KIND, key: String(driverId), replaces: kept.version }] });
  return true;
}

/** The account behind an access; null = somebody has deleted it, or made something else of it. */
async function accountOf({ acting, brand }: ActingRoom, { userId, ownerId, driverId }: KeptQrAccess) {
  const found = await acting.as(ownerId).users.read(userId, soon());
  if (!found.ok) return null;
  const isHis = driverIdOf(found.value, brand) === driverId;
  return isHis ? found.value : null;
}

/** Which driver an account checks in for; 0 = it is no such account. */
export function driverIdOf({ attributes }: Pick<User, 'attributes'>, brand: string): number {
  const value = attributes[attributeName(brand, USER_ATTRIBUTES.qrDriverId)];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

/** An account that may do nothing anywhere, should a client reach the tracking server past the gateway. */
function blankAccount({ brand }: ActingRoom, driverId: number, name: string) {
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

/** For whoever has to do with drivers as people. */
export const qrLogins = (room: QrRoom) => ({
  accessOf: (driverId: number) => accessOf(room.storage, driverId),
  takeAccess: async (of: Parameters<typeof takeAccess>[1]): Promise<boolean> =>
    room.acting !== null && takeAccess({ ...room, acting: room.acting }, of),
});
