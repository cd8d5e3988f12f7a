import type { JobStatus } from '@rastro/base/jobs';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '@rastro/base';
import { apiDate } from '@rastro/fleet';
import { Authenticator } from '../access/authenticate.ts';
import { Credentials } from '../access/credentials.ts';
import { RecoveryCodes } from '../access/recovery-codes.ts';
import { maySendSaved } from '../access/lock-rights.ts';
import { Visibility } from '../access/visibility.ts';
import type { ApiContext } from '../api/context.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import { createApi, type ApiRoute } from '../api/create-api.ts';
import { endDeadShares, removeDeadGuests } from '../access/guests.ts';
import { FirstAdministrator } from '../access/first-administrator.ts';
import { verdictsOf } from '../diagnosis/diagnosis-subject.ts';
import { acceptSockets, type Upgrade } from '../live/accept-sockets.ts';
import { LiveHub } from '../live/live-hub.ts';
import { ALWAYS_CERTAIN } from '../messages/certainty.ts';
import type { CommittedDevice } from '../messages/topics.ts';
import { PlaceScout } from '../reports/addresses/place-scout.ts';
import type { PushTo } from '../notifications/push-to.ts';
import { openNotifications } from './open-notifications.ts';
import { startRounds } from './rounds.ts';
import { startUpkeep } from './upkeep.ts';
import { openBase, saveWaiting, type ApiBase } from './api-base.ts';
import type { ApiDeps, ApiOptions } from './api-options.ts';

/** Serves users: the web API, live changes, reports, notifications. */
export interface ApiRole {
  readonly app: FastifyInstance;
  readonly routes: readonly ApiRoute[];
  readonly upgrade: Upgrade;
  readonly authenticator: Authenticator;
  readonly credentials: Credentials;
  /** Counted together by all processes on the bus. */
  readonly limits: Limits;
  readonly firstAdministrator: FirstAdministrator;
  readonly openSockets: () => number;
  /** Of every device, as users see it. */
  readonly states: () => Iterable<CommittedDevice>;
  /** Devices that a user sees, without hidden ones. */
  readonly visibleDevices: (userId: number) => ReadonlySet<number>;
  readonly assignedDevices: () => { readonly assigned: number; readonly unassigned: number };
  /** Times at which users were last here, ms since 1970. */
  readonly lastSeen: () => Promise<ReadonlyMap<number, number>>;
  /** Notifications on their way. */
  readonly openDeliveries: () => number;
  /** Rounds that one of the processes does for all, by name. */
  readonly jobs: () => ReadonlyMap<string, JobStatus>;
  /** Ends shares whose time is over; done every minute. */
  endExpiredShares(): Promise<void>;
  /** Mails scheduled reports that are due now. @returns how many were mailed. */
  mailDueReports(): Promise<number>;
  /** Asks for addresses of ends of new trips and stops; done every five minutes. */
  scoutPlaces(): Promise<void>;
  /** Notifies again of alarms that nobody has acknowledged in time; done every 15 seconds. */
  escalate(): Promise<void>;
  /** Push to a user's browsers, for other components of this server. */
  readonly push: PushTo;
  close(): Promise<void>;
}

export async function openApi(options: ApiOptions, deps: ApiDeps): Promise<ApiRole> {
  const { log } = options;
  const base = await openBase(options, deps);
  const { bus, live, credentials, authenticator, reports, places, shared } = base;
  const { notifier, webNotices, escalation, webPush, push } = await openNotifications(options.outgoing, {
    ...base,
    isAlone: deps.isAlone ?? false,
    maySend: (userId, commandId) => maySendSaved(base, userId, commandId),
    isWatching: (userId) => hub.isWatching(userId),
  });
  const hub: LiveHub = new LiveHub({
    ...base,
    audience: webNotices,
    certain: deps.certain ?? ALWAYS_CERTAIN,
    ...(options.pingMs === undefined ? {} : { pingMs: options.pingMs }),
  });
  const context = contextOf(base, { notifier, webPush, hub });
  const { app, routes } = await createApi(context, log);
  const scout = new PlaceScout(context);
  const stopUpkeep = startUpkeep(base);
  const stopShares = endDeadShares(base, (error) => log.error({ err: error }, 'cannot end shares'));
  const rounds = startRounds(options, base, { reports: context, scout });
  await bus.flush();
  return {
    app,
    routes,
    upgrade: acceptSockets(hub, authenticator),
    authenticator,
    credentials,
    limits: base.limits,
    firstAdministrator: base.firstAdministrator,
    openSockets: () => hub.size,
    states: () => Iterator.from(live.all()).map(([deviceId, state]) => ({ deviceId, ...state })),
    ...devicesOf(base.visibility),
    lastSeen: () => base.lastSeen.all(),
    openDeliveries: () => notifier.waiting,
    jobs: () => rounds.jobs(),
    endExpiredShares: () => removeDeadGuests(base),
    mailDueReports: () => rounds.mailDueReports(),
    scoutPlaces: () => scout.round(),
    escalate: () => escalation.round(),
    push,
    close: async () => {
      stopUpkeep();
      stopShares();
      scout.close();
      await rounds.close();
      await escalation.close();
      await notifier.close();
      hub.closeAll();
      await app.close();
      await reports.close();
      await places.close();
      live.close();
      shared.close();
      await saveWaiting(base, log);
    },
  };
}

function contextOf(
  base: ApiBase,
  { hub, ...rest }: Pick<ApiContext, 'notifier' | 'webPush'> & { readonly hub: LiveHub },
): ApiContext {
  return {
    slots: new KeyedMutex(),
    ...base,
    ...rest,
    recoveryCodes: new RecoveryCodes(base.privateStore),
    sendTest: (userId) => hub.showTo(userId, testEvent(base.clock.now())),
    verdictsOf: (deviceIds) => verdictsOf(base, deviceIds),
  };
}

/** Event that test notifications show in browsers. @source docs/reference/tracking-api.md §3.12 */
const testEvent = (now: number) => ({
  id: 0,
  attributes: { message: 'test' },
  deviceId: 0,
  type: 'test',
  eventTime: apiDate(now),
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
});

/** Visibility of devices, for the other roles and the gateway. */
const devicesOf = (visibility: Visibility): Pick<ApiRole, 'visibleDevices' | 'assignedDevices'> => ({
  visibleDevices: (userId) => visibility.visibleDeviceIds(userId),
  assignedDevices: () => visibility.countAssigned(),
});
