import { apiDate, isOff, type AccountKey, type OwnAccountStatus } from '@rastro/fleet';
import type { Clock } from '@rastro/base';
import type { Storage, StoredCredential } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { credentialId, type Credentials } from '../access/credentials.ts';
import { DeletionRequests, type PrivateValues } from '../access/deletion-requests.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { RecoveryCodes } from '../access/recovery-codes.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { appError } from '../errors/app-error.ts';
import { changeNotices, type NoticeDeps } from '../users/change-notice.ts';
import { deletionNotices } from './deletion-notice.ts';
import { exportOf } from './export.ts';

interface Deps extends NoticeDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly credentials: Credentials;
  readonly oneTimeCodes: OneTimeCodes;
  readonly recoveryCodes: RecoveryCodes;
  readonly privateStore: PrivateValues;
  readonly clock: Clock;
}

/** Actions of users on their own account. The gateway has verified them by password. */
export function accountRoutes(deps: Deps) {
  const { credentials, clock } = deps;
  const deletions = new DeletionRequests(deps.privateStore);
  const notifyManagers = deletionNotices(deps);
  const statusOf = ({ id }: UserEntity): OwnAccountStatus => accountStatusOf(deps, deletions, id);

  return handlers({
    'GET /account': ({ caller }) => statusOf(ownerIn(deps, caller)),
    'GET /account/keys': ({ caller }) => {
      const keys = credentials.heldBy(ownerIn(deps, caller).id, ['session', 'login']);
      return keys.map((key) => serializeKey(key, caller));
    },
    'DELETE /account/keys': async ({ caller }) => {
      const sessions = credentials.heldBy(ownerIn(deps, caller).id, ['session']);
      for (const session of sessions) if (!isCurrent(session, caller)) await credentials.revoke(session);
    },
    'DELETE /account/keys/:key': async ({ caller, params }) => {
      const keys = credentials.heldBy(ownerIn(deps, caller).id, ['session', 'login']);
      const key = keys.find((each) => credentialId(each) === params.key);
      if (!key) throw appError.badInput('key: is not a live session or token');
      await credentials.revoke(key);
    },
    ...codeRoutes(deps),
    'GET /account/export': ({ caller }, reply) => {
      const user = ownerIn(deps, caller);
      const keys = credentials.heldBy(user.id, ['session', 'login']).map((key) => serializeKey(key, caller));
      return reply
        .type('application/json')
        .header('content-disposition', `attachment; filename="account-${user.id}.json"`)
        .send(exportOf(deps, { user, keys, status: statusOf(user) }));
    },
    'POST /account/deletion': async ({ caller }) => {
      const user = ownerIn(deps, caller);
      if (deletions.askedBy(user.id) === null) {
        await deletions.ask(user, apiDate(clock.now()));
        notifyManagers(user);
      }
      return statusOf(user);
    },
    'DELETE /account/deletion': async ({ caller }) => {
      const user = ownerIn(deps, caller);
      await deletions.withdraw(user);
      return statusOf(user);
    },
  });
}

/** One-time codes, and those that help when the authenticator is lost. */
function codeRoutes(deps: Deps) {
  const { directory, restrictions, oneTimeCodes, recoveryCodes } = deps;
  const notifyOwner = changeNotices(deps);
  const write = async (user: UserEntity, totpKey: string | null): Promise<UserEntity> => {
    const written = await directory.users.update({ ...user, totpKey });
    notifyOwner(user, { ...written, hasNewPassword: false });
    return written;
  };

  return handlers({
    'PUT /account/totp': async ({ caller, body: { key, code } }) => {
      const user = ownerIn(deps, caller);
      restrictions.requireWrite(caller);
      if (isOff(directory.server.attributes, 'totpEnable')) throw appError.oneTimeCodesOff();
      if (!(await oneTimeCodes.take({ ...user, totpKey: key }, code))) throw appError.wrongCode();
      return { codes: await recoveryCodes.renew(await write(user, key)) };
    },
    'POST /account/totp/off': async ({ caller }) => {
      const user = ownerIn(deps, caller);
      restrictions.requireWrite(caller);
      await write(user, null);
    },
    'POST /account/recovery': async ({ caller }) => {
      const user = ownerIn(deps, caller);
      restrictions.requireWrite(caller);
      if (user.totpKey === null) throw appError.badInput('codes: are not switched on');
      return { codes: await recoveryCodes.renew(user) };
    },
  });
}

/** Stored form of the caller: the form that callers see is bounded from above. @throws AppError for guests. */
function ownerIn({ directory }: Deps, { user: { id } }: Caller): UserEntity {
  const user = directory.users.get(id);
  if (!user || user.temporary || user.share) throw appError.guestAccount();
  return user;
}

function accountStatusOf(
  { directory, recoveryCodes }: Deps,
  deletions: DeletionRequests,
  id: number,
): OwnAccountStatus {
  const user = directory.users.get(id);
  return {
    codesAllowed: !isOff(directory.server.attributes, 'totpEnable'),
    codesOn: Boolean(user?.totpKey),
    recoveryCodes: user ? recoveryCodes.left(user) : 0,
    deletionRequested: deletions.askedBy(id),
  };
}

const isCurrent = ({ hash }: StoredCredential, { credential }: Caller): boolean => credential?.hash === hash;

const serializeKey = (key: StoredCredential, caller: Caller): AccountKey => ({
  id: credentialId(key),
  kind: key.purpose === 'session' ? 'session' : 'token',
  name: key.name,
  address: key.address,
  userAgent: key.userAgent,
  createdTime: apiDate(key.createdAt),
  lastUsed: key.usedAt === null ? null : apiDate(key.usedAt),
  expirationTime: key.expiresAt === null ? null : apiDate(key.expiresAt),
  isCurrent: isCurrent(key, caller),
  isActing: key.actorId !== null && key.actorId !== key.userId,
});
