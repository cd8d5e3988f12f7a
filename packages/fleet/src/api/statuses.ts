import type { ErrorStatus } from './error-statuses.ts';
import { accessRules, isOpen, nothing, splitKey, type Answer, type Method, type Route } from './route.ts';

/** Error statuses that any call can get. */
const EVERYWHERE: readonly ErrorStatus[] = [400, 403, 408, 429, 431, 502, 503];

/** Returns the successful answers of a route. */
export function successesOf({ answer, also = [] }: Route): readonly Answer[] {
  return [answer ?? nothing(204), ...also];
}

/** Returns every error status of a route. */
export function errorStatusesOf(key: string, route: Route): readonly ErrorStatus[] {
  const { method, path } = splitKey(key);
  const isNamed = path.includes(':');
  const isConditional = accessRules(route).every((rule) => Object.keys(rule).length > 1);
  const all = new Set<ErrorStatus>(EVERYWHERE);
  if (!isOpen(route)) all.add(401);
  if (isNamed || isConditional || canName(route) || route.tier !== undefined) all.add(404);
  if (isNamed) all.add(414);
  if (method !== 'GET') all.add(413).add(415);
  for (const status of route.errors ?? []) all.add(status);
  return [...all].toSorted((a, b) => a - b);
}

/**
 * Could query or body name something that does not exist? Administrators get that error; others, that it is not theirs.
 */
const canName = ({ query, body, form }: Route): boolean => (query ?? body ?? form) !== undefined;

/** The methods that an address below the prefix of a table knows; none = there is nothing. */
export function methodsAt(keys: Iterable<string>, path: string): readonly Method[] {
  const parts = path.split('/');
  const methods = new Set<Method>();
  for (const key of keys) {
    const { method, path: pattern } = splitKey(key);
    const wanted = pattern.split('/');
    const fits =
      wanted.length === parts.length && wanted.every((part, n) => part === parts[n] || part.startsWith(':'));
    if (fits) methods.add(method);
  }
  return [...methods];
}
