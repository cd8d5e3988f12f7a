import { host } from '@rastro/base/host';
import { Throttle, type Clock, type Limits } from '@rastro/base';
import { requireGoodPassword } from '../access/user-rules.ts';
import type { Credentials } from '../access/credentials.ts';
import { hashPassword } from '../access/passwords.ts';
import type { Statistics } from '../audit/statistics.ts';
import { emailKey, type Directory, type UserEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import { linkMail } from './link-mail.ts';
import { RESET_TEXTS } from './reset-mail.ts';
import { appError } from '../errors/app-error.ts';
import { handlers, type Call } from '../http/bind.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { brandOwnerOf, linkBaseOf, type BrandDomainAt, type BrandHeads } from '../brands/brand-heads.ts';
import type { UserMailer } from '../brands/user-mailer.ts';

interface Deps {
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly mailer: UserMailer;
  readonly statistics: Statistics;
  readonly log: IngestLog;
  /** Public address, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly brands: BrandHeads;
}
interface Reset {
  readonly email: string | null;
  readonly at: BrandDomainAt | null;
}
type Update = Pick<Call<'POST /session/password'>['body'], 'token' | 'password'>;
const LINK_LIFE_MS = 3_600_000;
/** Mails to one account are this far apart, for all callers together. */
const PAUSE_MS = 60_000;
const SHORTEST = 4;

/**
 * A forgotten password: a link by mail, good once and for an hour. A request does not reveal whether an account exists.
 * @source docs/reference/tracking-api.md §3.3; docs/reference/requirements.md SPEC §7 has both steps at
 * /session/password.
 */
export function passwordRoutes(deps: Deps) {
  const { directory, credentials, clock, limits, mailer, statistics, log, publicUrl, brands } = deps;
  const mails = new Throttle(1, PAUSE_MS, clock).sharedAs('password-mails', limits);

  const request = ({ email, at }: Reset): void => {
    if (email === null) throw appError.badInput('email: is missing');
    // A request could name any host as its own: the link goes to the operator's address, or to a domain of the user's
    // brand.
    if (!mailer.enabled || publicUrl === null) throw appError.mailOff();
    const user = directory.users.byKey(emailKey(email));
    if (!user || user.disabled || user.temporary) return;
    if (!mails.take(String(user.id))) return;
    // Not awaited: the time it takes would reveal that there is an account.
    const usual = mailer.addressFor(user) ?? publicUrl;
    void mailLink(user, linkBaseFor(deps, user, { url: usual, at })).catch((error: unknown) =>
      log.error({ err: error, userId: user.id }, 'cannot mail a link for a new password'),
    );
  };
  const mailLink = async (user: UserEntity, url: string): Promise<void> => {
    const { secret, credential } = await credentials.issue({
      purpose: 'reset',
      userId: user.id,
      lifeMs: LINK_LIFE_MS,
    });
    const reader = preferencesOf(directory, user);
    const sent = await mailer.send(
      {
        reader: user,
        to: user.email,
        content: linkMail(RESET_TEXTS[reader.language], user, {
          link: `${url}/login/recover/${secret}`,
          until: credential.expiresAt ?? clock.now() + LINK_LIFE_MS,
          reader,
        }),
      },
      host.timeout(PAUSE_MS),
    );
    if (!sent.ok) throw new Error(`Cannot mail: ${sent.error.code} ${sent.error.detail}`);
    statistics.count('mailSent');
  };
  return handlers({
    'POST /password/reset': ({ body, request: { raw } }, reply) => {
      request({ email: body.email, at: brands.domainAt(raw) });
      return reply.send();
    },
    'POST /password/update': async ({ body }, reply) => {
      await update(deps, body);
      return reply.send();
    },
    'POST /session/password': async ({ body, request: { raw } }, reply) => {
      if (body.token === null) request({ email: body.email, at: brands.domainAt(raw) });
      else await update(deps, body);
      return reply.send();
    },
  });
}

const linkBaseFor = (
  { directory, brands }: Pick<Deps, 'directory' | 'brands'>,
  user: UserEntity,
  { url, at }: { readonly url: string; readonly at: BrandDomainAt | null },
): string =>
  linkBaseOf(url, at, {
    administrator: user.administrator,
    brandOwner: brandOwnerOf(brands, directory, user),
  });

/** Sets the password that a user has chosen by a link. */
async function update(
  { directory, credentials }: Pick<Deps, 'directory' | 'credentials'>,
  { token, password: wanted }: Update,
): Promise<void> {
  const credential = credentials.find(token ?? '', ['reset']);
  const user = credential && directory.users.get(credential.userId);
  if (!user || user.disabled) throw appError.badResetToken();
  const password = wanted ?? '';
  if (password.length < SHORTEST || password.length > 1024)
    throw appError.badInput(`password: has fewer than ${SHORTEST} characters`);
  requireGoodPassword(password, user);
  // The link is used up first: of two who race with it one is too late.
  if (!(await credentials.useUp(credential))) throw appError.badResetToken();
  const passwordHash = await hashPassword(password);
  // It took a while: what else of the account has changed meanwhile stays changed.
  await directory.users.change(user.id, (stored) => ({ ...stored, passwordHash }));
  await credentials.revokeAllOf(user.id);
}
