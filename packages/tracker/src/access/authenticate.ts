import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@rastro/base';
import type { CredentialPurpose, StoredCredential } from '@rastro/storage';
import { emailKey, type Directory, type UserEntity } from '../directory/directory.ts';
import type { Caller } from './caller.ts';
import type { Credentials } from './credentials.ts';
import type { Delegation } from './delegation.ts';
import { passwordMatches } from './passwords.ts';

export const SESSION_COOKIE = 'JSESSIONID';
const BEARER_PURPOSES: readonly CredentialPurpose[] = ['login', 'share'];

/** Finds out who makes a request. Answers null for anybody it cannot vouch for. */
export class Authenticator {
  readonly #directory: Directory;
  readonly #credentials: Credentials;
  readonly #delegation: Delegation;
  readonly #clock: Clock;
  /** Authorization headers whose password was just checked: argon2 on every request would be a weapon. */
  readonly #verified = new Map<string, { readonly passwordHash: string; readonly until: number }>();

  readonly #takesPasswords: boolean;

  /** @param takesPasswords False = everybody signs in elsewhere. */
  constructor(
    room: {
      readonly directory: Directory;
      readonly credentials: Credentials;
      readonly delegation: Delegation;
      readonly clock: Clock;
    },
    takesPasswords = true,
  ) {
    this.#takesPasswords = takesPasswords;
    this.#directory = room.directory;
    this.#credentials = room.credentials;
    this.#delegation = room.delegation;
    this.#clock = room.clock;
  }

  /** An `Authorization` header counts alone; else the session cookie, from its own origin only. */
  async callerOf(headers: IncomingHttpHeaders): Promise<Caller | null> {
    if (headers.authorization !== undefined) return this.#fromHeader(headers.authorization);
    return this.fromCookie(headers);
  }

  fromCookie(headers: IncomingHttpHeaders): Caller | null {
    const secret = cookieValue(headers.cookie, SESSION_COOKIE);
    const credential = secret ? this.#credentials.find(secret, ['session']) : null;
    if (!credential || !originFits(credential, headers)) return null;
    return this.#callerWith(credential);
  }

  fromToken(token: string): Caller | null {
    const credential = this.#credentials.find(token, BEARER_PURPOSES);
    return credential ? this.#callerWith(credential) : null;
  }

  /**
   * Whom a credential speaks for, with what he holds now; null when that account is not active, or whoever signed in
   * as it is not, or might not do so any more.
   */
  accountOf({ userId, actorId }: StoredCredential): UserEntity | null {
    const user = this.#directory.users.get(userId);
    if (!user || !this.isActive(user)) return null;
    const actor = actorId === null ? user : this.#directory.users.get(actorId);
    if (!actor || !this.isActive(actor) || !this.mayActAs(actor, user)) return null;
    return this.#delegation.effective(user);
  }

  /** Whoever acts as somebody else gains nothing by it. */
  mayActAs(actor: UserEntity, user: UserEntity): boolean {
    if (actor.id === user.id || actor.administrator) return true;
    return this.#delegation.managesAtAnyDepth(actor.id, user.id) && this.#delegation.holdsAllOf(actor, user);
  }

  async withPassword(name: string, password: string): Promise<UserEntity | null> {
    const user = this.#userNamed(name);
    const matches = await passwordMatches(password, user?.passwordHash ?? null);
    return user && matches ? user : null;
  }

  /** Disabled and expired accounts are nobody. */
  isActive(user: UserEntity): boolean {
    return !this.#delegation.effective(user).disabled && !this.isExpired(user);
  }
  isExpired(user: UserEntity): boolean {
    const { expirationTime } = this.#delegation.effective(user);
    return expirationTime !== null && Date.parse(expirationTime) <= this.#clock.now();
  }

  #userNamed(name: string): UserEntity | undefined {
    const user = this.#storedUserNamed(name);
    return user && this.#delegation.effective(user);
  }
  #storedUserNamed(name: string): UserEntity | undefined {
    const key = emailKey(name);
    const byEmail = this.#directory.users.byKey(key);
    if (byEmail) return byEmail;
    for (const user of this.#directory.users.inOrder()) if (user.login?.toLowerCase() === key) return user;
    return undefined;
  }

  #callerWith(credential: StoredCredential): Caller | null {
    const user = this.accountOf(credential);
    return user ? { user, credential } : null;
  }

  async #fromHeader(header: string): Promise<Caller | null> {
    const [scheme = '', value = ''] = header.split(' ', 2);
    if (scheme.toLowerCase() === 'bearer') return this.fromToken(value);
    if (scheme.toLowerCase() !== 'basic' || !this.#takesPasswords) return null;
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) return null;
    const user = await this.#basicUser(header, text.slice(0, colon), text.slice(colon + 1));
    // A password alone is not enough for who has an authenticator, and the header has no room for its code.
    return user && !user.totpKey && this.isActive(user) ? { user, credential: null } : null;
  }

  async #basicUser(header: string, name: string, password: string): Promise<UserEntity | null> {
    const known = this.#verified.get(header);
    const named = this.#userNamed(name);
    if (known && named && known.until > this.#clock.now() && known.passwordHash === named.passwordHash) {
      return named;
    }
    this.#verified.delete(header);
    const user = await this.withPassword(name, password);
    if (user?.passwordHash) {
      if (this.#verified.size >= 1000) this.#verified.clear();
      const until = this.#clock.now() + 300_000;
      this.#verified.set(header, { passwordHash: user.passwordHash, until });
    }
    return user;
  }
}

export function cookieValue(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

/** @source reference/tracking-api.md §1.2 "Origin check". */
function originFits(credential: StoredCredential, headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin;
  if (origin === undefined) return true;
  if (credential.origin !== null) return credential.origin === origin;
  const host = headers.host?.split(':')[0]?.toLowerCase();
  return URL.canParse(origin) && new URL(origin).hostname.toLowerCase() === host;
}
