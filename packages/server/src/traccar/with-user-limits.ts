import type { Ask } from '../gateway/foreign-calls.ts';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';

interface Options {
  readonly ask: Ask;
  /** Of an administrator there. */
  readonly token: string;
}

/** Limits of an account, which a Traccar lets administrators alone write. */
const LIMITS = ['deviceLimit', 'userLimit'] as const;
type Limits = Readonly<Record<(typeof LIMITS)[number], number>>;
interface Account extends Limits {
  readonly id: number;
}
/** Limits of an account that a Traccar makes; anything else in a manager's request is an error there. */
const NEW: Limits = { deviceLimit: 0, userLimit: 0 };

/**
 * A Traccar in front of which managers give limits to the accounts below them, as far as the policies of the gateway
 * allow. The Traccar itself decides whether they may write the account at all, without the limits; these are written
 * afterwards with the account of this installation.
 */
export function withUserLimits(behind: TrackingServer, options: Options): TrackingServer {
  return {
    ...behind,
    send: async (request) => {
      const wanted = writtenAccount(request);
      if (!wanted || (await behind.describe()).kind !== 'traccar') return behind.send(request);
      const caller = await behind.known(request.headers);
      if (!caller || caller.administrator || caller.id === wanted.id) return behind.send(request);
      const before = wanted.id === null ? NEW : await accountOf(options, wanted.id);
      if (!before) return behind.send(request);
      const limits = limitsOf(wanted.body, before);
      const isSame = LIMITS.every((name) => limits[name] === before[name]);
      const answer = await behind.send(withBody(request, { ...wanted.body, ...limitsOf(before, before) }));
      const account = answer.status === 200 ? accountIn(answer) : null;
      if (!account || (isSame && wanted.id !== null)) return answer;
      return writeLimits(options, { account, limits }, answer);
    },
  };
}

interface WrittenAccount {
  /** Null = a new one. */
  readonly id: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Account that a request writes; null = it writes none. The gateway has read the body before: it is JSON. */
function writtenAccount({ method, url, body }: ForwardedRequest): WrittenAccount | null {
  const [, id] = /^\/api\/users\/(\d+)$/.exec(url) ?? [];
  const isNew = method === 'POST' && url === '/api/users';
  if (body === null || (!isNew && (method !== 'PUT' || id === undefined))) return null;
  const read: unknown = JSON.parse(body.toString('utf8'));
  return { id: isNew ? null : Number(id), body: { ...Object(read) } };
}

function limitsOf(account: Readonly<Record<string, unknown>> | Limits, before: Limits): Limits {
  const limit = (name: keyof Limits): number => {
    const value: unknown = { ...account }[name];
    return typeof value === 'number' ? value : before[name];
  };
  return { deviceLimit: limit('deviceLimit'), userLimit: limit('userLimit') };
}

function withBody(request: ForwardedRequest, account: object): ForwardedRequest {
  const body = Buffer.from(JSON.stringify(account));
  return { ...request, body, headers: { ...request.headers, 'content-length': String(body.length) } };
}

async function writeLimits(
  { ask, token }: Options,
  { account, limits }: { readonly account: Account; readonly limits: Limits },
  answer: ForwardedReply,
): Promise<ForwardedReply> {
  const written = Buffer.from(JSON.stringify({ ...account, ...limits }));
  const headers = { ...ownHeaders(token), 'content-type': 'application/json' };
  const reply = await ask('PUT', `/api/users/${account.id}`, headers, written);
  const body = Buffer.from(await reply.body.arrayBuffer());
  if (reply.statusCode === 200) return { ...answer, body };
  throw new Error(
    `Cannot write the limits of account ${account.id}: the tracking server answered ${reply.statusCode}`,
  );
}

async function accountOf({ ask, token }: Options, id: number): Promise<Account | null> {
  const reply = await ask('GET', `/api/users/${id}`, ownHeaders(token), null);
  if (reply.statusCode === 200) return readAccount(await reply.body.json());
  await reply.body.dump();
  return null;
}

const ownHeaders = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });
const accountIn = ({ body }: ForwardedReply): Account | null =>
  readAccount(JSON.parse(body.toString('utf8')));

function readAccount(json: unknown): Account | null {
  const { id, deviceLimit, userLimit, ...more }: Partial<Account> = Object(json);
  if (id === undefined || deviceLimit === undefined || userLimit === undefined) return null;
  return { ...more, id, deviceLimit, userLimit };
}
