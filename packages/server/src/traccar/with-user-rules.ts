import { holdsAllOf, RESTRICTIONS, type User } from '@rastro/fleet';
import { userChangeError } from '@rastro/tracker';
import type { Ask } from '../gateway/foreign-calls.ts';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';
import { textReply } from '../gateway/replies.ts';
import { accountOf, type Account } from './account-of.ts';

interface Options {
  readonly ask: Ask;
  /** Of an administrator there. */
  readonly token: string;
  /** Prefix of the product's own attributes. */
  readonly brand: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** Limits of an account, which a Traccar lets administrators alone write. */
const LIMITS = ['deviceLimit', 'userLimit'] as const;
/** Limits of an account that a Traccar makes; anything else in a manager's request is an error there. */
const NEW = { deviceLimit: 0, userLimit: 0 };

/**
 * A Traccar that keeps the rules of our own server for accounts: nobody gives rights or limits they lack, and managers
 * give limits at all. The Traccar decides whether they may write the account; what it lets administrators alone write
 * is written afterwards, with the account of this installation.
 */
export function withUserRules(behind: TrackingServer, options: Options): TrackingServer {
  return {
    ...behind,
    send: async (request) => {
      const written = writtenAccount(request);
      if (!written || (await behind.describe()).kind !== 'traccar') return behind.send(request);
      const caller = await behind.known(request.headers);
      if (!caller || caller.administrator) return behind.send(request);
      const before = written.id === null ? null : await readAccount(options, written.id);
      // An account that is not there is the Traccar's to tell.
      if (written.id !== null && !before) return behind.send(request);
      const body = before ? written.body : withBounds(written.body, caller);
      const error = errorOf(caller, { before, body }, options.brand);
      if (error) return textReply(error.status, error.text);
      return send(behind, request, { options, before, body });
    },
  };
}

interface Writing {
  readonly options: Options;
  readonly before: Account | null;
  readonly body: Fields;
}

async function send(
  behind: TrackingServer,
  request: ForwardedRequest,
  { options, before, body }: Writing,
): Promise<ForwardedReply> {
  const allowed = before ?? NEW;
  const limits = {
    deviceLimit: limitIn(body, 'deviceLimit', allowed),
    userLimit: limitIn(body, 'userLimit', allowed),
  };
  const unchanged = { deviceLimit: allowed.deviceLimit, userLimit: allowed.userLimit };
  const answer = await behind.send(withBody(request, { ...body, ...unchanged }));
  if (answer.status !== 200) return answer;
  const account: Fields = Object(JSON.parse(answer.body.toString('utf8')));
  if (LIMITS.every((name) => account[name] === limits[name])) return answer;
  const { ask, token } = options;
  const headers = { ...ownHeaders(token), 'content-type': 'application/json' };
  const sent = Buffer.from(JSON.stringify({ ...account, ...limits }));
  const reply = await ask('PUT', `/api/users/${Number(account['id'])}`, headers, sent);
  const answered = Buffer.from(await reply.body.arrayBuffer());
  if (reply.statusCode === 200) return { ...answer, body: answered };
  throw new Error(`Cannot write the limits of an account: the tracking server answered ${reply.statusCode}`);
}

function errorOf(
  caller: User,
  { before, body }: { readonly before: Account | null; readonly body: Fields },
  brand: string,
) {
  const actor = accountOf(caller);
  const after = accountOf({ ...(before ?? NEW), ...body, id: before?.id ?? 0 });
  const { password } = body;
  const isNewPassword = typeof password === 'string' && password !== '';
  return userChangeError(actor, {
    before,
    after,
    isNewPassword,
    isWithin: before === null || holdsAllOf(actor, before, brand),
    brand,
  });
}

/** A new account has every bound of the one that makes it. */
function withBounds(body: Fields, caller: User): Fields {
  const flags = RESTRICTIONS.filter((name) => caller[name]).map((name) => [name, true] as const);
  const end = body['expirationTime'] ?? caller.expirationTime;
  return { ...body, ...Object.fromEntries(flags), ...(end === null ? {} : { expirationTime: end }) };
}

/** Account that a request writes; null = it writes none. The gateway has read the body before: it is JSON. */
function writtenAccount({
  method,
  url,
  body,
}: ForwardedRequest): { readonly id: number | null; readonly body: Fields } | null {
  const [, id] = /^\/api\/users\/(\d+)$/.exec(url) ?? [];
  const isNew = method === 'POST' && url === '/api/users';
  if (body === null || (!isNew && (method !== 'PUT' || id === undefined))) return null;
  return { id: isNew ? null : Number(id), body: { ...Object(JSON.parse(body.toString('utf8'))) } };
}

function limitIn(body: Fields, name: (typeof LIMITS)[number], before: Readonly<typeof NEW>): number {
  const value = body[name];
  return typeof value === 'number' ? value : before[name];
}

function withBody(request: ForwardedRequest, account: object): ForwardedRequest {
  const body = Buffer.from(JSON.stringify(account));
  return { ...request, body, headers: { ...request.headers, 'content-length': String(body.length) } };
}

async function readAccount({ ask, token }: Options, id: number): Promise<Account | null> {
  const reply = await ask('GET', `/api/users/${id}`, ownHeaders(token), null);
  if (reply.statusCode === 200) return accountOf(Object(await reply.body.json()));
  await reply.body.dump();
  return null;
}

const ownHeaders = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });
