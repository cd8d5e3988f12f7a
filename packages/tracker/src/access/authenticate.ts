import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { randomToken, type Clock } from '@rastro/base';
import type { CredentialPurpose, StoredCredential } from '@rastro/storage';
import { emailKey, type Directory, type UserEntity } from '../directory/directory.ts';
import type { Caller } from './caller.ts';
import type { Credentials } from './credentials.ts';
import type { Delegation } from './delegation.ts';
import { hashPassword, isWeakHash, passwordMatches } from './passwords.ts';

export const SESSION_COOKIE = 'JSESSIONID';
/** Milliseconds for which a verified password in a header is not verified again. */
const VERIFIED_MS = 300_000;
const LENT_CHARACTERS = 43;
const BEARER_PURPOSES: readonly CredentialPurpose[] = ['login', 'share'];

/** Finds out who makes a request. Answers null for anybody it cannot vouch for. */
export class Authenticator {
  readonly #directory: Directory;
  readonly #credentials: Credentials;
  readonly #delegation: Delegation;
  readonly #clock: Clock;
  /** Authorization headers whose password was just checked: argon2 on every request would be a weapon. */
  readonly #verified = new Map<string, { readonly passwordHash: string; readonly until: number }>();

  readonly #idByLogin = new Map<string, number>();
  readonly #takesPasswords: boolean;
  /** Lent within this process, never sent outside. */
  readonly #lent = new Map<string, number>();
  readonly #lentTo = new Map<number, string>();

  /** @param takesPasswords False = everybody signs in elsewhere. */
  constructor(
    deps: {
      readonly directory: Directory;
      readonly credentials: Credentials;
      readonly delegation: Delegation;
      readonly clock: Clock;
    },
    takesPasswords = true,
  ) {
    this.#takesPasswords = takesPasswords;
    this.#directory = deps.directory;
    this.#credentials = deps.credentials;
    this.#delegation = deps.delegation;
    this.#clock = deps.clock;
    for (const user of deps.directory.users.inOrder()) this.#follow(null, user);
    deps.directory.users.watch(({ before, after }) => this.#follow(before, after));
  }

  /** An `Authorization` header counts alone; else the session cookie, from its own origin only. */
  async callerOf(headers: IncomingHttpHeaders): Promise<Caller | null> {
    return this.known(headers) ?? this.#withHeaderPassword(headers.authorization);
  }

  /** Caller of a session, a token, or a password that was right a moment ago: found without hashing. */
  known(headers: IncomingHttpHeaders): Caller | null {
    const { authorization } = headers;
    if (authorization === undefined) return this.fromCookie(headers);
    const [scheme = '', value = ''] = authorization.split(' ', 2);
    if (scheme.toLowerCase() === 'bearer') return this.fromToken(value);
    const login = this.#takesPasswords ? basicLogin(authorization) : null;
    const user = login && this.named(login.name);
    const verified = this.#verified.get(hashOf(authorization));
    const isKnown = user && verified && verified.until > this.#clock.now();
    return isKnown && verified.passwordHash === user.passwordHash ? this.#callerFor(user) : null;
  }

  fromCookie(headers: IncomingHttpHeaders): Caller | null {
    const secret = cookieValue(headers.cookie, SESSION_COOKIE);
    const credential = secret ? this.#credentials.find(secret, ['session']) : null;
    if (!credential || !originFits(credential, headers)) return null;
    return this.#callerWith(credential);
  }

  /** A token of this process for what it does in the name of an account; it ends with the process or the account. */
  lend(userId: number): string {
    const known = this.#lentTo.get(userId);
    if (known !== undefined) return known;
    const token = randomToken(LENT_CHARACTERS);
    this.#lent.set(token, userId);
    this.#lentTo.set(userId, token);
    return token;
  }

  fromToken(token: string): Caller | null {
    const lentBy = this.#directory.users.get(this.#lent.get(token) ?? 0);
    if (lentBy)
      return this.isActive(lentBy) ? { user: this.#delegation.effective(lentBy), credential: null } : null;
    const credential = this.#credentials.find(token, BEARER_PURPOSES);
    return credential ? this.#callerWith(credential) : null;
  }

  /**
   * Account of a credential, with its current rights; null when the account is not active, or when the user who signed
   * in as it is not active or no longer may.
   */
  accountOf({ userId, actorId }: StoredCredential): UserEntity | null {
    const user = this.#directory.users.get(userId);
    if (!user || !this.isActive(user)) return null;
    const actor = actorId === null ? user : this.#directory.users.get(actorId);
    if (!actor || !this.isActive(actor) || !this.mayImpersonate(actor, user)) return null;
    return this.#delegation.effective(user);
  }

  /** A user may act as another only without gaining anything by it. */
  mayImpersonate(actor: UserEntity, user: UserEntity): boolean {
    if (actor.id === user.id || actor.administrator) return true;
    return this.#delegation.managesAtAnyDepth(actor.id, user.id) && this.#delegation.holdsAllOf(actor, user);
  }

  async withPassword(name: string, password: string): Promise<UserEntity | null> {
    const user = this.named(name);
    const matches = await passwordMatches(password, user?.passwordHash ?? null);
    if (!user || !matches) return null;
    if (!isWeakHash(user.passwordHash)) return user;
    const passwordHash = await hashPassword(password);
    // Somebody may have set another password meanwhile.
    const written = await this.#directory.users.change(user.id, (stored) =>
      stored.passwordHash === user.passwordHash ? { ...stored, passwordHash } : null,
    );
    return written ? { ...user, passwordHash } : user;
  }

  /** The account of an e-mail or a user name, with its current rights. */
  named(name: string): UserEntity | undefined {
    const key = emailKey(name);
    // Both are looked up whatever the first finds: the time it takes must not reveal which names exist.
    const byLogin = this.#directory.users.get(this.#idByLogin.get(key) ?? 0);
    const user = this.#directory.users.byKey(key) ?? byLogin;
    return user && this.#delegation.effective(user);
  }

  /** Disabled and expired accounts are nobody. */
  isActive(user: UserEntity): boolean {
    return !this.#delegation.effective(user).disabled && !this.isExpired(user);
  }
  isExpired(user: UserEntity): boolean {
    const { expirationTime } = this.#delegation.effective(user);
    return expirationTime !== null && Date.parse(expirationTime) <= this.#clock.now();
  }

  #callerWith(credential: StoredCredential): Caller | null {
    const user = this.accountOf(credential);
    return user ? { user, credential } : null;
  }

