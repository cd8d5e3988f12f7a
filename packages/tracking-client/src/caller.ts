import { fail, ok, type Result } from '@rastro/base';
import {
  connectionFailure,
  failureOf,
  unreadableFailure,
  type ApiFailure,
  type CallKind,
} from './failure.ts';

export type Answer<T> = Result<T, ApiFailure>;

export interface CallerOptions {
  /** Never touches the network in tests and inside our own server. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Without a trailing slash, e.g. `/api` or `https://tracking.example/api`. */
  readonly basePath: string;
  /** Whole call, answer included. */
  readonly timeoutMs: number;
  /** Sent with every call, e.g. an authorization of our own server. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | undefined>>;
  /** Sent as it is, under its own type. */
  readonly bytes?: Blob;
  readonly kind?: CallKind;
}

/** What arrived, before it is read as JSON or text. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One HTTP client: base path, time-out, credentials, errors as values. */
export class Caller {
  readonly #options: CallerOptions;
  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /**
   * Sends a call.
   * @returns the answer when its status is below 400, else the failure.
   * @throws the signal's reason when `signal` aborts.
   */
  async send(call: Call, signal: AbortSignal): Promise<Answer<RawAnswer>> {
    const { fetch, basePath, timeoutMs } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${basePath}${call.path}${queryText(call.query)}`, {
        ...this.#init(call),
        signal: AbortSignal.any([signal, timeout]),
      });
      const text = await response.text();
      if (response.status < 400) return ok({ status: response.status, headers: response.headers, text });
      const authenticate = response.headers.get('www-authenticate');
      return fail(failureOf(response.status, text, { kind: call.kind ?? 'other', authenticate }));
    } catch (error) {
      signal.throwIfAborted();
      return fail(connectionFailure(error instanceof Error ? error.message : String(error)));
    }
  }

  /** Sends a call whose answer is JSON; an empty answer is null. */
  async json<T>(call: Call, signal: AbortSignal): Promise<Answer<T>> {
    const answer = await this.send(call, signal);
    return answer.ok ? readJson<T>(answer.value, call.kind ?? 'other') : answer;
  }

  /** Sends a call whose answer is a bare text. @source reference/tracking-api.md §1.5 */
  async text(call: Call, signal: AbortSignal): Promise<Answer<string>> {
    const answer = await this.send(call, signal);
    return answer.ok ? ok(answer.value.text) : answer;
  }

  /** Sends a call whose answer has no content. */
  async done(call: Call, signal: AbortSignal): Promise<Answer<null>> {
    const answer = await this.send(call, signal);
    return answer.ok ? ok(null) : answer;
  }

  #init({ method, json, form, bytes }: Call): RequestInit {
    const headers: Record<string, string> = { accept: 'application/json', ...this.#options.headers };
    const init: RequestInit = { method, headers, credentials: 'include' };
    if (form !== undefined) {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      return { ...init, body: formText(form) };
    }
    if (bytes !== undefined) {
      headers['content-type'] = bytes.type;
      return { ...init, body: bytes };
    }
    if (json === undefined) return init;
    headers['content-type'] = 'application/json';
    return { ...init, body: JSON.stringify(json) };
  }
}

/** Reads an answer as JSON. */
export function readJson<T>(answer: RawAnswer, kind: CallKind): Answer<T> {
  if (answer.text === '') return ok(null as T);
  try {
    return ok(JSON.parse(answer.text) as T);
  } catch (error) {
    return fail(unreadableFailure(answer.status, kind, (error as Error).message));
  }
}

/** `?a=1&id=2&id=3`, or nothing. Lists are repeated, never comma-separated (tracking-api.md §1.7). */
export function queryText(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function formText(form: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) search.append(name, value);
  return search.toString();
}
