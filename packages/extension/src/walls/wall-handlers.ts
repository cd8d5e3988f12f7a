import { createHash } from 'node:crypto';
import { Throttle } from '@rastro/base';
import { addressKey } from '@rastro/base/addresses';
import { isShared, type User } from '@rastro/fleet';
import type { WallView } from '@rastro/fleet/figures';
import { DEFAULT_LAYOUT_ID, WALL_LIMITS, type Wall } from '@rastro/fleet/layouts';
import type { StoredWall, WallBody } from '@rastro/fleet/schemas';
import type { ExtensionHandlers, ExtensionReply } from '../extension-route.ts';
import { soon, unreachable } from '../with-tracking-api.ts';
import { LitWalls } from './lit-walls.ts';
import { wallErrors, type WallDeps } from './wall-deps.ts';
import { WallStore } from './wall-store.ts';
import { countWall, type LitWall } from './wall-view.ts';
import { WallViews } from './wall-views.ts';

type WallKey = 'GET /walls' | 'POST /walls' | 'DELETE /walls/:id' | 'GET /wall';
type Handlers = Pick<ExtensionHandlers, WallKey>;

/** Wrong links from one address in a quarter of an hour; right ones count for nothing. */
const MAX_WRONG = 300;
const WINDOW_MS = 900_000;
/** More than this, figures of two processes are never apart. */
const CLOCKS_APART_MS = 60_000;

/** Overviews on screens that hang somewhere. */
export function wallHandlers(deps: WallDeps): Handlers {
  const store = new WallStore(deps);
  const own =
    <C extends { readonly caller: User }>(answer: (call: C) => Promise<ExtensionReply>) =>
    (call: C): Promise<ExtensionReply> | ExtensionReply =>
      isShared(call.caller) ? wallErrors.guest() : answer(call);
  return {
    'GET /walls': own(async ({ caller }) => {
      const walls = await store.of(caller.id);
      return { status: 200, body: await Promise.all(walls.map((wall) => described(store, caller.id, wall))) };
    }),
    'POST /walls': own(({ caller, body }) => makeWall(deps, store, caller, body)),
    'DELETE /walls/:id': own(async ({ caller, params: { id } }) => {
      const loginToken = await store.end(caller.id, id);
      if (loginToken === undefined) return wallErrors.unknown();
      if (loginToken !== null) await revoke(deps, loginToken);
      return { status: 204, body: '' };
    }),
    'GET /wall': answerWall(deps, store),
  };
}

async function makeWall(
  deps: WallDeps,
  store: WallStore,
  caller: User,
  { expiration, ...wanted }: WallBody,
): Promise<ExtensionReply> {
  const layouts = await deps.layouts.own(caller.id);
  const isKnown = (id: number): boolean =>
    id === DEFAULT_LAYOUT_ID || layouts.some((layout) => layout.id === id);
  if (!wanted.layoutIds.every(isKnown)) return wallErrors.noLayout();
  const endsAt = endOf(deps.clock.now(), caller, expiration);
  if (endsAt === null) return wallErrors.wrongEnd();
  const holder = await holderOf(deps, wanted.loginToken);
  if (holder === 'unreachable') return unreachable();
  if (holder?.id !== caller.id) return wallErrors.notOwnToken();
  const made = await store.make(caller.id, { ...wanted, endsAt });
  if (made === null) return wallErrors.tooMany(WALL_LIMITS.walls);
  return { status: 200, body: { ...(await described(store, caller.id, made.wall)), token: made.token } };
}

async function holderOf({ holderOf: ask, log }: WallDeps, loginToken: string) {
  try {
    return await ask(loginToken);
  } catch (error) {
    log.warn({ err: error }, 'cannot ask whom a login token signs in');
    return 'unreachable';
  }
}

/** The end asked for, but not after that of the account; null = too soon or too late. */
function endOf(now: number, { expirationTime }: User, wanted: string): number | null {
  const { min, max } = WALL_LIMITS.life;
  const asked = Date.parse(wanted);
  // A form that took its time may ask for a few seconds less.
  if (asked < now + min / 2 || asked > now + max) return null;
  return Math.min(asked, expirationTime === null ? Infinity : Date.parse(expirationTime));
}

async function described(store: WallStore, userId: number, wall: StoredWall): Promise<Wall> {
  const { id, name, layoutIds, map, seconds, personal, endsAt, createdAt } = wall;
  const usedAt = await store.lastUse(userId, id);
  return {
    id,
    name,
    layoutIds,
    map,
    seconds,
    personal,
    expiration: new Date(endsAt).toISOString(),
    createdTime: new Date(createdAt).toISOString(),
    lastUsedTime: usedAt === null ? null : new Date(usedAt).toISOString(),
  };
}

/** The login token goes with its wall, where the tracking server can end one; else it ends at its time. */
async function revoke({ clientWith, log }: WallDeps, loginToken: string): Promise<void> {
  const ended = await clientWith(loginToken).session.revokeToken(loginToken, soon());
  if (!ended.ok) log.warn({ code: ended.error.code }, 'the login token of an ended wall stays until its end');
}

function answerWall(deps: WallDeps, store: WallStore): Handlers['GET /wall'] {
  const lit = new LitWalls(deps, store);
  const views = new WallViews(deps.clock);
  const wrong = new Throttle(MAX_WRONG, WINDOW_MS, deps.clock).sharedAs('walls', deps.limits);
  return async ({ header, address, query: { known } }) => {
    try {
      const wall = await lit.find(header ?? '');
      if (wall === null) return notThere(addressKey(address));
      await store.used(wall.user.id, wall.wall.id);
      const counted = await views.of({
        key: wall.wall.hash,
        ownerId: wall.user.id,
        print: printOf(wall),
        count: () => countWall(deps, wall),
      });
      if (known !== null && isKnown(counted.countedAt, known)) return { status: 204, body: '' };
      const view: WallView = { ...counted, answeredAt: deps.clock.now() };
      return { status: 200, body: view, isPackable: true };
    } catch (error) {
      deps.log.warn({ err: error }, 'a wall cannot be shown now');
      return unreachable();
    }
  };

  /** Screens that hang at the address of somebody who guesses go on: right links never come here. */
  function notThere(from: string): ExtensionReply {
    const waitSeconds = wrong.waitSeconds(from);
    if (waitSeconds > 0) return wallErrors.tooManyTries(waitSeconds);
    wrong.count(from);
    return wallErrors.unknown();
  }
}

/** Of processes that count for themselves, the newest figures stay; a clock that was set back is no reason to show old ones. */
const isKnown = (countedAt: number, known: number): boolean =>
  countedAt <= known && known - countedAt < CLOCKS_APART_MS;

/** Everything known of the owner: whoever lost a right sees other figures at once. */
const printOf = ({ user }: LitWall): string =>
  createHash('sha256').update(JSON.stringify(user)).digest('base64');
