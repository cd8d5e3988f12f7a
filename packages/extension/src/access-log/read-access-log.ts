import { HOUR_MS, WEEK_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import {
  managesUsers,
  ACCESS_KINDS,
  type User,
  type AccessLogEntry,
  type AccessLogPage,
} from '@rastro/fleet';
import type { AccessLogQuery } from '@rastro/fleet/api';
import type { StoredAccessLogEntry, AccessLogSearch, AccessLogStorage } from '@rastro/storage';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { TrackingApi } from '../tracking-api.ts';
import { drivenHours, type CheckIns } from '../driven-hours.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { type AccessLog } from './access-log.ts';

export interface AccessLogDeps {
  readonly storage: Pick<AccessLogStorage, 'searchAccessLog'>;
  readonly log: Pick<AccessLog, 'flush'>;
  readonly checkIns: CheckIns;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly clock: Clock;
  /** Prefix of the product's attributes. */
  readonly brand: string;
  /** Days for which entries are stored. */
  readonly retentionDays: number;
}

const USUAL = 100;
const MAX_LIMIT = 500;
/** Vehicles that a line names; it counts all of them. */
const NAMED = 20;

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
const NOT_ALLOWED = reply(
  403,
  'Access denied - Only administrators and those who look after people see this',
);
const NO_DEVICE = reply(404, 'Device unknown - There is no such device, or not for you');
const NO_USER = reply(404, 'User unknown - There is nobody of yours with this id');
const NO_DRIVER = reply(404, 'Driver unknown - There is no such driver, or not for you');
const NO_PLACE = reply(400, 'Invalid data - after: is no place');
const NO_KIND = reply(400, `Invalid data - kind: one of ${ACCESS_KINDS.join(', ')}`);

/** Lists the readers of a vehicle's positions; the caller must see the vehicle. */
const deviceAccessLog = (deps: AccessLogDeps): ExtensionHandler<'GET /devices/:id/viewings'> =>
  withTrackingApi(deps, async (here, { caller, params: { id }, query }) => {
    if (!managesUsers(caller, here.brand)) return NOT_ALLOWED;
    if (!(await here.trackingApi.device(caller.id, id, soon()))) return NO_DEVICE;
    return pageOf(here, query, { ...ANY, deviceId: id });
  });

/** Lists the positions that a user read; the caller must be responsible for that user. */
const userAccessLog = (deps: AccessLogDeps): ExtensionHandler<'GET /users/:id/viewings'> =>
  withTrackingApi(deps, async (here, { caller, params: { id }, query }) => {
    if (!managesUsers(caller, here.brand)) return NOT_ALLOWED;
    if (!(await mayReadOf(here.trackingApi, caller, id))) return NO_USER;
    return pageOf(here, query, { ...ANY, readerId: id });
  });

/** Lists possible readers of a driver's positions: those of the vehicles they drove, in the hours they drove them. */
const driverAccessLog = (deps: AccessLogDeps): ExtensionHandler<'GET /drivers/:id/viewings'> =>
  withTrackingApi(deps, async (here, { caller, params: { id }, query }) => {
    if (!managesUsers(caller, here.brand)) return NOT_ALLOWED;
    const driver = await here.trackingApi.driver(caller.id, id, soon());
    if (!driver) return NO_DRIVER;
    const within = await drivenHours(here, { caller, driver, period: periodOf(here, query) });
    const vehicles = new Set(within.map(({ deviceId }) => deviceId)).size;
    const driven = { vehicles, byCheckInsAlone: !here.trackingApi.isOurs };
    return pageOf(here, query, { ...ANY, within, driven });
  });

export const accessLogHandlers = (deps: AccessLogDeps) => ({
  'GET /devices/:id/viewings': deviceAccessLog(deps),
  'GET /users/:id/viewings': userAccessLog(deps),
  'GET /drivers/:id/viewings': driverAccessLog(deps),
});

interface AccessScope extends Pick<AccessLogSearch, 'deviceId' | 'readerId' | 'within'> {
  readonly driven: AccessLogPage['driven'];
}
const ANY: AccessScope = { deviceId: null, readerId: null, within: null, driven: null };

function periodOf(
  { clock }: AccessLogDeps,
  query: AccessLogQuery,
): { readonly from: number; readonly to: number } {
  const to = query.to ?? clock.now();
  return { from: query.from ?? to - WEEK_MS, to };
}

/** Only administrators are responsible for a deleted account. */
const mayReadOf = async (trackingApi: TrackingApi, caller: User, id: number): Promise<boolean> =>
  caller.administrator || trackingApi.answersFor(caller.id, id, soon());

async function pageOf(
  deps: AccessLogDeps,
  query: AccessLogQuery,
  { driven, ...filter }: AccessScope,
): Promise<ExtensionReply> {
  const { storage, log, retentionDays } = deps;
  const after = query.after === null ? null : placeIn(query.after);
  if (query.after !== null && after === null) return NO_PLACE;
  const kind = ACCESS_KINDS.find((each) => each === query.kind) ?? null;
  if (query.kind !== null && kind === null) return NO_KIND;
  await log.flush();
  const limit = Math.min(query.limit ?? USUAL, MAX_LIMIT) || USUAL;
  const { from, to } = periodOf(deps, query);
  const found = await storage.searchAccessLog({
    ...filter,
    from: Math.floor(from / HOUR_MS),
    to: Math.floor(to / HOUR_MS),
    kind,
    text: query.text,
    isOldestFirst: query.oldest,
    after,
    // One more shows whether there is another page.
    limit: limit + 1,
  });
  const visible = found.slice(0, limit);
  const last = visible.at(-1);
  const next = found.length > limit && last ? nameOf(last) : null;
  const body: AccessLogPage = { lines: visible.map(serializeEntry), next, keptDays: retentionDays, driven };
  return { status: 200, body };
}

const serializeEntry = ({
  hour,
  readerId,
  readerName,
  isGuest,
  kind,
  byToken,
  deviceIds,
}: StoredAccessLogEntry): AccessLogEntry => ({
  hour: new Date(hour * HOUR_MS).toISOString(),
  userId: readerId,
  userName: readerName,
  isGuest,
  kind,
  byToken,
  devices: deviceIds.length,
  deviceIds: deviceIds.slice(0, NAMED),
});

const nameOf = ({ hour, readerId, kind, byToken }: StoredAccessLogEntry): string =>
  [hour, readerId, kind, byToken ? 1 : 0].join('-');

function placeIn(text: string): AccessLogSearch['after'] {
  const [, hour, readerId, named, byToken] = /^(\d{1,9})-(\d{1,15})-([a-z]{1,9})-([01])$/.exec(text) ?? [];
  const kind = ACCESS_KINDS.find((each) => each === named);
  if (!kind) return null;
  return { hour: Number(hour), readerId: Number(readerId), kind, byToken: byToken === '1' };
}
