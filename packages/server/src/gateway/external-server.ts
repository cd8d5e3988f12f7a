import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import type { Attributes, ServerSettings, User } from '@rastro/fleet';
import { cookieValue, SESSION_COOKIE } from '@rastro/tracker';
import { AnswerMemory } from './answer-memory.ts';
import { forwardable } from './forwardable.ts';
import { passSockets } from './pass-sockets.ts';
import type { TrackingServer } from './tracking-server.ts';

const TIMEOUT_MS = 60_000;

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
  const accounts = new AnswerMemory<User | null>();
  const servers = new AnswerMemory<ServerSettings>();
  const sockets = passSockets(baseUrl);

  const ask: Ask = (method, path, headers, body) =>
    agent.request({ origin, path: prefix + path, method, headers, body });

  const getJson = jsonReader(ask);

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
      response.writeHead(reply.statusCode, forwardable(reply.headers));
      await pipeline(reply.body, response);
    },
    send: async ({ method, url, headers, body, address }) => {
      const reply = await ask(method, url, { ...forwardable(headers), 'x-forwarded-for': address }, body);
      accounts.clear();
      if (method === 'PUT' && url.startsWith('/api/server')) servers.clear();
      return {
        status: reply.statusCode,
        headers: forwardable(reply.headers),
        body: Buffer.from(await reply.body.arrayBuffer()),
      };
    },
    upgrade: sockets.pass,
    isReachable: async () => {
      try {
        return (await getJson('/api/server', {})) !== null;
      } catch {
        return false; // That is the answer.
      }
    },
    close: sockets.endAll,
  };
}

/** @returns null = refused. @throws when the other server is in trouble. */
function jsonReader(ask: Ask) {
  return async <T>(path: string, headers: Record<string, string | string[]>): Promise<T | null> => {
    const reply = await ask('GET', path, { accept: 'application/json', ...headers }, null);
    if (reply.statusCode === 200) return (await reply.body.json()) as T;
    await reply.body.dump();
    if (reply.statusCode >= 500)
      throw new Error(`Cannot read ${path}: the tracking server answered ${reply.statusCode}`);
    return null;
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
