/** Pages before the login, and of drivers who only check in: they have no fleet. */
const WITHOUT_FLEET = /^\/(?:login|motorista|share|register|maintenance|qr-driver)(?:\/|$)/;

/** Calls of every start, in the words of the client: what is asked otherwise is asked twice. */
export const SERVER = '/api/server';
export const BRANDING = '/ext/assets/custom/config.json';
export const SESSION = '/api/session?quiet=true';
export const OVERVIEW = '/api/positions/overview';

/** Whether the fleet is behind this page. */
export const hasFleet = (path: string): boolean => !WITHOUT_FLEET.test(path);

/** Whether it is the past of vehicles: their tracks are on the map, not the fleet. */
export const isPast = (path: string): boolean => path === '/history';

/**
 * Address of the first track that a link to the past asks for; null = which one it is depends on the user.
 * @source kernel/period/period.ts, areas/history/track-loader.ts
 */
export function firstTrack(search: URLSearchParams): string | null {
  const id = Number(search.get('devices')?.split(',')[0]);
  const [from = Number.NaN, to = Number.NaN] = ['from', 'to'].map((end) => Date.parse(search.get(end) ?? ''));
  if (!Number.isSafeInteger(id) || id <= 0 || !(from < to)) return null;
  // Measured values are columns of the track.
  if (search.has('measure') || search.has('curve')) return null;
  const whole = {
    from: new Date(Math.floor(from / 1000) * 1000).toISOString(),
    to: new Date(Math.ceil(to / 1000) * 1000).toISOString(),
  };
  return `/api/tracks/${id}?${new URLSearchParams(whole)}`;
}
