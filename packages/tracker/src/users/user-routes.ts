import {
  apiDate,
  attributeName,
  boundedBy,
  isOff,
  isSet,
  isTimeZone,
  USER_ATTRIBUTES,
  ZONE_ATTRIBUTE,
  type NewInvitation,
} from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Delegation } from '../access/delegation.ts';
import { removeGuest } from '../access/guests.ts';
import { DeletionRequests, type PrivateValues } from '../access/deletion-requests.ts';
import type { FirstAdministrator } from '../access/first-administrator.ts';
import { newOneTimeKey } from '../access/one-time-codes.ts';
import type { LastSeen } from '../access/last-seen.ts';
import { hashPassword } from '../access/passwords.ts';
import type { Restrictions } from '../access/restrictions.ts';
import {
  checkSelfRegistration,
  checkUserChange,
  requireAdministrator,
  requireGoodPassword,
  unboundedAgain,
} from '../access/user-rules.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { handlers, type Call } from '../http/bind.ts';
import { conflictAs } from '../http/conflict.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import type { KeyedMutex } from '../http/keyed-mutex.ts';
import { serializeUser } from '../serializers/serializers.ts';
import { invite, isInvited, type InvitationDeps } from './invitation.ts';
import { rulesForNew } from './rules-for-new.ts';
import { changeNotices, type NoticeDeps, type NotifyOwner } from './change-notice.ts';

interface Deps extends UserDeps {
  /** Mails the owner of an account when its ways to sign in change. */
  readonly notifyOwner: NotifyOwner;
}
interface UserDeps extends NoticeDeps, InvitationDeps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly delegation: Delegation;
  readonly credentials: Credentials;
  readonly firstAdministrator: FirstAdministrator;
  readonly visibility: Visibility;
  /** Serializes requests that use up a limit. */
  readonly slots: KeyedMutex;
  readonly lastSeen: LastSeen;
  readonly privateStore: PrivateValues;
}
type Query = Call<'GET /users'>['query'];
type Body = Call<'POST /users'>['body'];
const NO_QUERY: Pick<Query, 'userId' | 'deviceId'> = { userId: null, deviceId: null };

/** @source docs/reference/tracking-api.md §3.4 */
export function userRoutes(userDeps: UserDeps) {
  const deps: Deps = { ...userDeps, notifyOwner: changeNotices(userDeps) };
  const { directory, restrictions, credentials, delegation, visibility, lastSeen, slots: keyedMutex } = deps;
  const deletions = new DeletionRequests(userDeps.privateStore);
  const view = (user: UserEntity) => serializeUser(delegation.effective(user));

  return handlers({
    'GET /users': ({ caller, query }, reply) =>
      sendArray(reply, listed(visibleUsers(deps, caller, query), query, ['name', 'email']), view),
    'GET /users/standing': async ({ caller }, reply) => {
      const seen = await lastSeen.all();
      const devicesOf = visibility.counter();
      return sendArray(reply, visibleUsers(deps, caller, NO_QUERY), (user) => ({
        userId: user.id,
        devices: devicesOf(user.id),
        lastSeen: dateOf(seen.get(user.id)),
        invited: isInvited(user),
        deletionRequested: deletions.askedBy(user.id),
      }));
    },
    'GET /users/:id': ({ caller, params }) => view(restrictions.user(caller, params.id)),
    'POST /users': async ({ caller, query, body }) => {
      // Nobody signed in has no limit to watch, and the first administrator is made by an atomic insert.
      if (!caller) return view(await createUser(deps, null, body));
      // One after the other: those above have a limit, too.
      const user = await keyedMutex.run('users', () => createUser(deps, caller, body, query.invite));
      if (isInvited(user)) inviteByMail(deps, user);
      return view(user);
    },
    'POST /users/:id/invitation': ({ caller, params }) => inviteAgain(deps, caller, params.id),
    'POST /users/totp': (_call, reply) => {
      requireOneTimeCodes(directory);
      return reply.type('text/plain').send(newOneTimeKey());
    },
    'PUT /users/:id': async ({ caller, body }) => {
      const write = (): Promise<UserEntity> => updateUser(deps, caller, body);
      // Two administrators who step down at once are one too many.
      const isOne = directory.users.get(body.id)?.administrator === true;
      return view(await (isOne ? keyedMutex.run('administrators', write) : write()));
    },
    'DELETE /users/:id': async ({ caller, params }) => {
      const user = restrictions.user(caller, params.id);
      restrictions.requireWrite(caller);
      // docs/reference/requirements.md SPEC §5: nobody deletes themselves or an administrator above them.
      if (user.id === caller.user.id) throw appError.badInput('id: nobody can delete his own account');
      if (user.administrator && !caller.user.administrator) throw appError.administratorOnly();
      await keyedMutex.run('administrators', async () => {
        requireAdministrator(directory, user, null);
        await passOnBelow(deps, user);
        await credentials.revokeAllOf(user.id);
        await directory.users.remove(user.id);
      });
    },
  });
}

