import { fail, ok } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { readJson, type Answer } from './caller.ts';
import { failureOf } from './failure.ts';
import type { TrackingCaller } from './tracking-caller.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Six digits of the authenticator, when the server asked for them. */
  readonly code?: string;
  /** Takes the one trust unlock of a suspended account (docs/reference/requirements.md PRODUCT §9). */
  readonly trust?: boolean;
}

/** User who acts as another user. */
export interface Impersonator {
  readonly id: number;
  readonly name: string;
}

/** @source docs/reference/tracking-api.md §3.2 */
export interface SessionCalls {
  /** The user of the cookie session; 404 without one, also where the server answers without an error. */
  read(signal: AbortSignal): Promise<Answer<User>>;
  signIn(credentials: Credentials, signal: AbortSignal): Promise<Answer<User>>;
  signInWithToken(token: string, signal: AbortSignal): Promise<Answer<User>>;
  signOut(signal: AbortSignal): Promise<Answer<null>>;
  /** Continues as a user below the caller; `goBack` returns. */
  impersonate(userId: number, signal: AbortSignal): Promise<Answer<User>>;
  goBack(signal: AbortSignal): Promise<Answer<User>>;
  /** The impersonating user; null = the user is signed in directly, or the server does not report it. */
  impersonator(signal: AbortSignal): Promise<Answer<Impersonator | null>>;
  /** A login token that `revokeToken` ends. Without `expiration` the server chooses; `userId`: for a customer, by an administrator. */
  createToken(
    token: { readonly expiration: Date | null; readonly name: string; readonly userId?: number },
    signal: AbortSignal,
  ): Promise<Answer<string>>;
  revokeToken(token: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Asks for a link by mail; the answer does not reveal whether the account exists. */
  requestPassword(email: string, requestedFrom: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Sets a new password with the token of such a link, good once. */
  resetPassword(token: string, password: string, signal: AbortSignal): Promise<Answer<null>>;
}

export function sessionCalls(caller: TrackingCaller): SessionCalls {
  return {
    read: async (signal) => {
      const answer = await caller.send('GET /session', { query: { quiet: 'true' }, kind: 'login' }, signal);
      if (!answer.ok) return answer;
      if (answer.value.status === 204) return fail(failureOf(404, '', { kind: 'login', authenticate: null }));
      return readJson<User>(answer.value, 'login');
    },
    signIn: ({ email, password, code, trust }, signal) => {
      const form = { email, password, code, trust: trust === true ? 'true' : undefined };
      return caller.json('POST /session', { form, kind: 'login' }, signal);
    },
    signInWithToken: (token, signal) =>
      caller.json('GET /session', { query: { token }, kind: 'login' }, signal),
    signOut: (signal) => caller.done('DELETE /session', {}, signal),
    impersonate: (id, signal) => caller.json('GET /session/:id', { params: { id } }, signal),
    goBack: (signal) => caller.json('POST /session/back', {}, signal),
    impersonator: async (signal) => {
      const answer = await caller.send('GET /session/actor', {}, signal);
      if (!answer.ok) return answer;
      return answer.value.status === 204 ? ok(null) : readJson<Impersonator>(answer.value, 'other');
    },
    createToken: ({ expiration, ...token }, signal) =>
      caller.text(
        'POST /session/token',
        { form: { ...token, expiration: expiration?.toISOString() } },
        signal,
      ),
    revokeToken: (token, signal) => caller.done('POST /session/token/revoke', { form: { token } }, signal),
    requestPassword: (email, requestedFrom, signal) =>
      caller.done('POST /session/password', { form: { email, requested_from: requestedFrom } }, signal),
    resetPassword: (token, password, signal) =>
      caller.done('POST /session/password', { form: { token, password } }, signal),
  };
}
