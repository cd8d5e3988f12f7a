import { fail, ok, type Result } from '@rastro/base';
import type { AnswerOf, PathParams, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
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

type Form = Readonly<Record<string, string | number | undefined>>;

/** A call given by its place alone; its caller knows the rest. */
export interface PlacedCall {
  readonly method: string;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly json?: unknown;
  readonly form?: Form | undefined;
  /** Sent unchanged, under its own type. */
  readonly bytes?: Blob | undefined;
  readonly kind?: CallKind | undefined;
}
/** Routes by their keys, as in `fleet/api`. Types only: the table itself is not in the browser. */
type Table = Readonly<Record<string, object>>;
type WhenAny<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: never }
  : Partial<T> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };
/** Input of a route, by its entry. */
export type Sent<K extends string, R> = WhenAny<'params', PathParams<K>> &
  WhenAny<'query', SentQueryOf<R>> &
  (R extends { readonly form: unknown }
    ? { readonly form: SentBodyOf<R> & Form }
    : Pick<PlacedCall, 'json' | 'bytes'>) &
  Pick<PlacedCall, 'kind'>;
type LooseSent = Omit<PlacedCall, 'method' | 'path'> & { readonly params?: object | undefined };

/** An answer before it is read as JSON or text. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One HTTP client: base path, time-out, credentials, errors as values. @typeParam R The routes that it can call. */
export class Caller<R extends Table> {
  readonly #options: CallerOptions;
  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /**
   * Sends a call.
   * @returns the answer when its status is below 400, else the failure.
   * @throws the signal's reason when `signal` aborts.
   */
  send<K extends keyof R & string>(
    key: K,
    sent: Sent<K, R[K]>,
    signal: AbortSignal,
  ): Promise<Answer<RawAnswer>> {
    return this.#send(placed(key, sent), signal);
  }
  /** Sends a call whose answer is JSON; an empty answer is null. */
  json<K extends keyof R & string>(
    key: K,
    sent: Sent<K, R[K]>,
    signal: AbortSignal,
  ): Promise<Answer<AnswerOf<R[K]>>> {
    return this.jsonAt(placed(key, sent), signal);
  }
  /** The same, where the key is known only when it runs. */
  async jsonAt<T>(call: PlacedCall, signal: AbortSignal): Promise<Answer<T>> {
    const answer = await this.#send(call, signal);
    return answer.ok ? readJson<T>(answer.value, call.kind ?? 'other') : answer;
  }
  /** Sends a call whose answer is a bare text. @source docs/reference/tracking-api.md §1.5 */
  async text<K extends keyof R & string>(
    key: K,
    sent: Sent<K, R[K]>,
    signal: AbortSignal,
  ): Promise<Answer<string>> {
    const answer = await this.#send(placed(key, sent), signal);
    return answer.ok ? ok(answer.value.text) : answer;
  }
  /**
   * Sends a call with a long answer: its bytes are passed on as they come, and nothing is stored.
   * @param take May throw; then nothing more is read.
   */
  bytes<K extends keyof R & string>(
    key: K,
    { take, ...sent }: Sent<K, R[K]> & { readonly take: (piece: Uint8Array) => void },
    signal: AbortSignal,
  ): Promise<Answer<null>> {
    return this.bytesAt(placed(key, sent), async (piece) => take(piece), signal);
  }
  /** The same, where the key is known only when it runs, and the next piece waits until one is taken. */
  bytesAt(
    call: PlacedCall,
    take: (piece: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Answer<null>> {
    return this.#fetch(call, signal, async (response) => {
      // An iterator of a stream is not in every browser that we serve.
      const reader = response.body?.getReader();
      try {
        for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read())
          await take(read.value);
      } finally {
        await reader?.cancel();
      }
      return null;
    });
  }
  /** The whole of such an answer, as a file. */
  blob<K extends keyof R & string>(key: K, sent: Sent<K, R[K]>, signal: AbortSignal): Promise<Answer<Blob>> {
    return this.blobAt(placed(key, sent), signal);
  }
  /** The same, where the key is known only when it runs. */
  async blobAt(call: PlacedCall, signal: AbortSignal): Promise<Answer<Blob>> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const answer = await this.bytesAt(call, async (piece) => void pieces.push(new Uint8Array(piece)), signal);
    return answer.ok ? ok(new Blob(pieces)) : answer;
  }
  /** Sends a call whose answer has no content. */
  done<K extends keyof R & string>(key: K, sent: Sent<K, R[K]>, signal: AbortSignal): Promise<Answer<null>> {
    return this.doneAt(placed(key, sent), signal);
  }
  /** The same, where the key is known only when it runs. */
  async doneAt(call: PlacedCall, signal: AbortSignal): Promise<Answer<null>> {
    const answer = await this.#send(call, signal);
    return answer.ok ? ok(null) : answer;
  }

  #send(call: PlacedCall, signal: AbortSignal): Promise<Answer<RawAnswer>> {
    return this.#fetch(call, signal, async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
  }

  async #fetch<T>(
    call: PlacedCall,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<Answer<T>> {
    for (;;) {
      const answer = await this.#fetchOnce(call, signal, read);
      if (answer.ok || answer.error.code !== 'HISTORY_NOT_READY') return answer;
      // The server goes on reading while its reader comes again.
      await new Promise((resolve) => setTimeout(resolve, COME_AGAIN_MS));
      signal.throwIfAborted();
    }
  }

  async #fetchOnce<T>(
    call: PlacedCall,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<Answer<T>> {
    const { fetch, basePath, timeoutMs } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${basePath}${call.path}${queryText(call.query)}`, {
        ...this.#init(call),
        signal: AbortSignal.any([signal, timeout]),
      });
      if (response.status < 400) return ok(await read(response));
      const authenticate = response.headers.get('www-authenticate');
      return fail(
        failureOf(response.status, await response.text(), { kind: call.kind ?? 'other', authenticate }),
      );
    } catch (error) {
      signal.throwIfAborted();
      return fail(connectionFailure(error instanceof Error ? error.message : String(error)));
    }
  }

  #init({ method, json, form, bytes }: PlacedCall): RequestInit {
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

/** Before a history that is being read is asked for again. */
const COME_AGAIN_MS = 1000;

/** Method and path of a key, with its parameters filled in. */
function placed(key: string, { params, ...sent }: LooseSent): PlacedCall {
  const [method = '', path = ''] = key.split(' ', 2);
  const names: Readonly<Record<string, unknown>> = { ...params };
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(names[name])));
  return { ...sent, method, path: filled };
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

/** `?a=1&id=2&id=3`, or nothing. Lists are repeated, never comma-separated (docs/reference/tracking-api.md §1.7). */
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

function formText(form: Form): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    if (value !== undefined) search.append(name, String(value));
  return search.toString();
}
