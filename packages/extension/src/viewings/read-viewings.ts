import type { Clock } from '@rastro/base';
import { looksAfterPeople, VIEWING_KINDS, type User, type Viewing, type ViewingPage } from '@rastro/fleet';
import type { ViewingQuery } from '@rastro/fleet/api';
import type { StoredViewing, ViewingSearch, ViewingStorage } from '@rastro/storage';
import { acted, soon } from '../acted.ts';
import type { Acting } from '../acting.ts';
import { drivenHours, type CheckIns } from '../driven-hours.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { HOUR_MS, type ViewingLog } from './viewing-log.ts';

export interface ViewingRoom {
  readonly storage: Pick<ViewingStorage, 'searchViewings'>;
  readonly log: Pick<ViewingLog, 'flush'>;
  readonly checkIns: CheckIns;
  /** Null = nobody has said as whom to act on the tracking server behind. */
  readonly acting: Acting | null;
  readonly clock: Clock;
  /** Prefix of the product's attributes. */
  readonly brand: string;
  /** Days that lines are kept. */
  readonly keptDays: number;
}

const WEEK_MS = 7 * 86_400_000;
const USUAL = 100;
const MOST = 500;
/** Vehicles that a line names; it counts all of them. */
const NAMED = 20;

const said = (status: number, body: string): ExtensionReply => ({ status, body });
const NOT_HIS = said(403, 'Access denied - Only administrators and those who look after people see this');
const NO_DEVICE = said(404, 'Device unknown - There is no such device, or not for you');
const NO_USER = said(404, 'User unknown - There is nobody of yours with this id');
const NO_DRIVER = said(404, 'Driver unknown - There is no such driver, or not for you');
const NO_PLACE = said(400, 'Invalid data - after: is no place');
const NO_KIND = said(400, `Invalid data - kind: one of ${VIEWING_KINDS.join(', ')}`);

/** Who read positions of a vehicle that the caller sees. */
const viewingsOfDevice = (room: ViewingRoom): ExtensionHandler<'GET /devices/:id/viewings'> =>
  acted(room, async (here, { caller, params: { id }, query }) => {
    if (!looksAfterPeople(caller, here.brand)) return NOT_HIS;
    if (!(await here.acting.device(caller.id, id, soon()))) return NO_DEVICE;
    return pageOf(here, query, { ...ANY, deviceId: id });
  });

/** Whose positions somebody read for whom the caller answers. */
const viewingsOfUser = (room: ViewingRoom): ExtensionHandler<'GET /users/:id/viewings'> =>
  acted(room, async (here, { caller, params: { id }, query }) => {
    if (!looksAfterPeople(caller, here.brand)) return NOT_HIS;
    if (!(await mayReadOf(here.acting, caller, id))) return NO_USER;
    return pageOf(here, query, { ...ANY, readerId: id });
  });

/** Who may have read positions of a driver: of the vehicles that he drove, in the hours in which he did. */
const viewingsOfDriver = (room: ViewingRoom): ExtensionHandler<'GET /drivers/:id/viewings'> =>
  acted(room, async (here, { caller, params: { id }, query }) => {
    if (!looksAfterPeople(caller, here.brand)) return NOT_HIS;
    const driver = await here.acting.driver(caller.id, id, soon());
    if (!driver) return NO_DRIVER;
    const within = await drivenHours(here, { caller, driver, period: periodOf(here, query) });
    const vehicles = new Set(within.map(({ deviceId }) => deviceId)).size;
    const driven = { vehicles, byCheckInsAlone: !here.acting.isOurs };
    return pageOf(here, query, { ...ANY, within, driven });
  });

export const viewingHandlers = (room: ViewingRoom) => ({
  'GET /devices/:id/viewings': viewingsOfDevice(room),
  'GET /users/:id/viewings': viewingsOfUser(room),
  'GET /drivers/:id/viewings': viewingsOfDriver(room),
});

interface Whose extends Pick<ViewingSearch, 'deviceId' | 'readerId' | 'within'> {
  readonly driven: ViewingPage['driven'];
}
const ANY: Whose = { deviceId: null, readerId: null, within: null, driven: null };

function periodOf(
  { clock }: ViewingRoom,
  query: ViewingQuery,
): { readonly from: number; readonly to: number } {
  const to = query.to ?? clock.now();
  return { from: query.from ?? to - WEEK_MS, to };
}

/** Whoever is gone has nobody left who answers for him but administrators. */
const mayReadOf = async (acting: Acting, caller: User, id: number): Promise<boolean> =>
  caller.administrator || acting.answersFor(caller.id, id, soon());

async function pageOf(
  room: ViewingRoom,
  query: ViewingQuery,
  { driven, ...whose }: Whose,
): Promise<ExtensionReply> {
  const { storage, log, keptDays } = room;
  const after = query.after === null ? null : placeIn(query.after);
  if (query.after !== null && after === null) return NO_PLACE;
  const kind = VIEWING_KINDS.find((each) => each === query.kind) ?? null;
  if (query.kind !== null && kind === null) return NO_KIND;
  await log.flush();
  const limit = Math.min(query.limit ?? USUAL, MOST) || USUAL;
  const { from, to } = periodOf(room, query);
  const found = await storage.searchViewings({
    ...whose,
    from: Math.floor(from / HOUR_MS),
    to: Math.floor(to / HOUR_MS),
    kind,
    text: query.text,
    isOldestFirst: query.oldest,
    after,
    // One more tells whether there is another page.
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? nameOf(last) : null;
  const body: ViewingPage = { lines: shown.map(viewingOf), next, keptDays, driven };
  return { status: 200, body };
}

const viewingOf = ({
  hour,
  readerId,
  readerName,
  isGuest,
  kind,
  byToken,
  deviceIds,
}: StoredViewing): Viewing => ({
  hour: new Date(hour * HOUR_MS).toISOString(),
  userId: readerId,
  userName: readerName,
  isGuest,
  kind,
  byToken,
  devices: deviceIds.length,
  deviceIds: deviceIds.slice(0, NAMED),
});

const nameOf = ({ hour, readerId, kind, byToken }: StoredViewing): string =>
  [hour, readerId, kind, byToken ? 1 : 0].join('-');

function placeIn(text: string): ViewingSearch['after'] {
  const [, hour, readerId, named, byToken] = /^(\d{1,9})-(\d{1,15})-([a-z]{1,9})-([01])$/.exec(text) ?? [];
  const kind = VIEWING_KINDS.find((each) => each === named);
  if (!kind) return null;
  return { hour: Number(hour), readerId: Number(readerId), kind, byToken: byToken === '1' };
}
