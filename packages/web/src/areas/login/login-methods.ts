import type { ServerSettings } from '@rastro/fleet';

/** Address where sign-in at the company's own provider begins: a page, not a call. */
export const OPENID_LOGIN = '/api/session/openid/auth';

/** Options of this server for a user without a session. */
export interface LoginMethods {
  readonly password: boolean;
  readonly company: boolean;
  /** A link for a new password can be mailed. */
  readonly recovery: boolean;
  readonly registration: boolean;
}

/** With the company's account only, there is no password to recover or choose. */
export function loginMethods(server: ServerSettings): LoginMethods {
  const password = !(server.openIdEnabled && server.openIdForce);
  return {
    password,
    company: server.openIdEnabled,
    recovery: password && server.emailEnabled,
    registration: password && server.registration && !server.newServer,
  };
}

/** The code that the way back from the provider brings; null = nothing to say. */
export function openIdError(openid: string | null): string | null {
  return openid === null || openid === '' || openid === 'success' ? null : openid;
}
