import { sign } from 'node:crypto';
import { type Clock, fail, HOUR_S, ok, type Result } from '@rastro/base';
import { type DeliveryFailure, judge, type SafeFetch } from '@rastro/outgoing';

/** The parts of a service account's key file that are needed. */
export interface ServiceAccount {
  readonly project_id: string;
  readonly client_email: string;
  readonly private_key: string;
  readonly token_uri: string;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** Renewed this long before its end. */
const MARGIN_MS = 60_000;

/** Trades a service account's signature for access tokens and keeps one as long as it is good. */
export class GoogleToken {
  readonly #account: ServiceAccount;
  readonly #fetch: SafeFetch;
  readonly #clock: Clock;
  #held: { readonly token: string; readonly until: number } | null = null;
  #asking: Promise<Result<string, DeliveryFailure>> | null = null;

  constructor(account: ServiceAccount, fetch: SafeFetch, clock: Clock) {
    this.#account = account;
    this.#fetch = fetch;
    this.#clock = clock;
  }

  get(signal: AbortSignal): Promise<Result<string, DeliveryFailure>> {
    if (this.#held && this.#held.until > this.#clock.now()) return Promise.resolve(ok(this.#held.token));
    // One question at a time, however many messages wait for the answer.
    this.#asking ??= this.#ask(signal).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
  /** A rejected token is not used again. */
  drop(token: string): void {
    if (this.#held?.token === token) this.#held = null;
  }

  /** @source docs/reference/integrations.md §2.4 "Token exchange" */
  async #ask(signal: AbortSignal): Promise<Result<string, DeliveryFailure>> {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: this.#assertion(),
    });
    const answer = await this.#fetch(
      {
        method: 'POST',
        url: new URL(this.#account.token_uri),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      },
      signal,
    );
    if (!answer.ok) return answer;
    const judged = judge(answer.value, this.#clock.now());
    if (!judged.ok) {
      const isPassing = judged.error.code === 'rate_limited' || judged.error.code === 'unavailable';
      return fail(
        isPassing
          ? judged.error
          : { code: 'unauthorized', detail: `no access token: ${judged.error.detail}` },
      );
    }
    const { access_token: token, expires_in: seconds } = JSON.parse(judged.value.body) as {
      access_token?: string;
      expires_in?: number;
    };
    if (token === undefined) return fail({ code: 'unauthorized', detail: 'no access token in the answer' });
    this.#held = { token, until: this.#clock.now() + (seconds ?? HOUR_S) * 1000 - MARGIN_MS };
    return ok(token);
  }

  #assertion(): string {
    const { client_email: iss, token_uri: aud, private_key: key } = this.#account;
    const iat = Math.floor(this.#clock.now() / 1000);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss, scope: SCOPE, aud, iat, exp: iat + HOUR_S })}`;
    return `${claims}.${sign('sha256', Buffer.from(claims), key).toString('base64url')}`;
  }
}
