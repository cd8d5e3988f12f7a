import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../access/passwords.ts';
import { emailKey, type UserEntity } from '../directory/directory.ts';
import { resetMail } from '../outgoing/reset-mail.ts';
import { refuse } from '../http/api-error.ts';
import type { ApiContext } from '../api/context.ts';
import { word } from '../http/input.ts';

type Form = Readonly<Record<string, unknown>>;
const LINK_LIFE_MS = 3_600_000;
/** Mails to one account are this far apart, whoever asks. */
const PAUSE_MS = 60_000;
const SHORTEST = 4;

/**
 * A forgotten password: a link by mail, good once and for an hour. Asking tells nobody whether an account exists.
 * @source reference/tracking-api.md §3.3; SPEC §7 has both steps at /session/password.
 */
export function passwordRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, credentials, clock, mailer, publicUrl } = context;
  const lastMail = new Map<number, number>();

  const request = (form: Form): void => {
    const email = word(form, 'email');
    if (email === null) throw refuse.badInput('email: is missing');
    // The link goes to the address that the operator has set: a request could name any host as its own.
    if (!mailer.enabled || publicUrl === null) throw refuse.mailOff();
    const user = directory.users.byKey(emailKey(email));
    if (!user || user.disabled || user.temporary) return;
    if (clock.now() - (lastMail.get(user.id) ?? -PAUSE_MS) < PAUSE_MS) return;
    lastMail.set(user.id, clock.now());
    // Not awaited: how long it takes would tell that there is an account.
    void mailLink(user, publicUrl).catch((error: unknown) =>
      context.log.error({ err: error, userId: user.id }, 'cannot mail a link for a new password'),
    );
  };
  const mailLink = async (user: UserEntity, url: string): Promise<void> => {
    const { secret } = await credentials.issue({ purpose: 'reset', userId: user.id, lifeMs: LINK_LIFE_MS });
    const sent = await mailer.send(
      { to: user.email, ...resetMail(user, directory.server, `${url}/login/recover/${secret}`) },
      AbortSignal.timeout(PAUSE_MS),
    );
    if (!sent.ok) throw new Error(`Cannot mail: ${sent.error.code} ${sent.error.detail}`);
    context.statistics.count('mailSent');
  };
  const update = async (form: Form): Promise<void> => {
    const credential = credentials.find(word(form, 'token') ?? '', ['reset']);
    const user = credential && directory.users.get(credential.userId);
    if (!user || user.disabled) throw refuse.badResetToken();
    const password = word(form, 'password') ?? '';
    if (password.length < SHORTEST || password.length > 1024)
      throw refuse.badInput(`password: has fewer than ${SHORTEST} characters`);
    // The link is used up first: of two who race with it one is too late.
    await credentials.revoke(credential);
    await directory.users.update({ ...user, passwordHash: await hashPassword(password) });
    await credentials.revokeAllOf(user.id);
  };

  app.post('/password/reset', async (call, reply) => {
    request((call.body ?? {}) as Form);
    return reply.send();
  });
  app.post('/password/update', async (call, reply) => {
    await update((call.body ?? {}) as Form);
    return reply.send();
  });
  app.post('/session/password', async (call, reply) => {
    const form = (call.body ?? {}) as Form;
    if (word(form, 'token') === null) request(form);
    else await update(form);
    return reply.send();
  });
}
