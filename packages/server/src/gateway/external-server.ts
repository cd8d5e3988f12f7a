import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'undici';
import type { Attributes, Device, ServerDescription, ServerSettings, User } from '@rastro/fleet';
import { basicLogin, cookieValue, FORM, SESSION_COOKIE } from '@rastro/tracker';
import { accountName } from './account-name.ts';
import { AnswerMemory } from './answer-memory.ts';
import { describeServer } from './describe-server.ts';
import { passCall, passStream, type Ask } from './foreign-calls.ts';
import { callerHeaders, headersBehind } from './foreign-headers.ts';
import { passSockets } from './pass-sockets.ts';
import { TokenHolders } from './token-holders.ts';
import type { TrackingServer } from './tracking-server.ts';

const TIMEOUT_MS = 60_000;

/** Calls to an external server. */
export interface Connection {
  readonly ask: Ask;
  readonly origin: string;
  readonly baseUrl: string;
}

/** Keeps connections to a server open; each call ends within a minute. */
export function connectTo(baseUrl: string): Connection {
  const agent = new Agent({ bodyTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connections: 128 });
  const origin = new URL(baseUrl).origin;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const ask: Ask = (method, path, headers, body) =>
    agent.request({ origin, path: prefix + path, method, headers, body });
  return { ask, origin, baseUrl };
}

/** A real Traccar (or another node of ours) behind the same gateway. @source docs/reference/tracking-api.md §9.5 */
export function externalServer({ ask, origin, baseUrl }: Connection, isSecure = false): TrackingServer {
  const accounts = new AnswerMemory<User | null>();
  const servers = new AnswerMemory<ServerSettings>();
  const descriptions = new AnswerMemory<ServerDescription>();
  const sockets = passSockets(baseUrl);
  const holders = new TokenHolders(ask, userFrom);

  const getJson = jsonReader(ask, origin);
  const describe = (): Promise<ServerDescription> =>
    descriptions.remember('server', () => describeServer(ask, origin));

  return {
    isOurs: false,
    known: (headers) => knownCaller(headers, accounts, { holders, getJson, describe }),
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
    stream: (streamed) => passStream({ ask, isSecure }, streamed),
    send: async (request) => {
      const answer = await passCall({ ask, isSecure }, request);
      accounts.clear();
      if (request.method === 'PUT' && request.url.startsWith('/api/server')) servers.clear();
      return answer;
    },
    visible: (_user, headers, address) => visibleTo(getJson, headers, address),
    describe,
    storesShares: async () => (await describe()).kind === 'rastro',
    giverOf: async () => null,
    progressOf: async () => null,
    upgrade: sockets.pass,
    isReachable: async () => {
      try {
        await describeServer(ask, origin);
        return true;
      } catch {
        return false; // That is the answer.
      }
    },
    close: async () => sockets.endAll(),
  };
}

/** Reads with the caller's own session: returns only what the caller may see. */
async function visibleTo(
  getJson: ReturnType<typeof jsonReader>,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<readonly Device[]> {
  return (await getJson<readonly Device[]>('/api/devices', callerHeaders(headers, address))) ?? [];
}

interface Asking {
  readonly holders: Pick<TokenHolders<unknown, User>, 'of'>;
  readonly getJson: ReturnType<typeof jsonReader>;
  readonly describe: () => Promise<ServerDescription>;
}

/** Holder of a session or token, cached for a moment; a password is found only in the cache. */
async function knownCaller(
  headers: IncomingHttpHeaders,
  accounts: AnswerMemory<User | null>,
  { holders, getJson, describe }: Asking,
): Promise<User | null> {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const token = bearerToken(authorization);
    if (token === null) return accounts.recall(authorization);
    return accounts.remember(authorization, () => holders.of(token));
  }
  const session = cookieValue(headers.cookie, SESSION_COOKIE);
  if (session === null) return null;
  const key = `${session} ${headers.origin ?? ''}`;
  // Without the headers of the content that the call itself brings: Traccar reads nothing but forms there.
  const own = { ...headersBehind(headers, false), 'accept-encoding': 'identity' };
  return accounts.remember(key, async () => {
    // Nobody is anybody at a server that does not work here.
    await describe();
    return getJson<User>('/api/session', { ...own, accept: 'application/json' });
  });
}

/** @returns null = 404. @throws for every other answer: it says nothing about who calls, or what there is. */
function jsonReader(ask: Ask, origin: string) {
  return async <T>(path: string, headers: Record<string, string | string[]>): Promise<T | null> => {
    const reply = await ask('GET', path, { accept: 'application/json', ...headers }, null);
    if (reply.statusCode === 200) return (await reply.body.json()) as T;
    await reply.body.dump();
    if (reply.statusCode === 404) return null;
    throw new Error(`Cannot read ${path}: the tracking server ${origin} answered ${reply.statusCode}`);
  };
}

function bearerToken(authorization: string): string | null {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? value : null;
}

/** Traccar reveals the owner of a password only by opening a session with it. */
async function withPassword(
  { name: email, password }: { readonly name: string; readonly password: string },
  address: string,
  ask: Ask,
): Promise<User | null> {
  const form = new URLSearchParams({ email, password });
  const headers = { 'content-type': FORM, 'x-forwarded-for': address };
  return userFrom(await ask('POST', '/api/session', headers, Buffer.from(form.toString())));
}

/** Rejected as nobody; other answers say nothing about the secret. */
const NOBODY: ReadonlySet<number> = new Set([400, 401, 403, 404]);

async function userFrom({ statusCode, body }: Awaited<ReturnType<Ask>>): Promise<User | null> {
  if (statusCode === 200) return (await body.json()) as User;
  await body.dump();
  if (NOBODY.has(statusCode)) return null;
  throw new Error(`Cannot ask who signs in: the tracking server answered ${statusCode}`);
}
