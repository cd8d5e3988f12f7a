import { host } from '@rastro/base/host';
import { fail, ok, type Clock } from '@rastro/base';
import { unavailable, type DeliveryFailure, type OutgoingAnswer, type SafeFetch } from '@rastro/outgoing';
import { z } from 'zod';
import type { Outcome } from '../payment-provider.ts';

export interface AsaasOptions {
  /** With its version: `https://api.asaas.com/v3`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: SafeFetch;
  readonly clock: Clock;
}
export interface AsaasCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}
export type CallAsaas = (call: AsaasCall, signal: AbortSignal) => Promise<Outcome<unknown>>;

const MAX_ATTEMPTS = 3;
const PAUSE_MS = 500;
/** Requests that have to wait longer are retried in another run. */
const LONGEST_PAUSE_MS = 20_000;
const LONGEST_DETAIL = 300;
const errors = z.object({
  errors: z.array(z.object({ code: z.string().default(''), description: z.string().default('') })),
});

/**
 * Calls the provider. Waits for rate limits and retries failures where that can do no harm: a POST without an answer
 * may have been done, and its caller looks for the result.
 * @source docs/reference/integrations.md §1.2, §1.3, §1.9
 */
export function asaasClient({ baseUrl, apiKey, fetch, clock }: AsaasOptions): CallAsaas {
  const once = async (call: AsaasCall, signal: AbortSignal): Promise<Outcome<unknown>> => {
    const url = new URL(baseUrl + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const { method, body } = call;
    const headers = { access_token: apiKey, 'user-agent': 'Rastro', accept: 'application/json' };
    // A GET with a body, or its length, is rejected before it arrives.
    const answer = await fetch(
      body === undefined
        ? { method, url, headers }
        : {
            method,
            url,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
      signal,
    );
    return answer.ok ? judgeAnswer(answer.value, apiKey) : answer;
  };
  return async (call, signal) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await once(call, signal);
      if (outcome.ok || attempt >= MAX_ATTEMPTS || !isWorthAnotherTry(call, outcome.error)) return outcome;
      const asked = 'afterMs' in outcome.error ? (outcome.error.afterMs ?? 0) : 0;
      const pause = Math.max(asked, PAUSE_MS * 2 ** attempt) * (1 + host.random() / 4);
      if (pause > LONGEST_PAUSE_MS || signal.aborted) return outcome;
      await clock.sleep(pause, signal).catch(() => {}); // Stopping: the next try says so.
    }
  };
}

const isWorthAnotherTry = ({ method }: AsaasCall, { code }: DeliveryFailure): boolean =>
  code === 'rate_limited' || (code === 'unavailable' && method !== 'POST');

function judgeAnswer({ status, headers, body }: OutgoingAnswer, apiKey: string): Outcome<unknown> {
  const json = readJson(body);
  if (status === 204) return ok(null);
  if (status >= 200 && status < 300)
    return json === undefined ? fail(unavailable('answered what cannot be read')) : ok(json);
  const detail = errorText(status, json, apiKey);
  if (status === 401 || status === 403) return fail({ code: 'unauthorized', detail });
  if (status === 404) return fail({ code: 'invalid_target', detail });
  const seconds = Number(headers['ratelimit-reset'] ?? headers['retry-after'] ?? Number.NaN);
  const afterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
  if (status === 429) return fail({ code: 'rate_limited', detail, afterMs });
  if (status >= 500 || status === 408) return fail({ code: 'unavailable', detail, afterMs });
  return fail({ code: 'invalid_request', detail });
}

/** In the provider's own words, for those who have to act. Never with the key. */
function errorText(status: number, json: unknown, apiKey: string): string {
  const read = errors.safeParse(json);
  const texts = read.success
    ? read.data.errors.map(({ code, description }) => `${code}: ${description}`)
    : [];
  return [`answered ${status}`, ...texts].join(' - ').replaceAll(apiKey, '…').slice(0, LONGEST_DETAIL);
}

/** Undefined = it is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // E.g. the page of a proxy on the way.
  }
}
