import {
  accessRules,
  EXTENSION_ROUTES as OF_EXTENSION,
  splitKey,
  TRACKING_ROUTES as OF_TRACKING,
  type AccessRule,
  type Method,
  type Route,
} from '@rastro/fleet/api';

/** One rule of a route. Of several for one method and path the first that applies decides. */
export interface RouteRule extends AccessRule {
  readonly method: Method;
  readonly path: string;
}

/** The rules of a table of routes, in their order. */
const rulesOf = (
  table: Readonly<Record<string, Pick<Route, 'access'>>>,
  prefix: string,
): readonly RouteRule[] =>
  Object.entries(table).flatMap(([key, route]) => {
    const { method, path } = splitKey(key);
    return accessRules(route).map((rule) => ({ ...rule, method, path: prefix + path }));
  });

/**
 * Every route of the tracking API with the right that it needs, from the one table in `fleet/api`. A route that is not
 * there does not exist for the outside; an embedded route that is missing there stops the start.
 */
export const TRACKING_ROUTES = rulesOf(OF_TRACKING, '/api');

/** What the extension answers, below its prefix. */
export const EXTENSION_ROUTES = rulesOf(OF_EXTENSION, '');

/** What this process answers itself. */
export const OWN_ROUTES: readonly RouteRule[] = [
  { method: 'GET', path: '/health/live', access: 'public' },
  { method: 'GET', path: '/health/ready', access: 'public' },
  { method: 'GET', path: '/metrics', access: 'administrator' },
];

/** @throws when a route of the tracking server has no rule: nobody has thought about who may use it. */
export function requireRules(routes: readonly { readonly method: string; readonly path: string }[]): void {
  const known = new Set(TRACKING_ROUTES.map(({ method, path }) => `${method} ${path}`));
  for (const { method, path } of routes) {
    if (!known.has(`${method} /api${path}`))
      throw new Error(`Cannot start: route ${method} /api${path} declares no right`);
  }
}
