import { DAY_MS } from '@rastro/base';
import {
  isTimeZone,
  type Driver,
  type DrivingEventItem,
  type ReportItems,
  type ScoreItem,
} from '@rastro/fleet';
import {
  keyOfEvent,
  OWN_EVENT_DAYS,
  OWN_TREND_WEEKS,
  type CoachingCase,
  type DriverPage,
  type OwnDrivingEvent,
  type OwnWeek,
} from '@rastro/fleet/coaching';
import { civilDays } from '@rastro/fleet/trips';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import type { ReadReport, ReportWish } from '../fleet-reports.ts';
import { answered } from '../tracking-failure.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { casesBetween } from './case-store.ts';
import { coachingErrors, type CoachingContext, type CoachingDeps } from './coaching-deps.ts';
import { contestBarrier } from './contests.ts';
import { drivenVehicles } from './driven-vehicles.ts';

/** Named in one question at most: a code that half of a company sends is not worth an endless one. */
const MAX_NAMED = 200;

/** The driver with the vehicles that are read for them. */
interface Own {
  readonly driver: Driver;
  readonly ownerId: number;
  readonly deviceIds: readonly number[];
}

/** The signed-in driver's own page. Who that is, the session says, and nothing of the call. */
export const readDriverPage = (deps: CoachingDeps): ExtensionHandler<'GET /qr-driver/score'> =>
  withTrackingApi(deps, async (here, { caller, query: { zone } }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return coachingErrors.noDriver();
    const { ownerId, driverId } = signedIn;
    const driver = await here.trackingApi.driver(ownerId, driverId, soon());
    if (!driver) return coachingErrors.noDriver();
    const ofWeeks = zone !== null && isTimeZone(zone) ? zone : 'UTC';
    const page = await here.queue.run(ownerId, () => pageOf(here, { driver, ownerId }, ofWeeks));
    return page ?? coachingErrors.busy();
  });

async function pageOf(
  here: CoachingContext,
  signedIn: Omit<Own, 'deviceIds'>,
  zone: string,
): Promise<ExtensionReply> {
  const now = here.clock.now();
  const days = civilDays(now - OWN_EVENT_DAYS * DAY_MS, now, zone);
  const period = { from: days[0]?.from ?? now, to: (days.at(-1)?.to ?? now + 1) - 1 };
  const trend = weeksBefore(now, zone);
  const since = Math.min(period.from, trend[0]?.from ?? now);
  const deviceIds = await drivenVehicles(here, signedIn, { from: since, to: period.to });
  if (deviceIds === null) return coachingErrors.notCounted();
  const own = { ...signedIn, deviceIds };
  const score = await scoreOf(here, own, period);
  if (score === null) return coachingErrors.notCounted();
  const events = await eventsOf(here, own, period);
  const cases = await casesBetween(here.storage, period.from, period.to);
  const weeks: OwnWeek[] = [];
  for (const week of trend) {
    const { points, sums } = (await scoreOf(here, own, week)) ?? NO_SCORE;
    weeks.push({ from: iso(week.from), points, distance: sums.distance });
  }
  const { points, low, high, parts, sums } = score;
  const body: DriverPage = {
    name: own.driver.name,
    from: iso(period.from),
    to: iso(period.to),
    distance: sums.distance,
    moving: sums.moving,
    points,
    low,
    high,
    lost: parts.flatMap(({ kind, lost }) => (lost > 0 ? { kind, points: lost } : [])),
    weeks,
    events: ownEvents(events, cases, now),
  };
  return { status: 200, body };
}

const iso = (at: number): string => new Date(at).toISOString();
interface Period {
  readonly from: number;
  readonly to: number;
}

/** Weeks from their Mondays on, the present one last. */
function weeksBefore(now: number, zone: string): readonly Period[] {
  const days = civilDays(now - (OWN_TREND_WEEKS * 7 + 1) * DAY_MS, now, zone);
  const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
  const begins = days.flatMap(({ date, from }) => (isMonday(date) ? from : []));
  const end = days.at(-1)?.to ?? now;
  return begins.map((from, i) => ({ from, to: (begins[i + 1] ?? end) - 1 })).slice(-OWN_TREND_WEEKS);
}

async function read<K extends ReadReport>(
  { reports }: CoachingContext,
  { ownerId, driver, deviceIds }: Own,
  {
    type,
    period,
    more = {},
  }: { readonly type: K; readonly period: Period; readonly more?: Partial<ReportWish> },
): Promise<readonly ReportItems[K][] | null> {
  // No vehicle named would be all of them.
  if (deviceIds.length === 0) return [];
  const named = deviceIds.length > MAX_NAMED ? {} : { deviceIds };
  const [from, to] = [new Date(period.from), new Date(period.to)];
  const wish = { from, to, driver: driver.uniqueId, ...named, ...more };
  const answer = await reports.read(ownerId, type, wish, soon());
  return answer && answered(answer);
}

type OwnScore = Pick<ScoreItem, 'points' | 'low' | 'high' | 'parts'> & {
  readonly sums: Pick<ScoreItem['sums'], 'distance' | 'moving'>;
};
/** Of a driver who did not drive. */
const NO_SCORE: OwnScore = {
  points: null,
  low: null,
  high: null,
  parts: [],
  sums: { distance: 0, moving: 0 },
};

/**
 * Score of the driver by the settings of their company, as the report of scores has it; those of others are never looked
 * at. Null = the server behind counts by itself.
 */
async function scoreOf(here: CoachingContext, own: Own, period: Period): Promise<OwnScore | null> {
  const lines = await read(here, own, { type: 'scores', period, more: { by: 'driver' } });
  return lines && (lines.find(({ driverUniqueId }) => driverUniqueId === own.driver.uniqueId) ?? NO_SCORE);
}

async function eventsOf(
  here: CoachingContext,
  own: Own,
  period: Period,
): Promise<readonly DrivingEventItem[]> {
  const events = (await read(here, own, { type: 'harsh', period })) ?? [];
  return events.filter(({ driverUniqueId }) => driverUniqueId === own.driver.uniqueId);
}

function ownEvents(
  events: readonly DrivingEventItem[],
  cases: readonly CoachingCase[],
  now: number,
): readonly OwnDrivingEvent[] {
  const caseOf = new Map(cases.map((each) => [keyOfEvent(each), each]));
  const newest = events.toSorted((a, b) => Date.parse(b.startTime) - Date.parse(a.startTime));
  return newest.map((event) => {
    const stored = caseOf.get(keyOfEvent(event)) ?? null;
    const contest = stored?.contest ?? null;
    return {
      deviceId: event.deviceId,
      deviceName: event.deviceName,
      kind: event.kind,
      startTime: event.startTime,
      isSevere: event.isSevere,
      strength: event.strength,
      speed: event.speed,
      latitude: event.latitude,
      longitude: event.longitude,
      address: event.address,
      source: event.source,
      isWithdrawn: event.isWithdrawn,
      contest: contest && { state: contest.state, reason: contest.reason, answer: contest.answer },
      mayContest: contestBarrier(event, stored, now) === null,
    };
  });
}
