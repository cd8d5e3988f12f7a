import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '@rastro/fleet';
import { AnswerMemory } from '../gateway/answer-memory.ts';
import { passCall } from '../gateway/foreign-calls.ts';
import { callerHeaders } from '../gateway/foreign-headers.ts';
import { jsonReply, textReply, writeReply } from '../gateway/replies.ts';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';
import { headersOf, readIds, readLinks, readList, type ServiceAccount } from './service-account.ts';

interface Options extends ServiceAccount {
  /** Whether users connect by TLS. */
  readonly isSecure: boolean;
}
type Link = Readonly<Record<string, unknown>>;
/** Members of a link that name an account. */
const ACCOUNTS = ['userId', 'managedUserId'] as const;
const LINKS = /^\/api\/permissions(?:\/bulk)?$/;
const ACCOUNT = /^\/api\/(?:users|session)\/(\d+)$/;
const USERS = '/api/users';

/**
 * A Traccar whose managers have the whole tree of accounts below them, as at our own server; a Traccar knows those
 * directly below alone. Calls about deeper ones are made with the account of this installation, once it is sure that
 * they are in the tree of the caller, and that the caller has what is to be linked.
 */
export function withTree(behind: TrackingServer, options: Options): TrackingServer {
  const tree = new Tree(options);
  const answer = async (user: User | null, request: ForwardedRequest): Promise<ForwardedReply | null> => {
    if (!user || user.administrator || user.userLimit === 0) return null;
    if ((await behind.describe()).kind !== 'traccar') return null;
    return tree.answer(behind, user, request);
  };
  return {
    ...behind,
    stream: async (streamed) => {
      const { request, response, address, user } = streamed;
      const { method = 'GET', url = '/', headers } = request;
      const asked = mayConcern(url) ? await user() : null;
      const own = await answer(asked, { method, url, headers, body: null, address });
      if (own) writeReply(response, own);
      else await behind.stream(streamed);
    },
    send: async (request) => {
      if (!mayConcern(request.url)) return behind.send(request);
      const own = await answer(await behind.known(request.headers), request);
      const sent = own ?? (await behind.send(request));
      if (sent.status < 400 && request.method !== 'GET') tree.changed();
      return sent;
    },
  };
}

/** Whether a call may be about an account: all others are passed without a look. */
const mayConcern = (url: string): boolean =>
  url.includes('userId=') ||
  url.startsWith(USERS) ||
  url.startsWith('/api/session/') ||
  LINKS.test(pathOf(url));