/** A caller who makes many does not wait for each mail. */
function inviteByMail(deps: Deps, user: UserEntity): void {
  if (!deps.mailer.enabled || deps.mailer.addressFor(user) === null) return;
  void invite(deps, user).catch((error: unknown) =>
    deps.log.error({ err: error, userId: user.id }, 'cannot invite'),
  );
}

/** Users who could set a password may give a link to choose one. */
async function inviteAgain(deps: Deps, caller: Caller, id: number): Promise<NewInvitation> {
  const { restrictions, delegation, directory } = deps;
  const user = restrictions.user(caller, id);
  restrictions.requireWrite(caller);
  if (!isInvited(user) || user.disabled) throw appError.badInput('id: is not waiting for a password');
  const isWithin = delegation.holdsAllOf(caller.user, user);
  const { brand } = directory;
  checkUserChange(caller.user, { before: user, after: user, isNewPassword: true, isWithin, brand });
  return invite(deps, user);
}

async function updateUser(
  deps: Deps,
  caller: Caller,
  body: Call<'PUT /users/:id'>['body'],
): Promise<UserEntity> {
  const { directory, credentials, notifyOwner } = deps;
  const { password } = body;
  let { before, fields } = allowedChange(deps, caller, body);
  let { passwordHash } = before;
  if (password !== null) {
    passwordHash = await hashPassword(password);
    // Somebody may have restricted or promoted the user meanwhile.
    ({ before, fields } = allowedChange(deps, caller, body));
  }
  const user = await conflictAs('e-mail', () =>
    directory.users.update({ ...before, ...fields, passwordHash }),
  );
  // A new password ends what was opened with the old one; so does losing the right to be here.
  const except = caller.user.id === user.id ? (caller.credential ?? undefined) : undefined;
  if (password !== null || user.disabled) await credentials.revokeAllOf(user.id, except);
  notifyOwner(before, { ...user, hasNewPassword: password !== null });
  return user;
}

/**
 * Checks a change against what the user and the caller are now.
 * @throws AppError when the caller may not make it.
 */
function allowedChange(
  { directory, restrictions, delegation }: Deps,
  caller: Caller,
  body: Call<'PUT /users/:id'>['body'],
) {
  const { password, currentPassword: _current, setupCode: _code, totpKey, ...rest } = body;
  const before = restrictions.user(caller, rest.id);
  // A share has routes of its own.
  if (before.share) throw appError.noAccess('User');
  const effective = delegation.effective(before);
  const key = totpKey === undefined ? (before.totpKey ?? null) : totpKey;
  const rights = attributeName(directory.brand, USER_ATTRIBUTES.advancedPerms);
  const fields = unboundedAgain({ ...rest, totpKey: key }, { before, effective }, rights);
  if (fields.totpKey && fields.totpKey !== before.totpKey) requireOneTimeCodes(directory);
  if (!isTokensOnly(before, fields)) restrictions.requireWrite(caller);
  checkUserChange(caller.user, {
    before,
    after: fields,
    isNewPassword: password !== null,
    isWithin: delegation.holdsAllOf(caller.user, before),
    brand: directory.brand,
  });
  requireAdministrator(directory, before, fields);
  if (password !== null) requireGoodPassword(password, fields);
  return { before, fields };
}

function* visibleUsers(
  { directory, restrictions, delegation }: Deps,
  caller: Caller,
  query: Pick<Query, 'userId' | 'deviceId'>,
): Generator<UserEntity> {
  const { userId: ofUser, deviceId: ofDevice } = query;
  if (ofUser !== null) restrictions.user(caller, ofUser);
  if (ofDevice !== null) {
    if (!caller.user.administrator && caller.user.userLimit === 0) throw appError.managerOnly();
    restrictions.device(caller, ofDevice);
  }
  const everybody = caller.user.administrator && ofUser === null;
  // For a named user, returns the links, as an editor of links needs them; else the whole tree.
  const managed =
    ofUser === null
      ? delegation.managedBelow(caller.user.id)
      : directory.links.of('user', ofUser, 'managedUser');
  const owners = ofDevice === null ? null : directory.links.ownersOf('device', ofDevice, 'user');
  for (const user of directory.users.inOrder()) {
    if ((everybody || managed.has(user.id)) && (owners === null || owners.has(user.id))) yield user;
  }
}

