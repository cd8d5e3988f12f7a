import { isQrDriver } from '@rastro/fleet';
import type { SessionState } from './session.ts';

const HOME = '/home';
const DRIVER_HOME = '/qr-driver';
const DRIVER_ROUTES = /^\/qr-driver(\/|$)/;

/**
 * Login address of a user without a session, with the page to return to.
 * @source docs/reference/requirements.md SPEC §2 "Navigation guard"
 */
export function loginPath(path: string): string {
  const login = DRIVER_ROUTES.test(path) ? '/motorista' : '/login';
  return `${login}?to=${encodeURIComponent(path)}`;
}

/** The page that waits for the server and comes back. */
export function maintenancePath(path: string): string {
  return `/maintenance?to=${encodeURIComponent(path)}`;
}

/**
 * Redirects by session. A driver who checks in has their own screens and no others.
 * @returns the path to open instead of `path`, a route that needs a session; null = stay.
 */
export function redirectOf(state: SessionState, path: string): string | null {
  switch (state.kind) {
    case 'signedIn':
      return isQrDriver(state.user, state.branding.brand) && !DRIVER_ROUTES.test(path) ? DRIVER_HOME : null;
    case 'signedOut':
      return loginPath(path);
    case 'unreachable':
    case 'unknown':
      return maintenancePath(path);
  }
}

/** Target of /maintenance once the server answers: any page of ours but itself. */
export function comebackOf(to: string | null): string {
  return isOwnPath(to) && !/^\/maintenance([/?#]|$)/.test(to) ? to : HOME;
}

/**
 * Reads the `to` parameter. Only a path of our own is followed: `//host` and `/\host` leave the site.
 * Public routes are no targets, or signing in would end at the login again.
 * @param landing Where the user lands who asked for nothing else.
 */
export function targetOf(to: string | null, landing = HOME): string {
  return isOwnPath(to) && !/^\/(login|motorista|register|maintenance)([/?#]|$)/.test(to) ? to : landing;
}

function isOwnPath(to: string | null): to is string {
  return to !== null && /^\/(?![/\\])/.test(to);
}
