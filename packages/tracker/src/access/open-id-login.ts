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
import { fail, ok, type Clock, type Result } from '@rastro/base';

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

interface Attempt {
  readonly verifier: string;
  readonly nonce: string;
  readonly until: number;
}
const ATTEMPT_MS = 600_000;
const MAX_ATTEMPTS = 10_000;

/** Signing in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export class OpenIdLogin {
  readonly options: OpenIdOptions;
  readonly #clock: Clock;
  readonly #callback: string;
  readonly #attempts = new Map<string, Attempt>();
  #configuration: Promise<Configuration> | null = null;

  /** @param publicUrl Public address, to which the provider redirects. */
  constructor(options: OpenIdOptions, publicUrl: string, clock: Clock) {
    this.options = options;
    this.#clock = clock;
    this.#callback = `${publicUrl}/api/session/openid/callback`;
  }

  /** Address to send a user to. `state` must come back with the same browser. */
  async begin(): Promise<Result<{ readonly url: URL; readonly state: string }, OpenIdFailure>> {
    const configuration = await this.#discover();
    if (!configuration) return fail('OPENID_UNAVAILABLE');
    const [verifier, nonce, state] = [randomPKCECodeVerifier(), randomNonce(), randomState()];
    this.#remember(state, { verifier, nonce, until: this.#clock.now() + ATTEMPT_MS });
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
    return ok({ url, state });
  }

  /**
   * Completes a sign-in.
   * @param search Query of the callback, with its question mark.
   * @param state State that the browser still holds from the start; another browser has none.
   */
  async finish(search: string, state: string | null): Promise<Result<OpenIdUser, OpenIdFailure>> {
    const attempt = state === null ? undefined : this.#attempts.get(state);
    if (state !== null) this.#attempts.delete(state);
    if (!attempt || state === null || attempt.until <= this.#clock.now()) return fail('OPENID_EXPIRED');
    const configuration = await this.#discover();
    if (!configuration) return fail('OPENID_UNAVAILABLE');
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#callback}${search}`), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: state,
        expectedNonce: attempt.nonce,
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

  #remember(state: string, attempt: Attempt): void {
    const now = this.#clock.now();
    for (const [known, { until }] of this.#attempts) {
      if (until > now && this.#attempts.size < MAX_ATTEMPTS) break;
      this.#attempts.delete(known);
    }
    this.#attempts.set(state, attempt);
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
