import type { User } from '@rastro/fleet';
import type { Answer, Caller } from './caller.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Six digits of the authenticator, when the server asked for them. */
  readonly code?: string;
  /** Takes the one trust unlock of a suspended account (PRODUCT §9). */
  readonly trust?: boolean;
}

/** @source reference/tracking-api.md §3.2 */
export interface SessionCalls {
  /** The user of the cookie session; 404 without one. */
  read(signal: AbortSignal): Promise<Answer<User>>;
  signIn(credentials: Credentials, signal: AbortSignal): Promise<Answer<User>>;
  signInWithToken(token: string, signal: AbortSignal): Promise<Answer<User>>;
  signOut(signal: AbortSignal): Promise<Answer<null>>;
  /** A login token that `revokeToken` ends. Without `expiration` the server chooses. */
  createToken(expiration: Date | null, signal: AbortSignal): Promise<Answer<string>>;
  revokeToken(token: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Asks for a link by mail; the answer does not tell whether the account exists. */
  requestPassword(email: string, requestedFrom: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Sets a new password with the token of such a link, good once. */
  resetPassword(token: string, password: string, signal: AbortSignal): Promise<Answer<null>>;
}

const PATH = '/session';

export function sessionCalls(caller: Caller): SessionCalls {
  return {
    read: (signal) => caller.json<User>({ method: 'GET', path: PATH, kind: 'login' }, signal),
    signIn: ({ email, password, code, trust }, signal) =>
      caller.json<User>(
        {
          method: 'POST',
          path: PATH,
          form: { email, password, code, trust: trust === true ? 'true' : undefined },
          kind: 'login',
        },
        signal,
      ),
    signInWithToken: (token, signal) =>
      caller.json<User>({ method: 'GET', path: PATH, query: { token }, kind: 'login' }, signal),
    signOut: (signal) => caller.done({ method: 'DELETE', path: PATH }, signal),
    createToken: (expiration, signal) =>
      caller.text(
        { method: 'POST', path: `${PATH}/token`, form: { expiration: expiration?.toISOString() } },
        signal,
      ),
    revokeToken: (token, signal) =>
      caller.done({ method: 'POST', path: `${PATH}/token/revoke`, form: { token } }, signal),
    requestPassword: (email, requestedFrom, signal) =>
      caller.done(
        { method: 'POST', path: `${PATH}/password`, form: { email, requested_from: requestedFrom } },
        signal,
      ),
    resetPassword: (token, password, signal) =>
      caller.done({ method: 'POST', path: `${PATH}/password`, form: { token, password } }, signal),
  };
}
