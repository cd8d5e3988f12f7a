import { ACCOUNT_ROUTES } from './routes/own-account.ts';
import { ALARM_ROUTES } from './routes/alarms.ts';
import { COMMAND_ROUTES, COMPUTED_ROUTES } from './routes/commands.ts';
import { DEVICE_ROUTES, GROUP_ROUTES } from './routes/devices.ts';
import { POSITION_ROUTES, REPORT_ROUTES, TRACK_ROUTES } from './routes/history.ts';
import { LINKED_ROUTES } from './routes/linked.ts';
import { NOTIFICATION_ROUTES } from './routes/notifications.ts';
import { PERMISSION_ROUTES, SHARE_ROUTES, USER_ROUTES } from './routes/users.ts';
import { SERVER_ROUTES } from './routes/server.ts';
import { SERVICE_ROUTES } from './routes/services.ts';
import { SESSION_ROUTES } from './routes/sessions.ts';

/**
 * Every route of the tracking server below `/api`, once: handlers are bound to it, and gateway, audit, reference page,
 * clients and the tests of roles follow from it. Other routes do not exist.
 */
export const TRACKING_ROUTES = {
  ...SERVER_ROUTES,
  ...SESSION_ROUTES,
  ...USER_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PERMISSION_ROUTES,
  ...SHARE_ROUTES,
  ...DEVICE_ROUTES,
  ...GROUP_ROUTES,
  ...LINKED_ROUTES,
  ...COMMAND_ROUTES,
  ...COMPUTED_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...ALARM_ROUTES,
  ...SERVICE_ROUTES,
  ...POSITION_ROUTES,
  ...TRACK_ROUTES,
  ...REPORT_ROUTES,
};
export type TrackingRoutes = typeof TRACKING_ROUTES;
export type TrackingKey = keyof TrackingRoutes;

/** Is this a route of ours? Paths of other servers are plain strings. */
export function isTrackingKey(key: string): key is TrackingKey {
  return Object.hasOwn(TRACKING_ROUTES, key);
}
