import { isOff, type AccountKey, type AccountStanding } from '@rastro/fleet';
import type { Clock } from '@rastro/base';
import type { Storage, StoredCredential } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { credentialId, type Credentials } from '../access/credentials.ts';
import { DeletionRequests, type Shelf } from '../access/deletion-requests.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { RecoveryCodes } from '../access/recovery-codes.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { refuse } from '../refusals/refusal.ts';
import { changeNotices, type NoticeNeeds } from '../users/change-notice.ts';
import { apiDate } from '../views/api-date.ts';
import { deletionNotices } from './deletion-notice.ts';
import { exportOf } from './export.ts';

interface Needs extends NoticeNeeds {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly credentials: Credentials;
  readonly oneTimeCodes: OneTimeCodes;
  readonly recoveryCodes: RecoveryCodes;
  readonly shelf: Shelf;
  readonly clock: Clock;
}

/** What somebody does about his own account. That it is he was asked at the gateway, by his password. */
export function accountRoutes(needs: Needs) {
  const { credentials, clock } = needs;
  const deletions = new DeletionRequests(needs.shelf);
  const tellManagers = deletionNotices(needs);
  const standing = ({ id }: UserEntity): AccountStanding => standingOf(needs, deletions, id);

  return handlers({
    'GET /account': ({ caller }) => standing(ownerIn(needs, caller)),
    'GET /account/keys': ({ caller }) => {
      const keys = credentials.heldBy(ownerIn(needs, caller).id, ['session', 'login']);
      return keys.map((key) => keyView(key, caller));
    },
    'DELETE /account/keys': async ({ caller }) => {
      const sessions = credentials.heldBy(ownerIn(needs, caller).id, ['session']);
      for (const session of sessions) if (!isCurrent(session, caller)) await credentials.revoke(session);
    },
    'DELETE /account/keys/:key': async ({ caller, params }) => {
      const keys = credentials.heldBy(ownerIn(needs, caller).id, ['session', 'login']);
      const key = keys.find((each) => credentialId(each) === params.key);
      if (!key) throw refuse.badInput('key: is not a live session or token');
      await credentials.revoke(key);
    },
    ...codeRoutes(needs),
    'GET /account/export': ({ caller }, reply) => {
      const user = ownerIn(needs, caller);
      const keys = credentials.heldBy(user.id, ['session', 'login']).map((key) => keyView(key, caller));
      return reply
        .type('application/json')
        .header('content-disposition', `attachment; filename="account-${user.id}.json"`)
        .send(exportOf(needs, { user, keys, standing: standing(user) }));
    },
    'POST /account/deletion': async ({ caller }) => {
      const user = ownerIn(needs, caller);
      if (deletions.askedBy(user.id) === null) {
        await deletions.ask(user, apiDate(clock.now()));
        tellManagers(user);
      }
      return standing(user);
    },
    'DELETE /account/deletion': async ({ caller }) => {
      const user = ownerIn(needs, caller);
      await deletions.withdraw(user);
      return standing(user);
    },
  });
}

/** One-time codes, and those that help when the authenticator is lost. */
function codeRoutes(needs: Needs) {
  const { directory, restrictions, oneTimeCodes, recoveryCodes } = needs;
  const tellOwner = changeNotices(needs);
  const write = async (user: UserEntity, totpKey: string | null): Promise<UserEntity> => {
    const written = await directory.users.update({ ...user, totpKey });
    tellOwner(user, { ...written, hasNewPassword: false });
    return written;
  };

  return handlers({
    'PUT /account/totp': async ({ caller, body: { key, code } }) => {
      const user = ownerIn(needs, caller);
      restrictions.requireWrite(caller);
      if (isOff(directory.server.attributes, 'totpEnable')) throw refuse.oneTimeCodesOff();
      if (!oneTimeCodes.take({ ...user, totpKey: key }, code)) throw refuse.wrongCode();
      return { codes: await recoveryCodes.renew(await write(user, key)) };
    },
    'POST /account/totp/off': async ({ caller }) => {
      const user = ownerIn(needs, caller);
      restrictions.requireWrite(caller);
      await write(user, null);
    },
    'POST /account/recovery': async ({ caller }) => {
      const user = ownerIn(needs, caller);
      restrictions.requireWrite(caller);
      if (user.totpKey === null) throw refuse.badInput('codes: are not switched on');
      return { codes: await recoveryCodes.renew(user) };
    },
  });
}

/** As it is kept: what is shown to him is bounded by those above. @throws Refusal for guests. */
function ownerIn({ directory }: Needs, { user: { id } }: Caller): UserEntity {
  const user = directory.users.get(id);
  if (!user || user.temporary || user.share) throw refuse.guestAccount();
  return user;
}

function standingOf(
  { directory, recoveryCodes }: Needs,
  deletions: DeletionRequests,
  id: number,
): AccountStanding {
  const user = directory.users.get(id);
  return {
    codesAllowed: !isOff(directory.server.attributes, 'totpEnable'),
    codesOn: Boolean(user?.totpKey),
    recoveryCodes: user ? recoveryCodes.left(user) : 0,
    deletionRequested: deletions.askedBy(id),
  };
}

const isCurrent = ({ hash }: StoredCredential, { credential }: Caller): boolean => credential?.hash === hash;

const keyView = (key: StoredCredential, caller: Caller): AccountKey => ({
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
