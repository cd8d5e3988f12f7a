import { guestOf, type ShareDeps } from '@rastro/extension';
import { TRACKING_ROUTES } from '@rastro/fleet/api';
import type { StoredShare } from '@rastro/fleet/schemas';
import type { ForwardedReply } from '../tracking-server.ts';

const text = (status: number, line: string): ForwardedReply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(line),
});
export const json = (body: unknown, headers: ForwardedReply['headers'] = {}): ForwardedReply => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});
const NOTHING_ELSE = text(403, 'Only what is shared - A guest sees the shared vehicles, nothing else');
const NOT_THERE = text(400, 'Device access denied - Device not found or not yours');
/** Nobody acts as a guest. */
const NOBODY_ELSE: ForwardedReply = { status: 204, headers: {}, body: Buffer.alloc(0) };
export const OVER = text(401, 'HTTP 401 Unauthorized - This share has ended');

/**
 * Answers a guest: account, shared devices, their positions and tracks since the share began. Nothing else exists for
 * guests.
 */
export async function guestAnswer(
  { sight: sights }: ShareDeps,
  share: StoredShare,
  { method, url }: { readonly method: string; readonly url: string },
): Promise<ForwardedReply> {
  const { pathname, searchParams } = new URL(url, 'http://guest.invalid');
  if (method !== 'GET') return NOTHING_ELSE;
  if (pathname === '/api/session') return json(guestOf(share));
  if (pathname === '/api/session/actor') return NOBODY_ELSE;
  const sight = await sights.read(share.id);
  if (!sight) return OVER;
  if (pathname === '/api/devices') return json(sight.devices);
  const [, id] = /^\/api\/devices\/(\d+)$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const device = sight.devices.find((each) => each.id === Number(id));
    return device ? json(device) : NOT_THERE;
  }
  if (pathname !== '/api/positions') return NOTHING_ELSE;
  const asked = positionsAsked(searchParams);
  if (typeof asked === 'string') return text(400, `Invalid data - ${asked}`);
  const { id: ids, deviceId, from, to } = asked;
  if (deviceId !== null && !sight.devices.some((each) => each.id === deviceId)) return NOT_THERE;
  if (deviceId !== null && from !== null && to !== null)
    return json(await sights.track(sight, deviceId, new Date(from), new Date(to)));
  return json(
    sight.positions.filter(
      (each) =>
        (ids.length === 0 || ids.includes(each.id)) && (deviceId === null || each.deviceId === deviceId),
    ),
  );
}

/** A text says what is wrong. */
function positionsAsked(query: URLSearchParams) {
  const key = 'GET /positions';
  const ids = query.getAll('id');
  const raw = { ...Object.fromEntries(query), ...(ids.length > 0 ? { id: ids } : {}) };
  const read = TRACKING_ROUTES[key].query.safeParse(raw);
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'The query cannot be read');
}
