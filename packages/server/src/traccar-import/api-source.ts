import { Agent, type Dispatcher } from 'undici';
import { isLinkedKind, LINKED_KINDS } from '@rastro/fleet';
import type { DocumentKind, StoredLink } from '@rastro/storage';
import type { Period } from '../replica/traccar-reader.ts';
import { UnreadableAnswerError } from '../replica/unreadable-answer.ts';
import { readHistoryAnswer } from './history-answer.ts';
import type { HistoryAnswer, HistoryKind, Source, SourceRow } from './source.ts';

/** A long query of a large database takes its time before the first row. */
const TIMEOUT_MS = 300_000;
const HISTORY_PATHS = { positions: '/api/positions', events: '/api/reports/events' } as const;
const PATHS: Readonly<Record<string, string>> = {
  user: '/api/users',
  group: '/api/groups?all=true',
  device: '/api/devices?all=true',
};
const OK = 200;
const BAD_REQUEST = 400;
/** The oldest and the newest day of its statistics. */
const ALL_TIME = 'from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';

/** The API of a running Traccar, read with the token of an administrator. */
export class ApiSource implements Source {
  readonly name: string;
  readonly hasPasswords = false;
  readonly #agent = new Agent({ bodyTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connections: 8 });
  readonly #url: URL;
  readonly #token: string;
  /** Pictures are given to a session only. */
  #cookie: Promise<string> | null = null;

  constructor(url: string, token: string) {
    this.#url = new URL(url);
    this.#token = token;
    this.name = this.#url.origin + this.#url.pathname.replace(/\/$/, '');
  }

  async list(kind: DocumentKind, signal: AbortSignal): Promise<readonly SourceRow[]> {
    if (kind === 'server') return [rowOf(await this.#json('/api/server', signal))];
    const path = isLinkedKind(kind) ? `/api/${LINKED_KINDS[kind].path}?all=true` : (PATHS[kind] ?? '');
    return listOf(await this.#json(path, signal), path);
  }

  async links(ownerKind: string, propertyKind: string, signal: AbortSignal): Promise<readonly StoredLink[]> {
    const [owner, property] = [`${ownerKind}Id`, `${propertyKind}Id`];
    const path = `/api/permissions?${owner}=0&${property}=0`;
    return listOf(await this.#json(path, signal), path).map((row) => {
      // Some of its databases name columns in upper case.
      const named = new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
      const [ownerId, propertyId] = [owner, property].map((name) => named.get(name.toLowerCase()));
      return { ownerKind, ownerId: Number(ownerId), propertyKind, propertyId: Number(propertyId) };
    });
  }

  async history(
    kind: HistoryKind,
    { deviceId, from, to }: Period & { readonly deviceId: number },
    signal: AbortSignal,
  ): Promise<HistoryAnswer> {
    const query = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
    const path = `${HISTORY_PATHS[kind]}?deviceId=${deviceId}&${query.toString()}`;
    const { statusCode, body } = await this.#get(path, signal);
    if (statusCode === BAD_REQUEST) {
      const text = (await body.text()).split('\n')[0] ?? '';
      // An installation may bound the period of a report.
      if (/period/i.test(text) && to > from) return { rows: null, shorterTo: null };
      throw this.#unreadable(path, text);
    }
    if (statusCode !== OK) {
      await body.dump();
      throw this.#unreadable(path, `the answer is ${statusCode}`);
    }
    return readHistoryAnswer(kind, body).catch((cause: unknown) => {
      throw this.#unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
    });
  }

  /** It counts what it has stored day by day; what was deleted since is included. */
  async counts(signal: AbortSignal): Promise<{ readonly positions: number | null; readonly events: null }> {
    const path = `/api/statistics?${ALL_TIME}`;
    const days = listOf(await this.#json(path, signal), path);
    const positions = days.reduce((sum, { messagesStored }) => sum + (Number(messagesStored) || 0), 0);
    return { positions: positions > 0 ? positions : null, events: null };
  }

  async picture(uniqueId: string, file: string, signal: AbortSignal): Promise<Uint8Array | null> {
    this.#cookie ??= this.#signIn(signal);
    const path = `/api/media/${encodeURIComponent(uniqueId)}/${encodeURIComponent(file)}`;
    const { statusCode, body } = await this.#get(path, signal, { cookie: await this.#cookie });
    if (statusCode === OK) return new Uint8Array(await body.arrayBuffer());
    await body.dump();
    return null;
  }

  async visible(
    kind: 'device' | 'geofence' | 'maintenance',
    signal: AbortSignal,
  ): Promise<ReadonlySet<number>> {
    const path = kind === 'device' ? '/api/devices' : `/api/${LINKED_KINDS[kind].path}`;
    return new Set(listOf(await this.#json(path, signal), path).map(({ id }) => Number(id)));
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #signIn(signal: AbortSignal): Promise<string> {
    const path = `/api/session?${new URLSearchParams({ token: this.#token }).toString()}`;
    const { body, headers } = await this.#get(path, signal, {});
    await body.dump();
    return [headers['set-cookie'] ?? []]
      .flat()
      .flatMap((each) => each.split(';')[0] ?? [])
      .join('; ');
  }

  async #json(path: string, signal: AbortSignal): Promise<unknown> {
    const { statusCode, body } = await this.#get(path, signal);
    if (statusCode !== OK) {
      const text = (await body.text()).split('\n')[0] ?? '';
      const why = text === '' || text.length > 200 ? '' : ` (${text})`;
      throw this.#unreadable(path, `the answer is ${statusCode}${why}`);
    }
    return body.json().catch((cause: unknown) => {
      throw this.#unreadable(path, 'the answer is no JSON', cause);
    });
  }

  async #get(
    path: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = { authorization: `Bearer ${this.#token}` },
  ): Promise<Dispatcher.ResponseData> {
    try {
      const { origin, pathname } = this.#url;
      const prefix = pathname.replace(/\/$/, '');
      const accept = { ...headers, accept: 'application/json' };
      return await this.#agent.request({
        origin,
        path: prefix + path,
        method: 'GET',
        headers: accept,
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw this.#unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  #unreadable(path: string, why: string, cause?: unknown): UnreadableAnswerError {
    const [shown] = path.split('token=');
    return new UnreadableAnswerError(`Cannot read ${shown} of ${this.name}: ${why}`, { cause });
  }
}

const isRow = (value: unknown): value is SourceRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowOf(answer: unknown): SourceRow {
  if (isRow(answer)) return answer;
  throw new UnreadableAnswerError('an answer is no entity');
}
function listOf(answer: unknown, path: string): readonly SourceRow[] {
  // What is no row has no fields, and is refused as such.
  if (Array.isArray(answer)) return answer.map((each) => (isRow(each) ? each : {}));
  throw new UnreadableAnswerError(`Cannot read ${path}: the answer is no list`);
}
