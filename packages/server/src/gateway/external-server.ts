import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import type { Attributes, ServerSettings, User } from '@rastro/fleet';
import { cookieValue, SESSION_COOKIE } from '@rastro/tracker';
import type { TrackingServer } from './tracking-server.ts';

const TIMEOUT_MS = 60_000;
/** How long an account or the server record may be remembered: a revoked right lives at most this long. */
const MEMORY_MS = 3000;
const MAX_REMEMBERED = 10_000;
/** Headers that tell the other side who asks: ours to set. */
const ADDRESS_HEADERS = ['cf-connecting-ip', 'x-real-ip', 'forwarded', 'x-forwarded-for'];
/** Those, and headers that belong to one connection. */
const OWN_HEADERS = [
  ...ADDRESS_HEADERS,
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
  'te',
  'trailer',
  'expect',
  'content-length',
];

type Ask = (
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
  body: Buffer | null,
) => Promise<Dispatcher.ResponseData>;

/** A real Traccar (or another node of ours) behind the same gateway. @source reference/tracking-api.md §9.5 */
export function externalServer(baseUrl: string): TrackingServer {
  const agent = new Agent({ bodyTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connections: 128 });
  const origin = new URL(baseUrl).origin;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const accounts = new Memory<User | null>();
  const servers = new Memory<ServerSettings>();

  /** Ends of the sockets passed through: HTTP knows them no more. */
  const ends = new Set<() => void>();

  const ask: Ask = (method, path, headers, body) =>
    agent.request({ origin, path: prefix + path, method, headers, body });

  const getJson = async <T>(path: string, headers: Record<string, string | string[]>): Promise<T | null> => {
    const reply = await ask('GET', path, { accept: 'application/json', ...headers }, null);
    if (reply.statusCode === 200) return (await reply.body.json()) as T;
    await reply.body.dump();
    if (reply.statusCode >= 500)
      throw new Error(`Cannot read ${path}: the tracking server answered ${reply.statusCode}`);
    return null;
  };

  return {
    identify: (headers) => {
      const { authorization } = headers;
      const session = cookieValue(headers.cookie, SESSION_COOKIE);
      const key = authorization ?? (session === null ? null : `${session} ${headers.origin ?? ''}`);
      if (key === null) return Promise.resolve(null);
      return accounts.remember(key, () => {
        if (authorization !== undefined) return whoHolds(authorization, ask);
        return getJson<User>('/api/session', forwardable(headers));
      });
    },
    serverAttributes: async (): Promise<Attributes> => {
      const server = await servers.remember('server', async () => {
        const read = await getJson<ServerSettings>('/api/server', {});
        if (!read) throw new Error('Cannot read the server record of the tracking server');
        return read;
      });
      return server.attributes;
    },
    stream: async (request, response, address) => {
      const headers = { ...forwardable(request.headers), 'x-forwarded-for': address };
      const reply = await ask(request.method ?? 'GET', request.url ?? '/', headers, null);
      response.writeHead(reply.statusCode, withoutOwn(reply.headers));
      await pipeline(reply.body, response);
    },
    send: async ({ method, url, headers, body, address }) => {
      const reply = await ask(method, url, { ...forwardable(headers), 'x-forwarded-for': address }, body);
      accounts.clear();
      if (method === 'PUT' && url.startsWith('/api/server')) servers.clear();
      return {
        status: reply.statusCode,
        headers: withoutOwn(reply.headers),
        body: Buffer.from(await reply.body.arrayBuffer()),
      };
    },
    upgrade: (request, socket, head) => {
      const target = new URL(baseUrl);
      const secure = target.protocol === 'https:';
      const port = Number(target.port) || (secure ? 443 : 80);
      const host = target.hostname;
      const onward = secure ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
      const lines = [`GET ${prefix}${request.url} HTTP/1.1`];
      for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
        if (ADDRESS_HEADERS.includes(request.rawHeaders[i]?.toLowerCase() ?? '')) continue;
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (head.length > 0) onward.write(head);
      const end = (): void => {
        onward.destroy();
        socket.destroy();
        ends.delete(end);
      };
      ends.add(end);
      onward.on('error', end).on('close', end);
      socket.on('error', end).on('close', end);
      onward.pipe(socket).pipe(onward);
    },
    isReachable: async () => {
      try {
        return (await getJson('/api/server', {})) !== null;
      } catch {
        return false; // That is the answer.
      }
    },
    close: () => {
      for (const end of ends) end();
    },
  };
}

/** Traccar tells who holds a token or password only by opening a session with it. */
async function whoHolds(authorization: string, ask: Ask): Promise<User | null> {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') {
    return userFrom(await ask('GET', `/api/session?token=${encodeURIComponent(value)}`, {}, null));
  }
  if (scheme.toLowerCase() !== 'basic') return null;
  const [email = '', ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
  const form = new URLSearchParams({ email, password: rest.join(':') });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return userFrom(await ask('POST', '/api/session', headers, Buffer.from(form.toString())));
}

async function userFrom(reply: Awaited<ReturnType<Ask>>): Promise<User | null> {
  if (reply.statusCode === 200) return (await reply.body.json()) as User;
  await reply.body.dump();
  return null;
}

function forwardable(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OWN_HEADERS.includes(name)) kept[name] = value;
  }
  return kept;
}
function withoutOwn(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  return forwardable(headers);
}

/** Answers remembered for a moment; questions asked at once are asked once. Keys are kept as hashes. */
class Memory<T> {
  readonly #kept = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();

  remember(key: string, ask: () => Promise<T>): Promise<T> {
    const hash = createHash('sha256').update(key).digest('base64');
    const known = this.#kept.get(hash);
    if (known && known.until > Date.now()) return known.answer;
    if (this.#kept.size >= MAX_REMEMBERED) this.#kept.clear();
    const answer = ask();
    this.#kept.set(hash, { until: Date.now() + MEMORY_MS, answer });
    answer.catch(() => this.#kept.delete(hash));
    return answer;
  }
  clear(): void {
    this.#kept.clear();
  }
}
