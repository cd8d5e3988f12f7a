import type { Right } from '@rastro/fleet';

/**
 * Who may use a route: anybody, anybody signed in, administrators, or whoever has a right.
 * Links and restriction flags (which device, which user) are the tracking server's own, behind this.
 */
export type Access = 'public' | 'session' | 'administrator' | Right;

export interface RouteRule {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** Applies only when this query parameter is present. */
  readonly query?: string;
  /** Applies only to the caller's own account. */
  readonly self?: true;
  /** Applies only to links of such a property with devices or groups, e.g. `geofence`. */
  readonly links?: string;
  /** Applies only to commands that need the rule's right, e.g. `engineStop` for `devices.lock`. */
  readonly command?: true;
  /** Applies only to the calls that set and take away the anchor of a vehicle that the caller sees. */
  readonly anchor?: true;
  /** Answers anchors alone, whatever else there is. */
  readonly anchors?: true;
  /** Applies only when a sheet is asked for, by the types that the caller accepts. */
  readonly sheet?: true;
  /** Applies only to callers who are signed in; others fall through to the next rule. */
  readonly signedIn?: true;
}

const rule = (
  method: RouteRule['method'],
  path: string,
  access: Access,
  only: Pick<
    RouteRule,
    'query' | 'self' | 'links' | 'command' | 'anchor' | 'anchors' | 'sheet' | 'signedIn'
  > = {},
): RouteRule => ({ method, path, access, ...only });

type CrudArea =
  | 'groups'
  | 'geofences'
  | 'commands'
  | 'notifications'
  | 'drivers'
  | 'calendars'
  | 'maintenance'
  | 'computed';
const crud = (path: string, area: CrudArea): RouteRule[] => [
  rule('GET', `/api/${path}`, `${area}.view`),
  rule('GET', `/api/${path}/:id`, `${area}.view`),
  rule('POST', `/api/${path}`, `${area}.create`),
  rule('PUT', `/api/${path}/:id`, `${area}.edit`),
  rule('DELETE', `/api/${path}/:id`, `${area}.delete`),
];
/** What may be linked to devices and groups by whoever may edit it; all other links give rights to people. */
const LINKABLE: Readonly<Record<string, Right>> = {
  geofence: 'geofences.edit',
  notification: 'notifications.edit',
  attribute: 'computed.edit',
  driver: 'drivers.edit',
  command: 'commands.edit',
  maintenance: 'maintenance.edit',
  order: 'devices.edit',
  report: 'reports.export',
  linkedDevice: 'devices.edit',
};
const LINKED_VIEW: Readonly<Record<string, Right>> = {
  geofenceId: 'geofences.view',
  notificationId: 'notifications.view',
  attributeId: 'computed.view',
  driverId: 'drivers.view',
  commandId: 'commands.view',
  maintenanceId: 'maintenance.view',
};
const linking = (method: 'POST' | 'DELETE', path: string): RouteRule[] => [
  ...Object.entries(LINKABLE).map(([links, right]) => rule(method, path, right, { links })),
  rule(method, path, 'users.edit'),
];
const REPORTS = ['route', 'trips', 'stops', 'summary', 'events', 'geofences', 'combined'];

/**
 * Every route of the tracking API with the right that it needs; the first rule that applies decides.
 * A route that is not here does not exist for the outside; an embedded route that is missing here stops
 * the start. Seeing one's vehicles live needs no right but a link, because guests and drivers do it too.
 */