/** The time zone of the user who sets up the installation becomes its zone until another is chosen. */
async function takeZone(directory: Directory, { attributes }: UserEntity): Promise<void> {
  const zone = attributes[ZONE_ATTRIBUTE];
  const { server } = directory;
  if (typeof zone !== 'string' || !isTimeZone(zone) || ZONE_ATTRIBUTE in server.attributes) return;
  await directory.updateServer({ ...server, attributes: { ...server.attributes, [ZONE_ATTRIBUTE]: zone } });
}

/** @param isToBeInvited The user chooses the password; only a manager makes such accounts. */
async function createUser(
  deps: Deps,
  caller: Caller | null,
  body: Body,
  isToBeInvited = false,
): Promise<UserEntity> {
  const { directory, firstAdministrator, restrictions } = deps;
  const { password, currentPassword: _current, setupCode, totpKey = null, ...rest } = body;
  const fields = { ...rest, totpKey };
  if (totpKey) requireOneTimeCodes(directory);
  const isMade = caller !== null && isManager(caller.user);
  if (password === null && !(isToBeInvited && isMade)) throw appError.badInput('password: is missing');
  if (password !== null) requireGoodPassword(password, fields);
  const passwordHash = password === null ? null : await hashPassword(password);
  if (!caller && firstAdministrator.isAwaited) {
    if (!firstAdministrator.codeMatches(setupCode)) throw appError.setupCode();
    const first = await directory.users.createFirst({
      ...fields,
      administrator: true,
      deviceLimit: -1,
      userLimit: -1,
      passwordHash,
    });
    if (!first) throw appError.alreadySetUp();
    await takeZone(directory, first);
    return first;
  }
  const create = (limits: Partial<UserEntity>): Promise<UserEntity> =>
    conflictAs('e-mail', () => directory.users.create({ ...fields, ...limits, passwordHash }));
  if (!caller || !isMade) {
    if (!directory.server.registration) throw appError.registrationDisabled();
    checkSelfRegistration(fields);
    if (isSet(directory.server.attributes, 'totpForce') && !totpKey) throw appError.oneTimeKeyNeeded();
    return create({ deviceLimit: -1 });
  }
  restrictions.requireWrite(caller);
  const { brand } = directory;
  const change = { before: null, after: fields, isNewPassword: true, isWithin: true, brand };
  checkUserChange(caller.user, change);
  restrictions.requireUserSlot(caller);
  const user = await create(caller.user.administrator ? {} : { giverId: caller.user.id });
  const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: 'managedUser' };
  const managed = caller.user.userLimit === 0 ? [] : [{ ...owner, propertyId: user.id }];
  await directory.links.change([...managed, ...rulesForNew(deps, caller.user, user)], []);
  return user;
}

/**
 * Accounts that were bounded by a deleted one keep its bounds, and the account above becomes responsible for them.
 * Shares go with their giver.
 */
async function passOnBelow({ directory, delegation, credentials }: Deps, user: UserEntity): Promise<void> {
  const above = delegation.giverOf(user);
  const held = delegation.effective(user);
  for (const below of delegation.givenBy(user.id)) {
    if (below.share) {
      await removeGuest({ directory, credentials }, below);
      continue;
    }
    const { giverId: _former, ...bounded } = boundedBy(below, { ...held, disabled: false }, directory.brand);
    await directory.users.update({ ...bounded, ...(above ? { giverId: above.id } : {}) });
    if (!above) continue;
    const link = { ownerKind: 'user', ownerId: above.id, propertyKind: 'managedUser', propertyId: below.id };
    await directory.links.change([link], []);
  }
}

function requireOneTimeCodes(directory: Directory): void {
  if (isOff(directory.server.attributes, 'totpEnable')) throw appError.oneTimeCodesOff();
}

const dateOf = (instant: number | undefined): string | null =>
  instant === undefined ? null : apiDate(instant);
const isManager = (user: UserEntity): boolean => user.administrator || user.userLimit !== 0;

/** Even a read-only account may store its push tokens. @source docs/reference/tracking-api.md §3.4 */
function isTokensOnly(before: UserEntity, after: Omit<UserEntity, 'passwordHash'>): boolean {
  const bare = (user: Omit<UserEntity, 'passwordHash'>): string => {
    const { notificationTokens: _t, termsAccepted: _a, ...attributes } = user.attributes;
    const { openIdSubject: _subject, giverId: _giver, share: _share, ...rest } = user;
    const fields = { ...rest, attributes, passwordHash: null };
    return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return bare(before) === bare(after);
}
