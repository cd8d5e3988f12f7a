import type { ErrorCode } from '@rastro/fleet/api';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { z } from 'zod';
import { fail, ok, type Clock, type Result } from '@rastro/base';
import { seal, unseal } from './sealed.ts';

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Passwords do not open this server any more. */
  readonly force: boolean;
  /** Unknown users get an account. */
  readonly allowRegistration: boolean;
  readonly groupsClaim: string;
  /** Members are administrators, others are not; null = the provider has no say. */
  readonly adminGroup: string | null;
  /** Only members come in; null = everybody. */
  readonly allowGroup: string | null;
}

/** User whom the provider vouches for. */
export interface OpenIdUser {
  /** Issuer and subject: identify the user, whatever the e-mail. */
  readonly subject: string;
  /** Null when the provider has not verified it. */
  readonly email: string | null;
  readonly name: string;
  /** Null when the provider has no say. */
  readonly administrator: boolean | null;
}
export type OpenIdFailure = Extract<
  ErrorCode,
  'OPENID_EXPIRED' | 'OPENID_REFUSED' | 'OPENID_GROUP' | 'OPENID_UNAVAILABLE'
>;

/** A sign-in under way. The browser carries it, sealed: whichever node it comes back to can finish it. */
const attempt = z.object({
  verifier: z.string(),
  nonce: z.string(),
  state: z.string(),
  until: z.number(),
});
const ATTEMPT_MS = 600_000;
const MAX_USED = 10_000;

/** Signing in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export class OpenIdLogin {
  readonly options: OpenIdOptions;
  readonly #clock: Clock;
  readonly #callback: string;
  readonly #key: string;
  /** States that came back here, and until when they were good. Elsewhere the provider refuses to answer twice. */
  readonly #used = new Map<string, number>();
  #configuration: Promise<Configuration> | null = null;

  constructor(
    options: OpenIdOptions,
    deps: {
      /** Public address, to which the provider redirects. */
      readonly publicUrl: string;
      /** Key of all nodes, by `newSealKey`. */
      readonly key: string;
      readonly clock: Clock;
    },
  ) {
    this.options = options;
    this.#clock = deps.clock;
    this.#key = deps.key;
    this.#callback = `${deps.publicUrl}/api/session/openid/callback`;
  }

  /** Address to send a user to. `ticket` must come back with the same browser. */
  async begin(): Promise<Result<{ readonly url: URL; readonly ticket: string }, OpenIdFailure>> {
    const configuration = await this.#discover();
    if (!configuration) return fail('OPENID_UNAVAILABLE');
    const [verifier, nonce, state] = [randomPKCECodeVerifier(), randomNonce(), randomState()];
    const under = { verifier, nonce, state, until: this.#clock.now() + ATTEMPT_MS };
    const { adminGroup, allowGroup, groupsClaim } = this.options;
    const groups = adminGroup !== null || allowGroup !== null ? [groupsClaim] : [];
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback,
      scope: ['openid', 'email', 'profile', ...groups].join(' '),
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return ok({ url, ticket: seal(this.#key, JSON.stringify(under)) });
  }

  /**
   * Completes a sign-in.
   * @param search Query of the callback, with its question mark.
   * @param ticket Ticket that the browser still holds from the start; another browser has none.
   */
  async finish(search: string, ticket: string | null): Promise<Result<OpenIdUser, OpenIdFailure>> {
    const text = ticket === null ? null : unseal(this.#key, ticket);
    if (text === null) return fail('OPENID_EXPIRED');
    const { verifier, nonce, state, until } = attempt.parse(JSON.parse(text));
    if (until <= this.#clock.now() || this.#used.has(state)) return fail('OPENID_EXPIRED');
    this.#use(state, until);
    const configuration = await this.#discover();
    if (!configuration) return fail('OPENID_UNAVAILABLE');
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#callback}${search}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const subject = tokens.claims()?.sub ?? '';
      const userInfo = await fetchUserInfo(configuration, tokens.access_token, subject);
      return this.#admit(userInfo);
    } catch {
      return fail('OPENID_REFUSED');
    }
  }

  #admit(userInfo: Readonly<Record<string, unknown>>): Result<OpenIdUser, OpenIdFailure> {
    const { groupsClaim, allowGroup, adminGroup, issuer } = this.options;
    const claimed = userInfo[groupsClaim];
    const groups: readonly unknown[] = Array.isArray(claimed) ? claimed : [];
    if (allowGroup !== null && !groups.includes(allowGroup)) return fail('OPENID_GROUP');
    const textOf = (name: string): string =>
      (typeof userInfo[name] === 'string' ? userInfo[name] : '').trim();
    const isVerified = userInfo['email_verified'] === true && textOf('email') !== '';
    return ok({
      subject: `${issuer} ${textOf('sub')}`,
      email: isVerified ? textOf('email') : null,
      name: textOf('name') || textOf('preferred_username') || textOf('email'),
      administrator: adminGroup === null ? null : groups.includes(adminGroup),
    });
  }

  #use(state: string, until: number): void {
    const now = this.#clock.now();
    for (const [used, end] of this.#used) {
      if (end > now && this.#used.size < MAX_USED) break;
      this.#used.delete(used);
    }
    this.#used.set(state, until);
  }

  /** Metadata of the provider, requested once; a failure is forgotten. */
  async #discover(): Promise<Configuration | null> {
    const { issuer, clientId, clientSecret } = this.options;
    // Settings allow plain http on this machine only.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    // Signatures are checked although the token came straight from the provider: a proxy may stand between.
    const execute = [enableNonRepudiationChecks, ...insecure];
    this.#configuration ??= discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
    try {
      return await this.#configuration;
    } catch {
      this.#configuration = null;
      return null;
    }
  }
}
