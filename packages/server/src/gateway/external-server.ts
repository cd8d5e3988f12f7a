import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import type { Attributes, Device, ServerSettings, User } from '@rastro/fleet';
import { basicLogin, cookieValue, FORM, SESSION_COOKIE } from '@rastro/tracker';
import { accountName } from './account-name.ts';
import { AnswerMemory } from './answer-memory.ts';
import { forwardable } from './forwardable.ts';
import { withoutOurs } from './headers.ts';
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
  const shares = new AnswerMemory<boolean>();
  const sockets = passSockets(baseUrl);

  const ask: Ask = (method, path, headers, body) =>
    agent.request({ origin, path: prefix + path, method, headers, body });

  const getJson = jsonReader(ask);

  return {
    known: (headers) => knownCaller(headers, accounts, ask),
    signIn: async (headers, address) => {
      const { authorization = '' } = headers;
      const login = basicLogin(authorization);
      return login && accounts.remember(authorization, () => withPassword(login, address, ask));
    },
    hasPassword: async ({ id, email }, password, address) =>
      (await withPassword({ name: email, password }, address, ask))?.id === id,
    accountKey: accountName,
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
      response.writeHead(reply.statusCode, withoutOurs(forwardable(reply.headers)));
      await pipeline(reply.body, response);
    },
    // Its answer is read here, too: not compressed.
    send: async ({ method, url, headers: { 'accept-encoding': _whole, ...headers }, body, address }) => {
      const reply = await ask(method, url, { ...forwardable(headers), 'x-forwarded-for': address }, body);
      accounts.clear();
      if (method === 'PUT' && url.startsWith('/api/server')) servers.clear();
      return {
        status: reply.statusCode,
        headers: withoutOurs(forwardable(reply.headers)),
        body: Buffer.from(await reply.body.arrayBuffer()),
      };
    },
    visible: (_user, headers, address) => visibleTo(getJson, headers, address),
    // Another node of ours asks who is calling; Traccar has nothing at this address.
    keepsShares: () =>
      shares.remember('shares', async () => answers(401, await ask('GET', '/api/shares', {}, null))),
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

/** By his own session: what he would be told himself. */
async function visibleTo(
  getJson: ReturnType<typeof jsonReader>,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<readonly Device[]> {
  const own = { ...forwardable(headers), 'accept-encoding': 'identity', 'x-forwarded-for': address };
  return (await getJson<readonly Device[]>('/api/devices', own)) ?? [];
}

async function answers(status: number, reply: Dispatcher.ResponseData): Promise<boolean> {
  await reply.body.dump();
  return reply.statusCode === status;
}

/** Who holds a session or a token, remembered for a moment; of a password only what is remembered. */
async function knownCaller(
  headers: IncomingHttpHeaders,
  accounts: AnswerMemory<User | null>,
  ask: Ask,
): Promise<User | null> {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const token = bearerToken(authorization);
    if (token === null) return accounts.recall(authorization);
    return accounts.remember(authorization, () => withToken(token, ask));
  }
  const session = cookieValue(headers.cookie, SESSION_COOKIE);
  if (session === null) return null;
  const key = `${session} ${headers.origin ?? ''}`;
  return accounts.remember(key, () =>
    jsonReader(ask)<User>('/api/session', { ...forwardable(headers), 'accept-encoding': 'identity' }),
  );
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

function bearerToken(authorization: string): string | null {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? value : null;
}

/** Traccar tells who holds a token or password only by opening a session with it. */
const withToken = async (token: string, ask: Ask): Promise<User | null> =>
  userFrom(await ask('GET', `/api/session?token=${encodeURIComponent(token)}`, {}, null));

async function withPassword(
  { name: email, password }: { readonly name: string; readonly password: string },
  address: string,
  ask: Ask,
): Promise<User | null> {
  const form = new URLSearchParams({ email, password });
  const headers = { 'content-type': FORM, 'x-forwarded-for': address };
  return userFrom(await ask('POST', '/api/session', headers, Buffer.from(form.toString())));
}

async function userFrom(reply: Awaited<ReturnType<Ask>>): Promise<User | null> {
  if (reply.statusCode === 200) return (await reply.body.json()) as User;
  await reply.body.dump();
  return null;
}
