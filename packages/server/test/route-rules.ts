import type { Right } from '@rastro/fleet';
import {
  accessRules,
  EXTENSION_ROUTES,
  splitKey,
  TRACKING_ROUTES,
  type Access,
  type AccessRule,
  type Method,
  type Route,
} from '@rastro/fleet/api';
import { OWN_ROUTES } from '../src/gateway/route-table.ts';

/** For tests: a rule of a route. */
export interface RouteRule extends AccessRule {
  readonly method: Method;
  /** With its prefix. */
  readonly path: string;
  /** Also for drivers who only check in. */
  readonly qrDriver: boolean;
  readonly route: Route;
}

/** The rules of a table of routes, in their order. */
const rulesOf = (table: Readonly<Record<string, Route>>, prefix: string): readonly RouteRule[] =>
  Object.entries(table).flatMap(([key, route]) => {
    const { method, path } = splitKey(key);
    return accessRules(route).map((rule) => ({
      ...rule,
      method,
      path: prefix + path,
      qrDriver: route.qrDriver === true,
      route,
    }));
  });

/** Every rule of every route. */
export const ROUTE_RULES: readonly RouteRule[] = [
  ...rulesOf(TRACKING_ROUTES, '/api'),
  ...rulesOf(OWN_ROUTES, ''),
  ...rulesOf(EXTENSION_ROUTES, '/ext'),
];

export const isRight = (access: Access): access is Right =>
  !['public', 'session', 'administrator', 'brands'].includes(access);

export const titleOf = ({ method, path, query, self, links, command, anchor, access }: RouteRule): string =>
  `${method} ${path}${query ? `?${query}` : ''}${self ? ' of oneself' : ''}${links ? ` of a ${links}` : ''}${command ? ' of such a command' : ''}${anchor ? ' of an anchor' : ''} needs ${access}`;
