import { isTrackingKey, type Access, type Route, type RouteTable } from '@rastro/fleet/api';

const own = (summary: string, access: Access): Route => ({ area: 'server', summary, access });
/** Routes that this process answers itself. */
export const OWN_ROUTES = {
  'GET /health/live': own('The process lives; public', 'public'),
  'GET /health/ready': own(
    'The tracking server answers, and no damage of stored data is known; public',
    'public',
  ),
  'GET /metrics': own('Figures for Prometheus; administrators', 'administrator'),
} as const satisfies RouteTable;
export type OwnKey = keyof typeof OWN_ROUTES;

/** @throws when a route of the tracking server has no rule: nobody has thought about who may use it. */
export function requireRules(routes: readonly { readonly method: string; readonly path: string }[]): void {
  for (const { method, path } of routes) {
    if (!isTrackingKey(`${method} ${path}`))
      throw new Error(`Cannot start: route ${method} /api${path} declares no right`);
  }
}
