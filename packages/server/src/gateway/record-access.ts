import type { IncomingHttpHeaders } from 'node:http';
import { groupBranch, isShared, type Group, type User, type AccessKind } from '@rastro/fleet';
import type { AccessLog } from '@rastro/extension';
import type { Route } from '@rastro/fleet/api';
import type { Call } from './call.ts';
import type { TrackingServer } from './tracking-server.ts';

export interface AccessDeps {
  readonly accessLog: Pick<AccessLog, 'note' | 'follow'>;
  readonly tracking: Pick<TrackingServer, 'visible' | 'send'>;
  readonly onError: (error: unknown, what: string) => void;
}
const WHAT = 'cannot tell whose positions were read';

/** Notes whose positions a call has returned; nobody waits for it. */
export async function recordAccess(call: Call, deps: AccessDeps): Promise<void> {
  const { request } = call;
  const kind = await kindOf(call);
  const user = kind && (await call.user());
  if (!kind || !user) return;
  try {
    deps.accessLog.note(readingOf(user, kind, request.headers), await devicesOf(call, user, deps));
  } catch (error) {
    deps.onError(error, WHAT);
  }
}

/** A live connection: what its reader sees now, and in each hour that it lasts. @returns ends it. */
export function followAccess(
  {
    user,
    headers,
    address,
  }: { readonly user: User; readonly headers: IncomingHttpHeaders; readonly address: string },
  { accessLog, tracking, onError }: AccessDeps,
): () => void {
  const reading = readingOf(user, 'live', headers);
  return accessLog.follow(() => {
    tracking.visible(user, headers, address).then(
      (seen) =>
        accessLog.note(
          reading,
          seen.map(({ id }) => id),
        ),
      (error: unknown) => onError(error, WHAT),
    );
  });
}

const readingOf = (user: User, kind: AccessKind, { authorization }: IncomingHttpHeaders) => ({
  readerId: user.id,
  readerName: user.name,
  isGuest: isShared(user),
  kind,
  byToken: authorization !== undefined,
});

async function kindOf(call: Call): Promise<AccessKind | null> {
  const { accessLog } = call.route;
  if (accessLog === undefined) return null;
  if ((await call.rule())?.sheet === true) return 'export';
  return accessLog === 'latest' && 'from' in Object(call.request.query) ? 'history' : accessLog;
}

async function devicesOf(call: Call, user: User, { tracking }: AccessDeps): Promise<Iterable<number>> {
  const query = new URLSearchParams(call.request.url.split('?')[1] ?? '');
  const asked = (name: string): readonly number[] =>
    isRead(call.route, name) ? query.getAll(name).flatMap(idIn) : [];
  // By number: only the answer shows the devices.
  if (call.key === 'GET /positions' && asked('id').length > 0)
    return ownersIn(await call.read(call.request.url));
  const named = [...asked('deviceId'), ...(call.id > 0 ? [call.id] : [])];
  const groups = asked('groupId');
  // Administrators see what no link says.
  if (groups.length === 0 && named.length > 0 && user.administrator) return named;
  const seen = await tracking.visible(user, call.request.headers, call.request.ip);
  if (groups.length + named.length === 0) return seen.map(({ id }) => id);
  const known = groups.length === 0 ? [] : groupsIn(await call.read('/api/groups'));
  const wanted = new Set(groups.flatMap((id) => [id, ...groupBranch(known, id)]));
  const ids = new Set(named);
  // Reports leave out what their reader does not see, without a word.
  const visibleIds = seen.filter(({ id, groupId }) => ids.has(id) || wanted.has(groupId)).map(({ id }) => id);
  return user.administrator ? [...visibleIds, ...named] : visibleIds;
}

/** A parameter that a route does not read narrows nothing. */
const isRead = ({ query }: Route, name: string): boolean =>
  query !== undefined && 'shape' in query && name in Object(query.shape);

const idIn = (value: unknown): number[] => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
};
const groupsIn = (read: unknown): readonly Pick<Group, 'id' | 'groupId'>[] =>
  (Array.isArray(read) ? read : []).map((each) => ({
    id: Number(Object(each).id),
    groupId: Number(Object(each).groupId ?? 0),
  }));
const ownersIn = (positions: unknown): number[] =>
  (Array.isArray(positions) ? positions : []).flatMap((position) => idIn(Object(position).deviceId));
