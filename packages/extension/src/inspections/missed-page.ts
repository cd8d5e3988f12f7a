import { nextTurn } from '@rastro/base/host';
import { foldText, searchWords, type Device, type User } from '@rastro/fleet';
import { missedPhases, type MissedInspection, type MissedInspectionPage } from '@rastro/fleet/inspections';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { ListingCursor } from '@rastro/storage';
import { cursorIn, pageLimit, writtenCursor } from '../listing-cursor.ts';
import { soon } from '../with-tracking-api.ts';
import type { InspectionContext } from './inspection-deps.ts';
import { readCompany, wantedPhases, type Company } from './missed.ts';

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly query: {
    /** None = all. */
    readonly deviceId: readonly number[];
    readonly text: string | null;
    readonly sort: 'time' | 'vehicle' | null;
    readonly descending: boolean;
    readonly limit: number | null;
    readonly after: string | null;
  };
}
/**
 * A page of inspections that shifts of a period have missed, of vehicles that the caller sees. Shifts are judged until
 * the page is full. Null = `after` is not the next of a page.
 */
export async function missedPage(
  here: InspectionContext,
  caller: User,
  { from, to, query }: Asked,
): Promise<MissedInspectionPage | null> {
  const after = cursorIn(query.after, query.sort === 'vehicle');
  if (after === undefined) return null;
  const devices = new Map((await here.trackingApi.devices(caller, soon())).map((each) => [each.id, each]));
  const shifts = await inTurns(await here.checkIns.history(from, to), isAsked(devices, query));
  const companyOf = companiesSince(here, from);
  const missed: MissedInspection[] = [];
  const limit = pageLimit(query.limit);
  let last: StoredCheckIn | null = null;
  for (const shift of await inTurns(ordered(shifts, query), isAfter(after, query))) {
    // Another one may have missed nothing: the next page is empty then.
    if (missed.length >= limit) return { missed, next: last && writtenCursor(cursorOf(last, query.sort)) };
    missed.push(...(await missedBy(here, shift, { companyOf, devices })));
    last = shift;
  }
  return { missed, next: null };
}

const AT_ONCE = 2000;
/** Filters many shifts; others are served in between. */
async function inTurns(
  shifts: readonly StoredCheckIn[],
  isFound: (shift: StoredCheckIn) => boolean,
): Promise<readonly StoredCheckIn[]> {
  const found: StoredCheckIn[] = [];
  for (let at = 0; at < shifts.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    found.push(...shifts.slice(at, at + AT_ONCE).filter(isFound));
  }
  return found;
}

const isAsked = (
  devices: ReadonlyMap<number, Device>,
  { deviceId: asked, text }: Pick<Asked['query'], 'deviceId' | 'text'>,
): ((shift: StoredCheckIn) => boolean) => {
  const words = searchWords(text ?? '');
  return ({ deviceId, deviceName, driverName }) => {
    if (!devices.has(deviceId) || (asked.length > 0 && !asked.includes(deviceId))) return false;
    const haystack = words.length === 0 ? '' : foldText(`${deviceName} ${driverName}`);
    return words.every((word) => haystack.includes(word));
  };
};

type Order = Pick<Asked['query'], 'sort' | 'descending'>;
type Place = Pick<StoredCheckIn, 'since' | 'deviceId' | 'driverId'>;
const byTime = (a: Place, b: Place): number =>
  a.since - b.since || a.deviceId - b.deviceId || a.driverId - b.driverId;
const byName = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** By time, or by name and then by time. @param shifts Oldest first: such a list is sorted in one pass. */
function ordered(shifts: readonly StoredCheckIn[], { sort, descending }: Order): readonly StoredCheckIn[] {
  const groups =
    sort === 'vehicle'
      ? [...Map.groupBy(shifts, ({ deviceName }) => deviceName)].map(([name, own]) => ({
          name: foldText(name),
          own,
        }))
      : [{ name: '', own: shifts }];
  // Vehicles whose names differ in letters that are folded are one group.
  const merged = [...Map.groupBy(groups, ({ name }) => name)]
    .toSorted(([a], [b]) => byName(a, b))
    .flatMap(([, same]) => same.flatMap(({ own }) => own).toSorted(byTime));
  return descending ? merged.toReversed() : merged;
}

const [SINCE_DIGITS, ID_DIGITS] = [15, 12];
function cursorOf(
  { since, deviceId, driverId, deviceName }: StoredCheckIn,
  sort: Order['sort'],
): ListingCursor {
  const ids = [deviceId, driverId].map((id) => String(id).padStart(ID_DIGITS, '0'));
  const key = [String(since).padStart(SINCE_DIGITS, '0'), ...ids].join('');
  return { key, value: sort === 'vehicle' ? foldText(deviceName) : since };
}
function placeOf(key: string): Place {
  const digits = (from: number, to?: number): number => Number(key.slice(from, to));
  return {
    since: digits(0, SINCE_DIGITS),
    deviceId: digits(SINCE_DIGITS, SINCE_DIGITS + ID_DIGITS),
    driverId: digits(SINCE_DIGITS + ID_DIGITS),
  };
}
/** Whether a shift comes after the last one of the page before. */
function isAfter(
  after: ListingCursor | null,
  { sort, descending }: Order,
): (shift: StoredCheckIn) => boolean {
  if (after === null) return () => true;
  const place = placeOf(after.key);
  const sign = descending ? -1 : 1;
  const nameOrder = ({ deviceName }: StoredCheckIn): number =>
    sort === 'vehicle' ? byName(foldText(deviceName), String(after.value)) : 0;
  return (shift) => sign * (nameOrder(shift) || byTime(shift, place)) > 0;
}

type CompanyOf = (ownerId: number) => Promise<Company>;
/** Companies with what was inspected since then, each read once. */
function companiesSince(here: InspectionContext, from: number): CompanyOf {
  const companies = new Map<number, Promise<Company>>();
  return (ownerId) => {
    const found = companies.get(ownerId) ?? readCompany(here, ownerId, { from });
    companies.set(ownerId, found);
    return found;
  };
}

async function missedBy(
  { clock }: InspectionContext,
  { deviceId, deviceName, driverName, since, until, ownerId }: StoredCheckIn,
  { companyOf, devices }: { readonly companyOf: CompanyOf; readonly devices: ReadonlyMap<number, Device> },
): Promise<readonly MissedInspection[]> {
  const { checklists, doneOf } = await companyOf(ownerId);
  const wanted = wantedPhases(checklists, devices.get(deviceId)?.category ?? null);
  const done = doneOf.get(deviceId) ?? [];
  return missedPhases({ deviceId, since, until }, { wanted, done, now: clock.now() }).map((phase) => ({
    deviceId,
    deviceName,
    driverName,
    phase,
    since: new Date(since).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  }));
}
