import type { FastifyInstance } from 'fastify';
import { userBody, type UserBody } from '@rastro/fleet/schemas';
import { newOneTimeKey } from '../access/one-time-codes.ts';
import { hashPassword } from '../access/passwords.ts';
import { checkSelfRegistration, checkUserChange } from '../access/user-rules.ts';
import type { Caller } from '../access/caller.ts';
import type { UserEntity } from '../directory/directory.ts';
import { refuse } from '../http/api-error.ts';
import { callerIfAny, callerOf } from '../http/caller-of.ts';
import { conflictAs } from '../http/conflict.ts';
import type { ApiContext } from '../api/context.ts';
import { integer, pathId, readBody } from '../http/input.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import { Turns } from '../http/turns.ts';
import { userView } from '../views/views.ts';

type Query = Readonly<Record<string, unknown>>;

/** @source reference/tracking-api.md §3.4 */
export function userRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, restrictions, credentials } = context;
  const turns = new Turns();

  app.get('/users', (request, reply) => {
    const users = visibleUsers(context, callerOf(request), request.query as Query);
    return sendArray(reply, listed(users, request.query as Query, ['name', 'email']), userView);
  });
  app.get('/users/:id', (request) => userView(restrictions.user(callerOf(request), pathId(request.params))));
  app.post('/users', async (request) => {
    const body = readBody(userBody, request.body);
    const caller = callerIfAny(request);
    // Nobody signed in has no limit to watch, and the first administrator is made by an atomic insert.
    if (!caller) return userView(await createUser(context, null, body));
    return userView(await turns.take(caller.user.id, () => createUser(context, caller, body)));
  });

  app.post('/users/totp', async (_request, reply) => {
    requireOneTimeCodes(context);
    return reply.type('text/plain').send(newOneTimeKey());
  });

  app.put('/users/:id', async (request) => {
    const caller = callerOf(request);
    const { password, setupCode: _code, totpKey, ...rest } = readBody(userBody, request.body);
    const before = restrictions.user(caller, rest.id);
    const fields = { ...rest, totpKey: totpKey === undefined ? (before.totpKey ?? null) : totpKey };
    if (fields.totpKey && fields.totpKey !== before.totpKey) requireOneTimeCodes(context);
    if (!isTokensOnly(before, fields)) restrictions.requireWrite(caller);
    checkUserChange(caller.user, before, fields);
    const passwordHash = password === null ? before.passwordHash : await hashPassword(password);
    const user = await conflictAs('e-mail', () =>
      directory.users.update({ ...before, ...fields, passwordHash }),
    );
    // A new password ends what was opened with the old one; so does losing the right to be here.
    const except = caller.user.id === user.id ? (caller.credential ?? undefined) : undefined;
    if (password !== null || user.disabled) await credentials.revokeAllOf(user.id, except);
    return userView(user);
  });

  app.delete('/users/:id', async (request, reply) => {
    const caller = callerOf(request);
    const user = restrictions.user(caller, pathId(request.params));
    restrictions.requireWrite(caller);
    // SPEC §5: nobody deletes himself or an administrator above him.
    if (user.id === caller.user.id) throw refuse.badInput('id: nobody can delete his own account');
    if (user.administrator && !caller.user.administrator) throw refuse.administratorOnly();
    await credentials.revokeAllOf(user.id);
    await directory.users.remove(user.id);
    return reply.code(204).send();
  });
}

function* visibleUsers(context: ApiContext, caller: Caller, query: Query): Generator<UserEntity> {
  const { directory, restrictions } = context;
  const ofUser = integer(query, 'userId');
  const ofDevice = integer(query, 'deviceId');
  if (ofUser !== null) restrictions.user(caller, ofUser);
  if (ofDevice !== null) {
    if (!caller.user.administrator && caller.user.userLimit === 0) throw refuse.managerOnly();
    restrictions.device(caller, ofDevice);
  }
  const everybody = caller.user.administrator && ofUser === null;
  const managed = directory.links.of('user', ofUser ?? caller.user.id, 'managedUser');
  const owners = ofDevice === null ? null : directory.links.ownersOf('device', ofDevice, 'user');
  for (const user of directory.users.inOrder()) {
    if ((everybody || managed.has(user.id)) && (owners === null || owners.has(user.id))) yield user;
  }
}

async function createUser(context: ApiContext, caller: Caller | null, body: UserBody): Promise<UserEntity> {
  const { directory, firstAdministrator, restrictions } = context;
  const { password, setupCode, id: _id, totpKey = null, ...rest } = body;
  const fields = { ...rest, totpKey };
  if (totpKey) requireOneTimeCodes(context);
  if (password === null) throw refuse.badInput('password: is missing');
  if (!caller && firstAdministrator.isAwaited) {
    if (!firstAdministrator.codeMatches(setupCode)) throw refuse.setupCode();
    const first = await directory.users.createFirst({
      ...fields,
      administrator: true,
      deviceLimit: -1,
      userLimit: -1,
      passwordHash: await hashPassword(password),
    });
    if (!first) throw refuse.alreadySetUp();
    return first;
  }
  const create = async (limits: Partial<UserEntity>): Promise<UserEntity> => {
    const wanted = { ...fields, ...limits, passwordHash: await hashPassword(password) };
    return conflictAs('e-mail', () => directory.users.create(wanted));
  };
  if (!caller || !isManager(caller.user)) {
    if (!directory.server.registration) throw refuse.registrationDisabled();
    checkSelfRegistration(fields);
    if (isTrueAttribute(context, 'totpForce') && !totpKey) throw refuse.oneTimeKeyNeeded();
    return create({ deviceLimit: -1 });
  }
  checkUserChange(caller.user, null, fields);
  restrictions.requireUserSlot(caller);
  const user = await create({});
  const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: 'managedUser' };
  if (caller.user.userLimit !== 0) await directory.links.change([{ ...owner, propertyId: user.id }], []);
  return user;
}

const isTrueAttribute = ({ directory }: ApiContext, name: string): boolean =>
  [true, 'true'].includes(directory.server.attributes[name] as boolean);

function requireOneTimeCodes(context: ApiContext): void {
  if (!isTrueAttribute(context, 'totpEnable')) throw refuse.oneTimeCodesOff();
}

const isManager = (user: UserEntity): boolean => user.administrator || user.userLimit !== 0;

/** Even a read-only account may store its push tokens. @source reference/tracking-api.md §3.4 */
function isTokensOnly(before: UserEntity, after: Omit<UserEntity, 'passwordHash'>): boolean {
  const bare = (user: Omit<UserEntity, 'passwordHash'>): string => {
    const { notificationTokens: _t, termsAccepted: _a, ...attributes } = user.attributes;
    const { openIdSubject: _subject, ...rest } = user;
    const fields = { ...rest, attributes, passwordHash: null };
    return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return bare(before) === bare(after);
}
