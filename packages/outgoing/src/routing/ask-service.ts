import { host } from '@rastro/base/host';
import { fail, type Result } from '@rastro/base';
import type { ServiceFailure } from '@rastro/fleet/routing';
import type { OutgoingRequest, SafeFetch } from '../safe-fetch.ts';

/** A failing service is left alone for this time. */
const REST_MS = 30_000;

/**
 * Asks a service of routes: within a deadline, once more when it gives no usable answer, and not at all for half a minute
 * after it failed.
 */
export class RoutingService {
  readonly #fetch: SafeFetch;
  readonly #now: () => number;
  #restUntil = 0;
  #failure: ServiceFailure = 'unreachable';

  constructor(fetch: SafeFetch, now: () => number) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /**
   * @param read Of a status and a JSON answer; null = it is none that can be read.
   * @param limit Of the deadline.
   * @param cancel Of whoever asks: that they leave says nothing about the service.
   */
  async ask<T>(
    request: OutgoingRequest,
    read: (status: number, answer: unknown) => Result<T, ServiceFailure> | null,
    limit: AbortSignal,
    cancel?: AbortSignal,
  ): Promise<Result<T, ServiceFailure>> {
    const signal = cancel ? AbortSignal.any([limit, cancel]) : limit;
    if (this.#now() < this.#restUntil) return fail(this.#failure);
    let answer = await this.#once(request, read, signal);
    if (!answer.ok && answer.error === 'unreachable' && !signal.aborted)
      answer = await this.#once(request, read, signal);
    if (cancel?.aborted === true) return answer;
    if (!answer.ok && answer.error !== 'noRoute' && answer.error !== 'tooLarge') {
      this.#failure = answer.error;
      this.#restUntil = this.#now() + REST_MS;
    }
    return answer;
  }

  async #once<T>(
    request: OutgoingRequest,
    read: (status: number, answer: unknown) => Result<T, ServiceFailure> | null,
    signal: AbortSignal,
  ): Promise<Result<T, ServiceFailure>> {
    const headers = { accept: 'application/json', 'user-agent': 'Rastro', ...request.headers };
    const answer = await this.#fetch({ ...request, headers }, signal);
    if (signal.aborted) return fail('slow');
    if (!answer.ok) return fail(answer.error.code === 'invalid_target' ? 'refused' : 'unreachable');
    const { status, body } = answer.value;
    if (status === 413 || status === 414) return fail('tooLarge');
    if (status === 401 || status === 403 || status === 429) return fail('refused');
    if (status >= 500) return fail('unreachable');
    const parsed = parse(body);
    const found = parsed === undefined ? null : read(status, parsed);
    if (found !== null) return found;
    return fail(status === 200 ? 'unreachable' : 'refused');
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

export const deadline = (ms: number): AbortSignal => host.timeout(ms);