class Tree {
  readonly #options: Options;
  readonly #links = new AnswerMemory<ReadonlyMap<number, readonly number[]>>();
  readonly #accounts = new AnswerMemory<readonly object[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  changed(): void {
    this.#links.clear();
    this.#accounts.clear();
  }

  /** @returns null = the call is about no deeper account: it goes on as it is. */
  async answer(
    behind: TrackingServer,
    user: User,
    request: ForwardedRequest,
  ): Promise<ForwardedReply | null> {
    const { method, url } = request;
    const path = pathOf(url);
    if (LINKS.test(path) && method !== 'GET') return this.#link(user, request);
    const named = new URLSearchParams(url.split('?')[1]).get('userId');
    if (method === 'GET' && path === USERS && (named === null || Number(named) === user.id))
      return this.#list(behind, user, request);
    const [, inPath] = ACCOUNT.exec(path) ?? [];
    const id = Number(inPath ?? named ?? 0);
    return (await this.#isDeep(user.id, id)) ? this.#pass(request) : null;
  }

  async #list(behind: TrackingServer, user: User, request: ForwardedRequest): Promise<ForwardedReply | null> {
    const deep = await this.#deep(user.id);
    if (deep.size === 0) return null;
    const direct = await behind.send(request);
    if (direct.status !== 200) return direct;
    const all = await this.#readAccounts();
    const listed: readonly object[] = JSON.parse(direct.body.toString('utf8'));
    return jsonReply([...listed, ...all.filter((each) => deep.has(Number(Object(each).id)))]);
  }

  /** Links that name deeper accounts: what is linked must be the caller's. */
  async #link(user: User, request: ForwardedRequest): Promise<ForwardedReply | null> {
    const links = linksIn(request.body);
    const deep = await this.#deep(user.id);
    const isDeep = (link: Link): boolean => ACCOUNTS.some((name) => deep.has(Number(link[name] ?? 0)));
    if (!links.some(isDeep)) return null;
    const seen = new Map<string, ReadonlySet<number>>();
    for (const link of links)
      for (const [name, value] of Object.entries(link))
        if (!(await this.#isTheirs(user, request, { name, id: Number(value) }, seen)))
          return textReply(400, 'Invalid permission - Name exactly one owner and one property');
    return this.#pass(request);
  }

  async #isTheirs(
    user: User,
    { headers, address }: ForwardedRequest,
    { name, id }: { readonly name: string; readonly id: number },
    seen: Map<string, ReadonlySet<number>>,
  ): Promise<boolean> {
    const kind = name.replace(/Id$/, '');
    let ids = seen.get(kind);
    if (!ids) {
      const as = callerHeaders(headers, address);
      const direct = await readIds(this.#options.ask, kind, as);
      const deep = kind === 'user' || kind === 'managedUser' ? await this.#deep(user.id) : [];
      // Nobody manages themselves.
      ids = new Set([...direct, ...deep, ...(kind === 'user' ? [user.id] : [])]);
      seen.set(kind, ids);
    }
    return ids.has(id);
  }

  /** With the account of this installation: nothing of its own session goes to the browser. */
  #pass(request: ForwardedRequest): Promise<ForwardedReply> {
    const { cookie: _cookie, authorization: _authorization, ...headers } = request.headers;
    const own: IncomingHttpHeaders = { ...headers, ...headersOf(this.#options) };
    return passCall(this.#options, { ...request, headers: own }).then((answer) =>
      request.url.startsWith('/api/session/') ? answer : withoutCookie(answer),
    );
  }

  async #isDeep(userId: number, id: number): Promise<boolean> {
    return id !== 0 && id !== userId && (await this.#deep(userId)).has(id);
  }

  /** Accounts below those directly below, but administrators: nobody is above them. */
  async #deep(userId: number): Promise<ReadonlySet<number>> {
    const below = await this.#links.remember('all', () => this.#readLinks());
    const direct = new Set(below.get(userId));
    const found = new Set<number>();
    for (const from of direct)
      for (const waiting = [from]; waiting.length > 0;)
        for (const id of below.get(waiting.pop() ?? 0) ?? [])
          if (id !== userId && !direct.has(id) && !found.has(id)) {
            found.add(id);
            waiting.push(id);
          }
    if (found.size === 0) return found;
    for (const account of await this.#readAccounts())
      if (Object(account).administrator === true) found.delete(Number(Object(account).id));
    return found;
  }
  #readAccounts(): Promise<readonly object[]> {
    return this.#accounts.remember('all', () => readList(this.#options.ask, USERS, headersOf(this.#options)));
  }
  async #readLinks(): Promise<ReadonlyMap<number, readonly number[]>> {
    const any = { ownerKind: 'user', ownerId: 0, propertyKind: 'managedUser', propertyId: 0 };
    const links = await readLinks(this.#options, any);
    const byManager = Map.groupBy(links, ({ userId = 0 }) => userId);
    return new Map(
      [...byManager].map(([id, all]) => [id, all.map(({ managedUserId = 0 }) => managedUserId)]),
    );
  }
}

const pathOf = (url: string): string => url.split('?')[0] ?? '';

function linksIn(body: Buffer | null): readonly Link[] {
  const json: unknown = body === null ? [] : JSON.parse(body.toString('utf8'));
  return [json].flat().map((link) => ({ ...Object(link) }));
}

function withoutCookie({ headers: { 'set-cookie': _session, ...headers }, ...answer }: ForwardedReply) {
  return { ...answer, headers };
}
