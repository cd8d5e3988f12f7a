import { DAY_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import { FIELD_LIMITS } from '@rastro/fleet';
import type { Authenticator } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import type { Delegation } from '../access/delegation.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { OpenIdLogin } from '../access/open-id-login.ts';
import type { RecoveryCodes } from '../access/recovery-codes.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { codeNeeded } from '../http/api-error.ts';
import { handlers, type Call } from '../http/bind.ts';
import { serializeUser } from '../serializers/serializers.ts';
import { cookie, openedFrom, openSession, type SessionDeps } from './open-session.ts';

interface Deps extends SessionDeps {
  readonly authenticator: Authenticator;
  readonly restrictions: Restrictions;
  readonly oneTimeCodes: OneTimeCodes;
  readonly recoveryCodes: RecoveryCodes;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly delegation: Delegation;
}
const FORM = 'application/x-www-form-urlencoded';
const TOKEN_LIFE_MS = 7 * DAY_MS;

/** Sign in and out, log in as. @source docs/reference/tracking-api.md §3.2 */
export function sessionRoutes(deps: Deps) {
  const { authenticator, credentials, restrictions } = deps;

  return handlers({
    'GET /session': async ({ query, request }, reply) => {
      if (query.token === null) {
        const caller = authenticator.fromCookie(request.headers);
        if (!caller) throw appError.noSession();
        return serializeUser(caller.user);
      }
      const caller = authenticator.fromToken(query.token);
      if (!caller) throw appError.wrongLogin();
      if (caller.credential) credentials.used(caller.credential);
      await openSession(deps, { request, reply, user: caller.user, parent: caller.credential });
      return serializeUser(caller.user);
    },

    'POST /session': async ({ body, request }, reply) => {
      // Forms only: the gateway counts wrong passwords by the account that it reads from the form.
      if (!request.headers['content-type']?.startsWith(FORM)) throw appError.formOnly();
      const user = await userSigningIn(deps, body);
      await openSession(deps, { request, reply, user });
      return serializeUser(user);
    },

    'DELETE /session': async ({ caller }, reply) => {
      if (caller.credential?.purpose === 'session') await credentials.revoke(caller.credential);
      return reply
        .header('set-cookie', cookie('', deps, 'Max-Age=0'))
        .code(204)
        .send();
    },

    'GET /session/:id': async ({ caller, params, request }, reply) => {
      const user = restrictions.user(caller, params.id);
      if (!authenticator.isActive(user)) throw appError.accountDisabled();
      if (!authenticator.mayImpersonate(caller.user, user)) throw appError.administratorOnly();
      const former = caller.credential;
      // The acting user stays known, however many accounts they go through.
      const actorId = former?.actorId ?? (user.id === caller.user.id ? null : caller.user.id);
      // A signed-in session is replaced by the new one. A token, or a session opened by a token, becomes its parent.
      const isOwn = former?.purpose === 'session' && !former.parentHash;
      const from = isOwn ? { instead: former } : { parent: former };
      await openSession(deps, { request, reply, user, actorId, ...from });
      if (isOwn) await credentials.revoke(former);
      return serializeUser(user);
    },

    'GET /session/actor': ({ caller }, reply) => {
      const actor = actorOf(deps, caller);
      return actor === null ? reply.code(204).send() : { id: actor.id, name: actor.name };
    },

    'POST /session/back': async ({ caller, request }, reply) => {
      const actor = actorOf(deps, caller);
      const former = caller.credential;
      if (actor === null || former === null || !authenticator.isActive(actor))
        throw appError.badInput('session: is nobody else’s');
      await openSession(deps, { request, reply, user: actor, instead: former });
      await credentials.revoke(former);
      return serializeUser(actor);
    },
  });
}

/**
 * User who acts as another in a session, and may go back. A session opened by a token does not lead back: its maker may
 * have handed the token on.
 */
function actorOf({ directory, delegation }: Deps, { user, credential }: Caller): UserEntity | null {
  if (credential?.purpose !== 'session' || credential.parentHash !== null) return null;
  const { actorId } = credential;
  const actor = actorId === null || actorId === user.id ? undefined : directory.users.get(actorId);
  return actor === undefined ? null : delegation.effective(actor);
}

/** Login tokens. @source docs/reference/tracking-api.md §3.2 */
export const tokenRoutes = ({
  credentials,
  restrictions,
  clock,
}: Pick<Deps, 'credentials' | 'restrictions' | 'clock'>) =>
  handlers({
    'POST /session/token': async ({ caller, body, request }, reply) => {
      const lifeMs = body.expiration === null ? TOKEN_LIFE_MS : body.expiration - clock.now();
      if (lifeMs <= 0) throw appError.badInput('expiration: is in the past');
      const { credential } = caller;
      const user = body.userId === null ? caller.user : tokenOwner(restrictions, caller, body.userId);
      // A token makes no token that outlives it; a session signed in by password may.
      const parent = credential?.purpose === 'session' && !credential.parentHash ? null : credential;
      // It ends with the user who made it for another.
      const actorId = user.id === caller.user.id ? (credential?.actorId ?? null) : caller.user.id;
      const issued = await credentials.issue({
        purpose: 'login',
        userId: user.id,
        lifeMs,
        parent,
        actorId,
        name: body.name?.trim().slice(0, FIELD_LIMITS.token.name) || null,
        from: openedFrom(request),
      });
      return reply.type('text/plain').send(issued.secret);
    },

    'POST /session/token/revoke': async ({ caller, body }) => {
      const credential = body.token ? credentials.find(body.token, ['login', 'share']) : null;
      // Only one's own: in the reference any user may revoke any token they have seen.
      if (!credential || credential.userId !== caller.user.id)
        throw appError.badInput('token: is not a live token');
      await credentials.revoke(credential);
    },
  });

/** An administrator makes tokens for those who are none: nobody becomes another administrator by a token. */
function tokenOwner(restrictions: Restrictions, caller: Caller, userId: number): UserEntity {
  if (userId === caller.user.id) return caller.user;
  if (!caller.user.administrator) throw appError.administratorOnly();
  const user = restrictions.user(caller, userId);
  if (user.administrator || user.temporary) throw appError.badInput('userId: is an administrator or a guest');
  return user;
}

/** The account that a login form opens. @throws AppError */
async function userSigningIn(
  { authenticator, oneTimeCodes, recoveryCodes, openId }: Deps,
  { email, password, code }: Call<'POST /session'>['body'],
): Promise<UserEntity> {
  if (openId?.options.force) throw appError.passwordsOff();
  const user = await authenticator.withPassword(email ?? '', password ?? '');
  if (!user) throw appError.wrongLogin();
  if (user.disabled) throw appError.accountDisabled();
  if (authenticator.isExpired(user)) throw appError.accountExpired();
  if (user.totpKey) {
    if (code === null) throw codeNeeded();
    const isRight = (await oneTimeCodes.take(user, code.trim())) || (await recoveryCodes.take(user, code));
    if (!isRight) throw appError.wrongCode();
  }
  return user;
}