  async #withHeaderPassword(header: string | undefined): Promise<Caller | null> {
    const login = header !== undefined && this.#takesPasswords ? basicLogin(header) : null;
    if (header === undefined || login === null) return null;
    const user = await this.withPassword(login.name, login.password);
    if (!user?.passwordHash) return null;
    if (this.#verified.size >= 1000) this.#verified.clear();
    const until = this.#clock.now() + VERIFIED_MS;
    this.#verified.set(hashOf(header), { passwordHash: user.passwordHash, until });
    return this.#callerFor(user);
  }

  /** A password alone is not enough for a user with an authenticator, and the header has no space for its code. */
  #callerFor(user: UserEntity): Caller | null {
    return !user.totpKey && this.isActive(user) ? { user, credential: null } : null;
  }

  #follow(before: UserEntity | null, after: UserEntity | null): void {
    const former = before?.login ? emailKey(before.login) : null;
    if (former !== null && this.#idByLogin.get(former) === before?.id) this.#idByLogin.delete(former);
    if (after?.login) this.#idByLogin.set(emailKey(after.login), after.id);
  }
}

/** Name and password in an `Authorization: Basic` header; null = another kind of header. */
export function basicLogin(header: string): { readonly name: string; readonly password: string } | null {
  const [scheme = '', value = ''] = header.split(' ', 2);
  if (scheme.toLowerCase() !== 'basic') return null;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Secrets are remembered as hashes. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64');

export function cookieValue(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

/** @source docs/reference/tracking-api.md §1.2 "Origin check". */
function originFits(credential: StoredCredential, headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin;
  if (origin === undefined) return true;
  if (credential.origin !== null) return credential.origin === origin;
  const host = headers.host?.split(':')[0]?.toLowerCase();
  return URL.canParse(origin) && new URL(origin).hostname.toLowerCase() === host;
}