export const TRACKING_ROUTES: readonly RouteRule[] = [
  rule('GET', '/api/server', 'public'),
  rule('PUT', '/api/server', 'administrator'),
  rule('GET', '/api/server/timezones', 'session'),
  rule('GET', '/api/server/geocode', 'session'),
  rule('GET', '/api/server/geocode/search', 'session'),
  rule('POST', '/api/server/restart', 'administrator'),
  rule('POST', '/api/server/reboot', 'administrator'),
  rule('GET', '/api/health', 'public'),
  rule('GET', '/api/openapi.json', 'public'),
  rule('GET', '/api/docs', 'public'),
  rule('GET', '/api/docs.css', 'public'),
  rule('GET', '/api/statistics', 'administrator'),
  rule('GET', '/api/audit', 'administrator'),

  rule('GET', '/api/session', 'public'),
  rule('POST', '/api/session', 'public'),
  rule('DELETE', '/api/session', 'session'),
  rule('GET', '/api/session/openid/auth', 'public'),
  rule('GET', '/api/session/openid/callback', 'public'),
  rule('GET', '/api/session/:id', 'users.edit'),
  rule('POST', '/api/session/token', 'session'),
  rule('POST', '/api/session/token/revoke', 'session'),
  rule('POST', '/api/session/password', 'public'),
  rule('POST', '/api/password/reset', 'public'),
  rule('POST', '/api/password/update', 'public'),

  rule('POST', '/api/share/device', 'share.create'),
  rule('POST', '/api/share/group', 'share.create'),

  rule('POST', '/api/users/totp', 'public'),
  rule('GET', '/api/users', 'users.view'),
  rule('GET', '/api/users/:id', 'session', { self: true }),
  rule('GET', '/api/users/:id', 'users.view'),
  rule('POST', '/api/users', 'users.create', { signedIn: true }),
  rule('POST', '/api/users', 'public'),
  rule('PUT', '/api/users/:id', 'users.selfEdit', { self: true }),
  rule('PUT', '/api/users/:id', 'users.edit'),
  rule('DELETE', '/api/users/:id', 'users.delete'),

  rule('GET', '/api/devices', 'session'),
  rule('GET', '/api/devices/:id', 'session'),
  rule('POST', '/api/devices', 'devices.create'),
  rule('PUT', '/api/devices/:id', 'devices.edit'),
  rule('DELETE', '/api/devices/:id', 'devices.delete'),
  rule('PUT', '/api/devices/:id/accumulators', 'devices.edit'),
  rule('POST', '/api/devices/:id/image', 'devices.edit'),
  rule('DELETE', '/api/devices/:id/image', 'devices.edit'),
  rule('POST', '/api/devices/:id/traffic', 'administrator'),
  rule('GET', '/api/devices/:id/traffic', 'administrator'),
  rule('DELETE', '/api/devices/:id/traffic', 'administrator'),
  rule('GET', '/api/devices/:id/diagnosis', 'devices.view'),
  rule('GET', '/api/media/:uniqueId/:file', 'session'),

  rule('GET', '/api/positions', 'reports.view', { query: 'from' }),
  rule('GET', '/api/positions', 'session'),
  rule('DELETE', '/api/positions', 'devices.edit'),
  rule('DELETE', '/api/positions/:id', 'devices.edit'),
  ...['csv', 'gpx', 'kml', 'kmz'].map((name) => rule('GET', `/api/positions/${name}`, 'reports.export')),
  rule('GET', '/api/events/:id', 'events.view'),
  ...REPORTS.flatMap((name) => [
    rule('GET', `/api/reports/${name}`, 'reports.export', { sheet: true }),
    // The list of events is the event screen, too.
    rule('GET', `/api/reports/${name}`, name === 'events' ? 'events.view' : 'reports.view'),
  ]),
  ...REPORTS.filter((name) => name !== 'combined').flatMap((name) =>
    ['xlsx', 'csv', 'mail'].map((format) => rule('GET', `/api/reports/${name}/${format}`, 'reports.export')),
  ),
  rule('GET', '/api/reports/devices/xlsx', 'reports.export'),

  ...crud('groups', 'groups'),
  // The anchor toggle needs no right about geofences, and gives none.
  rule('GET', '/api/geofences', 'anchor.view', { query: 'anchors', anchors: true }),
  rule('POST', '/api/geofences', 'anchor.toggle', { anchor: true }),
  rule('DELETE', '/api/geofences/:id', 'anchor.toggle', { anchor: true }),
  ...crud('geofences', 'geofences'),
  ...crud('notifications', 'notifications'),
  rule('GET', '/api/notifications/types', 'notifications.view'),
  rule('GET', '/api/notifications/notificators', 'notifications.view'),
  rule('POST', '/api/notifications/test', 'notifications.view'),
  rule('POST', '/api/notifications/test/:notificator', 'notifications.view'),
  // Only for those who manage people; the tracking server knows whom.
  rule('POST', '/api/notifications/send/:notificator', 'users.view'),
  rule('GET', '/api/notifications/deliveries', 'notifications.view'),
  rule('GET', '/api/notifications/push-key', 'notifications.view'),
  rule('POST', '/api/notifications/push-subscriptions', 'notifications.view'),
  rule('DELETE', '/api/notifications/push-subscriptions', 'session'),
  rule('GET', '/api/notifications/webhook', 'notifications.view'),
  rule('PUT', '/api/notifications/webhook', 'notifications.view'),
  rule('DELETE', '/api/notifications/webhook', 'notifications.view'),
  ...crud('drivers', 'drivers'),
  ...crud('calendars', 'calendars'),
  ...crud('maintenance', 'maintenance'),
  ...crud('attributes/computed', 'computed'),
  rule('POST', '/api/attributes/computed/test', 'computed.view'),
  ...crud('commands', 'commands'),
  rule('GET', '/api/orders', 'session'),
  rule('GET', '/api/orders/:id', 'session'),
  rule('POST', '/api/orders', 'devices.edit'),
  rule('PUT', '/api/orders/:id', 'devices.edit'),
  rule('DELETE', '/api/orders/:id', 'devices.edit'),
  rule('GET', '/api/reports', 'reports.view'),
  rule('GET', '/api/reports/:id', 'reports.view'),
  rule('POST', '/api/reports', 'reports.export'),
  rule('PUT', '/api/reports/:id', 'reports.export'),
  rule('DELETE', '/api/reports/:id', 'reports.export'),
  rule('GET', '/api/commands/types', 'devices.sendCommand'),
  rule('GET', '/api/commands/send', 'devices.sendCommand'),
  rule('POST', '/api/commands/send', 'devices.lock', { command: true }),
  rule('POST', '/api/commands/send', 'devices.unlock', { command: true }),
  rule('POST', '/api/commands/send', 'devices.sendCommand'),
  // Whoever may see what happens to a vehicle may see what becomes of its commands.
  rule('GET', '/api/commands/queue', 'events.view'),
  rule('DELETE', '/api/commands/queue/:id', 'devices.sendCommand'),

  // What is linked to things is seen by whoever sees the thing; what is linked to people by who manages them.
  rule('GET', '/api/permissions', 'users.view', { query: 'userId' }),
  ...Object.entries(LINKED_VIEW).map(([query, access]) => rule('GET', '/api/permissions', access, { query })),
  rule('GET', '/api/permissions', 'administrator'),
  rule('POST', '/api/permissions', 'anchor.toggle', { anchor: true }),
  ...linking('POST', '/api/permissions'),
  ...linking('DELETE', '/api/permissions'),
  ...linking('POST', '/api/permissions/bulk'),
  ...linking('DELETE', '/api/permissions/bulk'),
];

/** What this process answers itself. */
export const OWN_ROUTES: readonly RouteRule[] = [
  rule('GET', '/health/live', 'public'),
  rule('GET', '/health/ready', 'public'),
  rule('GET', '/metrics', 'administrator'),
];

/** What the extension answers, below its prefix. */
export const EXTENSION_ROUTES: readonly RouteRule[] = [
  rule('GET', '/assets/custom/config.json', 'public'),
  rule('GET', '/visitor', 'session'),
];

/** @throws when a route of the tracking server has no rule: nobody has thought about who may use it. */
export function requireRules(routes: readonly { readonly method: string; readonly path: string }[]): void {
  const known = new Set(TRACKING_ROUTES.map(({ method, path }) => `${method} ${path}`));
  for (const { method, path } of routes) {
    if (!known.has(`${method} /api${path}`))
      throw new Error(`Cannot start: route ${method} /api${path} declares no right`);
  }
}
