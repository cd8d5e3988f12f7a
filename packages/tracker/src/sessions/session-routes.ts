import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { instant, pathId, word } from '../http/input.ts';
import { cookie, openSession } from './open-session.ts';
import { userView } from '../views/views.ts';

const FORM = 'application/x-www-form-urlencoded';
const DAY_MS = 86_400_000;
const TOKEN_LIFE_MS = 7 * DAY_MS;
type Form = Readonly<Record<string, unknown>>;

/** Sign in and out, tokens, log in as. @source reference/tracking-api.md §3.2 */
export function sessionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { authenticator, credentials } = context;

  app.get('/session', async (request, reply) => {
    const token = word(request.query as Form, 'token');
    if (token === null) {
      const caller = authenticator.fromCookie(request.headers);
      if (!caller) throw refuse.noSession();
      return userView(caller.user);
    }
    const caller = authenticator.fromToken(token);
    if (!caller) throw refuse.wrongLogin();
    await openSession(context, request, reply, caller.user, { parent: caller.credential });
    return userView(caller.user);
  });

  app.post('/session', async (request, reply) => {
    // Forms only: the gateway counts wrong passwords by the account that it reads from the form.
    if (!request.headers['content-type']?.startsWith(FORM)) throw refuse.formOnly();
    if (context.openId?.options.force) throw refuse.passwordsOff();
    const form = (request.body ?? {}) as Form;
    const user = await authenticator.withPassword(word(form, 'email') ?? '', word(form, 'password') ?? '');
    if (!user) throw refuse.wrongLogin();
    if (user.disabled) throw refuse.accountDisabled();
    if (authenticator.isExpired(user)) throw refuse.accountExpired();
    if (user.totpKey) {
      const code = word(form, 'code');
      if (code === null) throw refuse.codeNeeded();
      if (!context.oneTimeCodes.take(user, code.trim())) throw refuse.wrongCode();
    }
    await openSession(context, request, reply, user, {});
    return userView(user);
  });

  app.delete('/session', async (request, reply) => {
    const caller = callerOf(request);
    if (caller.credential?.purpose === 'session') await credentials.revoke(caller.credential);
    return reply
      .header('set-cookie', cookie('', context, 'Max-Age=0'))
      .code(204)
      .send();
  });

  app.get('/session/:id', async (request, reply) => {
    const caller = callerOf(request);
    const user = context.restrictions.user(caller, pathId(request.params));
    if (!authenticator.isActive(user)) throw refuse.accountDisabled();
    const former = caller.credential;
    // Whoever acts stays known, however many accounts he goes through.
    const actorId = former?.actorId ?? (user.id === caller.user.id ? null : caller.user.id);
    await openSession(context, request, reply, user, { actorId, parent: former?.parentHash ? former : null });
    if (former?.purpose === 'session' && !former.parentHash) await credentials.revoke(former);
    return userView(user);
  });

  app.post('/session/token', async (request, reply) => {
    const caller = callerOf(request);
    const end = instant((request.body ?? {}) as Form, 'expiration');
    const lifeMs = end === null ? TOKEN_LIFE_MS : end - context.clock.now();
    if (lifeMs <= 0) throw refuse.badInput('expiration: is in the past');
    const { user, credential } = caller;
    // A token makes no token that outlives it; a session signed in by password may.
    const parent = credential?.purpose === 'session' && !credential.parentHash ? null : credential;
    const actorId = credential?.actorId ?? null;
    const issued = await credentials.issue({ purpose: 'login', userId: user.id, lifeMs, parent, actorId });
    return reply.type('text/plain').send(issued.secret);
  });

  app.post('/session/token/revoke', async (request, reply) => {
    const caller = callerOf(request);
    const token = word((request.body ?? {}) as Form, 'token');
    const credential = token ? credentials.find(token, ['login', 'share']) : null;
    // Only one's own: in the reference anybody signed in may revoke any token that he has seen.
    if (!credential || credential.userId !== caller.user.id)
      throw refuse.badInput('token: is not a live token');
    await credentials.revoke(credential);
    return reply.code(204).send();
  });
}
