import type { ErrorCode } from '@rastro/fleet/api';
import { cookieValue } from '../access/authenticate.ts';
import type { Authenticator } from '../access/authenticate.ts';
import type { OpenIdFailure, OpenIdLogin, OpenIdUser } from '../access/open-id-login.ts';
import { PLAIN_ACCOUNT } from '../access/plain-account.ts';
import { emailKey, type Directory, type UserEntity } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import { openSession, type SessionDeps } from './open-session.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';

const COOKIE = 'OPENIDSTATE';
const COOKIE_PATH = '/api/session/openid';

interface Deps extends SessionDeps {
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  /** Public address, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
}

/** Signing in at the company's own provider. @source docs/reference/tracking-api.md §3.2 */
export function openIdRoutes(deps: Deps) {
  const { openId, publicUrl } = deps;
  const keyedMutex = new KeyedMutex();
  const backToLogin = (code: string): string => `${publicUrl ?? ''}/login?openid=${code}`;

  return handlers({
    'GET /session/openid/auth': async (_call, reply) => {
      if (!openId) throw appError.openIdOff();
      const begun = await openId.begin();
      if (!begun.ok) return reply.redirect(backToLogin(begun.error), 303);
      // Ties the return to this browser: a link from somewhere else signs nobody in.
      return reply
        .header('set-cookie', stateCookie(begun.value.ticket, deps, 'Max-Age=600'))
        .redirect(begun.value.url.href, 303);
    },

    'GET /session/openid/callback': async ({ request }, reply) => {
      if (!openId) throw appError.openIdOff();
      const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
      const openIdUser = await openId.finish(search, cookieValue(request.headers.cookie, COOKIE));
      reply.header('set-cookie', stateCookie('', deps, 'Max-Age=0'));
      if (!openIdUser.ok) return reply.redirect(backToLogin(openIdUser.error), 303);
      const user = await keyedMutex.run('openId', () => accountOf(deps, openIdUser.value));
      if (typeof user === 'string') return reply.redirect(backToLogin(user), 303);
      await openSession(deps, { request, reply, user });
      return reply.redirect(`${publicUrl ?? ''}/?openid=success`, 303);
    },
  });
}

type LoginError =
  | OpenIdFailure
  | Extract<ErrorCode, 'OPENID_EMAIL' | 'OPENID_UNKNOWN' | 'ACCOUNT_IS_DISABLED' | 'ACCOUNT_IS_EXPIRED'>;

/** The account of a user, found by subject, then by verified e-mail; made when that is allowed. */
async function accountOf(deps: Deps, openIdUser: OpenIdUser): Promise<UserEntity | LoginError> {
  const { directory, openId, authenticator } = deps;
  const linked = Iterator.from(directory.users.inOrder()).find(
    (user) => user.openIdSubject === openIdUser.subject,
  );
  if (!linked && openIdUser.email === null) return 'OPENID_EMAIL';
  const known = linked ?? directory.users.byKey(emailKey(openIdUser.email ?? ''));
  const role = openIdUser.administrator === null ? {} : { administrator: openIdUser.administrator };
  if (!known) {
    const isOpen = openId?.options.allowRegistration || directory.server.registration;
    // The very first account is made with the code of the console, never by the first visitor.
    if (!isOpen || directory.users.size === 0) return 'OPENID_UNKNOWN';
    return directory.users.create({ ...NEW_ACCOUNT, ...role, ...accountFields(openIdUser) });
  }
  if (known.disabled) return 'ACCOUNT_IS_DISABLED';
  if (authenticator.isExpired(known)) return 'ACCOUNT_IS_EXPIRED';
  // Another identity with the same address is another user.
  if (known.openIdSubject && known.openIdSubject !== openIdUser.subject) return 'OPENID_EMAIL';
  return directory.users.update({ ...known, ...role, openIdSubject: openIdUser.subject });
}

const accountFields = ({ name, email, subject }: OpenIdUser) => ({
  name: name.slice(0, 128) || (email ?? ''),
  email: email ?? '',
  openIdSubject: subject,
});

const stateCookie = (state: string, { secureCookies }: Deps, life: string): string =>
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
  // The provider's address is fixed: a user who could change it could take another user's account.
  fixedEmail: true,
};
