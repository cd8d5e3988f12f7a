import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { User } from '@rastro/fleet';
import { basicLogin, SESSION_COOKIE } from '@rastro/tracker';
import type { LoginAttempts } from './login-attempts.ts';
import type { TrackingServer } from './tracking-server.ts';

/** Result of identifying a caller: an account, nobody, or a client that has to wait before its password is checked. */
export type Identity = { readonly user: User | null } | { readonly waitSeconds: number };

/**
 * Identifies the caller, once, for every route. A session, a token and a password that was right a moment ago cost
 * nothing and never wait; any other password is counted before it is checked.
 */
export class Authenticator {
  readonly #tracking: TrackingServer;
  readonly #loginAttempts: LoginAttempts;
  /** The same header sent many times at once is one password. */
  readonly #inFlight = new Map<string, Promise<Identity>>();

  readonly #ofRequest = new WeakMap<FastifyRequest, Promise<Identity>>();

  constructor(tracking: TrackingServer, loginAttempts: LoginAttempts) {
    this.#tracking = tracking;
    this.#loginAttempts = loginAttempts;
  }

  /** The same for a request, however often it is asked: one password is one guess. */
  identifyOnce(request: FastifyRequest): Promise<Identity> {
    const asked = this.#ofRequest.get(request) ?? this.identify(request.headers, request.ip);
    this.#ofRequest.set(request, asked);
    return asked;
  }

  async identify(headers: IncomingHttpHeaders, address: string): Promise<Identity> {
    const { authorization } = headers;
    const user = await this.#tracking.known(headers);
    if (user || authorization === undefined) return { user };
    const login = basicLogin(authorization);
    if (!login) return { user: null };
    const key = createHash('sha256').update(`${address} ${authorization}`).digest('base64');
    const asked = this.#inFlight.get(key) ?? this.#signIn(headers, login.name, address);
    this.#inFlight.set(key, asked);
    try {
      return await asked;
    } finally {
      this.#inFlight.delete(key);
    }
  }

  /** Checks the password of a signed-in user. Counts as a login attempt. @returns seconds = the user has to wait. */
  async confirms(user: User, password: string, address: string): Promise<boolean | number> {
    const attempt = await this.#loginAttempts.begin(this.#tracking.accountKey(user.email), address);
    if (typeof attempt === 'number') return attempt;
    return settled(attempt, () => this.#tracking.hasPassword(user, password, address));
  }

  async #signIn(headers: IncomingHttpHeaders, name: string, address: string): Promise<Identity> {
    const attempt = await this.#loginAttempts.begin(this.#tracking.accountKey(name), address);
    if (typeof attempt === 'number') return { waitSeconds: attempt };
    let user: User | null = null;
    await settled(attempt, async () => (user = await this.#tracking.signIn(headers, address)) !== null);
    return { user };
  }
}

async function settled(
  attempt: { readonly right: () => void; readonly wrong: () => void; readonly unknown: () => void },
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const was = await isRight();
    if (was) attempt.right();
    else attempt.wrong();
    return was;
  } catch (error) {
    attempt.unknown();
    throw error;
  }
}

/**
 * Removes credentials that opened nothing, and the session cookie with them: the server behind must not know a caller
 * whom the gateway does not know.
 */
export function dropCredentials(headers: IncomingHttpHeaders): void {
  delete headers.authorization;
  const others = (headers.cookie ?? '')
    .split(';')
    .filter((part) => !part.trim().startsWith(`${SESSION_COOKIE}=`));
  if (others.join('').trim() === '') delete headers.cookie;
  else headers.cookie = others.join(';').trim();
}
