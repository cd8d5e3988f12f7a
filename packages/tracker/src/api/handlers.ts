import type { TrackingKey } from '@rastro/fleet/api';
import { accountRoutes } from '../account/account-routes.ts';
import { alarmRoutes } from '../alarms/alarm-routes.ts';
import { auditRoutes } from '../audit/audit-routes.ts';
import { commandRoutes } from '../commands/command-routes.ts';
import { computedTestRoutes } from '../attributes/computed-test-routes.ts';
import { accumulatorRoutes } from '../devices/accumulator-routes.ts';
import { unassignedRoutes } from '../devices/unassigned-routes.ts';
import { deviceRoutes } from '../devices/device-routes.ts';
import { connectionRoutes } from '../diagnosis/connection-routes.ts';
import { diagnosisRoutes } from '../diagnosis/diagnosis-routes.ts';
import { docsRoutes } from '../docs/docs-routes.ts';
import { exportRoutes } from '../exports/export-routes.ts';
import { groupRoutes } from '../groups/group-routes.ts';
import type { Handlers } from '../http/bind.ts';
import { imageRoutes } from '../images/image-routes.ts';
import { linkedRoutes } from '../linked/linked-routes.ts';
import { notificationRoutes, pushRoutes, webhookRoutes } from '../notifications/notification-routes.ts';
import { traceRoutes } from '../notifications/trace-routes.ts';
import { permissionRoutes } from '../permissions/permission-routes.ts';
import { overviewRoutes } from '../positions/overview-routes.ts';
import { positionRemovalRoutes } from '../positions/position-removal-routes.ts';
import { positionRoutes } from '../positions/position-routes.ts';
import { trackRoutes } from '../reports/tracks/track-routes.ts';
import { reportRoutes } from '../reports/report-routes.ts';
import { geocodeRoutes, serverRoutes } from '../server/server-routes.ts';
import { openIdRoutes } from '../sessions/open-id-routes.ts';
import { passwordRoutes } from '../sessions/password-routes.ts';
import { serviceRoutes } from '../maintenance/service-routes.ts';
import { sessionRoutes, tokenRoutes } from '../sessions/session-routes.ts';
import { shareRoutes } from '../shares/share-routes.ts';
import { trafficRoutes } from '../traffic/traffic-routes.ts';
import { moveRoutes } from '../permissions/move-routes.ts';
import { userRoutes } from '../users/user-routes.ts';
import type { ApiContext } from './context.ts';

/** Handlers of all routes of the table; a route without a handler does not compile. */
export const allHandlers = (context: ApiContext): Handlers<TrackingKey> => ({
  ...serverRoutes(context),
  ...geocodeRoutes(context),
  ...docsRoutes(context),
  ...auditRoutes(context),
  ...sessionRoutes(context),
  ...tokenRoutes(context),
  ...passwordRoutes(context),
  ...openIdRoutes(context),
  ...userRoutes(context),
  ...accountRoutes(context),
  ...permissionRoutes(context),
  ...moveRoutes(context),
  ...shareRoutes(context),
  ...deviceRoutes(context),
  ...unassignedRoutes(context),
  ...accumulatorRoutes(context),
  ...imageRoutes(context),
  ...trafficRoutes(context),
  ...diagnosisRoutes(context),
  ...connectionRoutes(context),
  ...groupRoutes(context),
  ...linkedRoutes(context),
  ...computedTestRoutes(context),
  ...commandRoutes(context),
  ...notificationRoutes(context),
  ...traceRoutes(context),
  ...pushRoutes(context),
  ...webhookRoutes(context),
  ...alarmRoutes(context),
  ...serviceRoutes(context),
  ...overviewRoutes(context),
  ...positionRoutes(context),
  ...positionRemovalRoutes(context),
  ...exportRoutes(context),
  ...reportRoutes(context),
  ...trackRoutes(context),
});
