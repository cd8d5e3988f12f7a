/** Pages before the login, of drivers who only check in, and walls: they have no fleet. */
const WITHOUT_FLEET = /^\/(?:login|motorista|share|register|maintenance|qr-driver|overview\/wall)(?:\/|$)/;

/** Calls of every start, in the words of the client: what is asked otherwise is asked twice. */
export const SERVER = '/api/server';
export const BRANDING = '/ext/assets/custom/config.json';
export const SESSION = '/api/session?quiet=true';
export const OVERVIEW = '/api/positions/overview';

/** Whether the fleet is behind this page. */
export const hasFleet = (path: string): boolean => !WITHOUT_FLEET.test(path);

/** Whether it is the past of vehicles: their tracks are on the map, not the fleet. */
export const isPast = (path: string): boolean => path === '/history';

/** Seconds since 1970. */
interface FirstTrack {
  readonly address: string;
  readonly span: { readonly from: number; readonly to: number };
}

/**
 * The first track that a link to the past asks for; null = which one it is depends on the user.
 * @source kernel/period/period.ts, areas/history/track-loader.ts
 */
export function firstTrack(search: URLSearchParams): FirstTrack | null {
  const id = Number(search.get('devices')?.split(',')[0]);
  const [from = Number.NaN, to = Number.NaN] = ['from', 'to'].map((end) => Date.parse(search.get(end) ?? ''));
  if (!Number.isSafeInteger(id) || id <= 0 || !(from < to)) return null;
  // Measured values are columns of the track.
  if (search.has('measure') || search.has('curve')) return null;
  const span = { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) };
  const dates = {
    from: new Date(span.from * 1000).toISOString(),
    to: new Date(span.to * 1000).toISOString(),
  };
  return { address: `/api/tracks/${id}?${new URLSearchParams(dates)}`, span };
}

/** Whether the link shows just the track of one vehicle, by its speeds. */
export const isPlainTrack = (search: URLSearchParams): boolean =>
  /^\d+$/.test(search.get('devices') ?? '') && !UNPLAIN.some((name) => search.has(name));
const UNPLAIN = ['colour', 'focus', 'hidden'] as const;
