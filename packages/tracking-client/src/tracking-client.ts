import type {
  Calendar,
  Driver,
  Geofence,
  Group,
  Maintenance,
  Order,
  OwnerKind,
  PropertyKind,
  SavedCommand,
  ScheduledReport,
} from '@rastro/fleet';
import type { TrackingRoutes } from '@rastro/fleet/api';
import { Caller, type Answer, type CallerOptions } from './caller.ts';
import { accountCalls, type AccountCalls } from './account-calls.ts';
import { alarmCalls, type AlarmCalls } from './alarm-calls.ts';
import { commandCalls, type CommandCalls } from './command-calls.ts';
import { computedCalls, type ComputedCalls } from './computed-calls.ts';
import { deviceCalls, type DeviceCalls } from './device-calls.ts';
import { entityCalls, type EntityCalls } from './entity-calls.ts';
import { notificationCalls, type NotificationCalls } from './notification-calls.ts';
import { positionCalls, type PositionCalls } from './position-calls.ts';
import { reportCalls, type ReportCalls } from './report-calls.ts';
import { serverCalls, type ServerCalls } from './server-calls.ts';
import { serviceCalls, type ServiceCalls } from './service-calls.ts';
import { sessionCalls, type SessionCalls } from './session-calls.ts';
import { shareCalls, type ShareCalls } from './share-calls.ts';
import { trackCalls, type TrackCalls } from './track-calls.ts';
import { trafficCalls, type TrafficCalls } from './traffic-calls.ts';
import { userCalls, type UserCalls } from './user-calls.ts';

/** @source docs/reference/requirements.md SPEC §9 "HTTP timeouts" */
export const TRACKING_TIMEOUT_MS = 60_000;

/** Of the registry of linked kinds, and of users and devices themselves. */
export type PermissionKey = `${OwnerKind | PropertyKind}Id`;

/** Owner first: the order of the two members is part of the call. @source docs/reference/tracking-api.md §2.17 */
export interface PermissionLink {
  readonly owner: readonly [key: `${OwnerKind}Id`, id: number];
  readonly property: readonly [key: PermissionKey, id: number];
}

export interface PermissionCalls {
  link(link: PermissionLink, signal: AbortSignal): Promise<Answer<null>>;
  unlink(link: PermissionLink, signal: AbortSignal): Promise<Answer<null>>;
  /** All or none; links of one kind. */
  linkMany(links: readonly PermissionLink[], signal: AbortSignal): Promise<Answer<null>>;
  unlinkMany(links: readonly PermissionLink[], signal: AbortSignal): Promise<Answer<null>>;
  /** Links like this one; an id of 0 matches any. */
  list(
    like: PermissionLink,
    signal: AbortSignal,
  ): Promise<Answer<readonly Readonly<Record<string, number>>[]>>;
}

/** The tracking API, typed. Every failure is a value; only an abort is thrown. */
export interface TrackingClient {
  readonly session: SessionCalls;
  readonly server: ServerCalls;
  readonly users: UserCalls;
  readonly account: AccountCalls;
  readonly devices: DeviceCalls;
  readonly drivers: EntityCalls<Driver>;
  readonly groups: EntityCalls<Group>;
  readonly geofences: EntityCalls<Geofence>;
  readonly calendars: EntityCalls<Calendar>;
  readonly notifications: NotificationCalls;
  readonly alarms: AlarmCalls;
  readonly maintenance: EntityCalls<Maintenance>;
  readonly services: ServiceCalls;
  readonly computed: ComputedCalls;
  readonly savedCommands: EntityCalls<SavedCommand>;
  readonly orders: EntityCalls<Order>;
  /** Questions of reports under a name, mailed by a calendar. */
  readonly savedReports: EntityCalls<ScheduledReport>;
  readonly positions: PositionCalls;
  readonly reports: ReportCalls;
  readonly shares: ShareCalls;
  readonly tracks: TrackCalls;
  readonly traffic: TrafficCalls;
  readonly commands: CommandCalls;
  readonly permissions: PermissionCalls;
}

export type TrackingClientOptions = Omit<CallerOptions, 'timeoutMs'> & {
  readonly timeoutMs?: number;
  /** Where shares are called (docs/reference/requirements.md SPEC §7); left out = where everything else is. */
  readonly extensionPath?: string;
};

export function createTrackingClient(options: TrackingClientOptions): TrackingClient {
  const caller = new Caller<TrackingRoutes>({ timeoutMs: TRACKING_TIMEOUT_MS, ...options });
  const { basePath, extensionPath = basePath } = options;
  const sharing = new Caller<TrackingRoutes>({
    timeoutMs: TRACKING_TIMEOUT_MS,
    ...options,
    basePath: extensionPath,
  });
  return {
    session: sessionCalls(caller),
    server: serverCalls(caller),
    users: userCalls(caller),
    account: accountCalls(caller),
    devices: deviceCalls(caller),
    drivers: entityCalls<Driver>(caller, 'drivers'),
    groups: entityCalls<Group>(caller, 'groups'),
    geofences: entityCalls<Geofence>(caller, 'geofences'),
    calendars: entityCalls<Calendar>(caller, 'calendars'),
    notifications: notificationCalls(caller),
    alarms: alarmCalls(caller),
    maintenance: entityCalls<Maintenance>(caller, 'maintenance'),
    services: serviceCalls(caller),
    computed: computedCalls(caller),
    savedCommands: entityCalls<SavedCommand>(caller, 'commands'),
    orders: entityCalls<Order>(caller, 'orders'),
    savedReports: entityCalls<ScheduledReport>(caller, 'reports'),
    positions: positionCalls(caller),
    reports: reportCalls(caller),
    shares: shareCalls(sharing, caller),
    tracks: trackCalls(caller),
    traffic: trafficCalls(caller),
    commands: commandCalls(caller),
    permissions: {
      link: (link, signal) => caller.done('POST /permissions', { json: pair(link) }, signal),
      unlink: (link, signal) => caller.done('DELETE /permissions', { json: pair(link) }, signal),
      linkMany: (links, signal) => caller.done('POST /permissions/bulk', { json: links.map(pair) }, signal),
      unlinkMany: (links, signal) =>
        caller.done('DELETE /permissions/bulk', { json: links.map(pair) }, signal),
      list: (like, signal) => caller.json('GET /permissions', { query: pair(like) }, signal),
    },
  };
}

function pair({ owner, property }: PermissionLink): Readonly<Record<string, number>> {
  return { [owner[0]]: owner[1], [property[0]]: property[1] };
}
