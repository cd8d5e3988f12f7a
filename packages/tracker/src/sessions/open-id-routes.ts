import type { ErrorCode } from '@rastro/fleet/api';
import { cookieValue } from '../access/authenticate.ts';
import type { Authenticator } from '../access/authenticate.ts';
import type { OpenIdFailure, OpenIdLogin, OpenIdPerson } from '../access/open-id-login.ts';
import { PLAIN_ACCOUNT } from '../access/plain-account.ts';
import { emailKey, type Directory, type UserEntity } from '../directory/directory.ts';
import { refuse } from '../refusals/refusal.ts';
import { handlers } from '../http/bind.ts';
import { openSession, type SessionNeeds } from './open-session.ts';
import { Turns } from '../http/turns.ts';

const COOKIE = 'OPENIDSTATE';
const COOKIE_PATH = '/api/session/openid';

interface Needs extends SessionNeeds {
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  /** Address that people use, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
}

/** Signing in at the company's own provider. @source reference/tracking-api.md §3.2 */
export function openIdRoutes(needs: Needs) {
  const { openId, publicUrl } = needs;
  const turns = new Turns();
  const backToLogin = (code: string): string => `${publicUrl ?? ''}/login?openid=${code}`;

  return handlers({
    'GET /session/openid/auth': async (_call, reply) => {
      if (!openId) throw refuse.openIdOff();
      const begun = await openId.begin();
      if (!begun.ok) return reply.redirect(backToLogin(begun.error), 303);
      // Ties the way back to this browser: a link that somebody sends signs nobody in.
      return reply
        .header('set-cookie', stateCookie(begun.value.state, needs, 'Max-Age=600'))
        .redirect(begun.value.url.href, 303);
    },

    'GET /session/openid/callback': async ({ request }, reply) => {
      if (!openId) throw refuse.openIdOff();
      const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
      const person = await openId.finish(search, cookieValue(request.headers.cookie, COOKIE));
      reply.header('set-cookie', stateCookie('', needs, 'Max-Age=0'));
      if (!person.ok) return reply.redirect(backToLogin(person.error), 303);
      const user = await turns.take('people', () => accountOf(needs, person.value));
      if (typeof user === 'string') return reply.redirect(backToLogin(user), 303);
      await openSession(needs, { request, reply, user });
      return reply.redirect(`${publicUrl ?? ''}/?openid=success`, 303);
    },
  });
}

type Refused =
  | OpenIdFailure
  | Extract<ErrorCode, 'OPENID_EMAIL' | 'OPENID_UNKNOWN' | 'ACCOUNT_IS_DISABLED' | 'ACCOUNT_IS_EXPIRED'>;

/** The account of a person, found by who it is, then by verified e-mail; made when that is allowed. */
async function accountOf(needs: Needs, person: OpenIdPerson): Promise<UserEntity | Refused> {
  const { directory, openId, authenticator } = needs;
  const linked = Iterator.from(directory.users.inOrder()).find(
    (user) => user.openIdSubject === person.subject,
  );
  if (!linked && person.email === null) return 'OPENID_EMAIL';
  const known = linked ?? directory.users.byKey(emailKey(person.email ?? ''));
  const role = person.administrator === null ? {} : { administrator: person.administrator };
  if (!known) {
    const isOpen = openId?.options.allowRegistration || directory.server.registration;
    // The very first account is made with the code of the console, never by whoever comes first.
    if (!isOpen || directory.users.size === 0) return 'OPENID_UNKNOWN';
    return directory.users.create({ ...NEW_ACCOUNT, ...role, ...accountFields(person) });
  }
  if (known.disabled) return 'ACCOUNT_IS_DISABLED';
  if (authenticator.isExpired(known)) return 'ACCOUNT_IS_EXPIRED';
  // Another identity with the same address is another person.
  if (known.openIdSubject && known.openIdSubject !== person.subject) return 'OPENID_EMAIL';
  return directory.users.update({ ...known, ...role, openIdSubject: person.subject });
}

const accountFields = ({ name, email, subject }: OpenIdPerson) => ({
  name: name.slice(0, 128) || (email ?? ''),
  email: email ?? '',
  openIdSubject: subject,
});

const stateCookie = (state: string, { secureCookies }: Needs, life: string): string =>
  [
    `${COOKIE}=${state}`,
    `Path=${COOKIE_PATH}`,
    'HttpOnly',
    'SameSite=Lax',
    life,
    ...(secureCookies ? ['Secure'] : []),
  ].join('; ');

const NEW_ACCOUNT = {
  ...PLAIN_ACCOUNT,
  deviceLimit: -1,
  // The provider's word stands: who could write another address could take that person's account.
  fixedEmail: true,
};
