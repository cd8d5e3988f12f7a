import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { Driver, DriverItem, User } from '@rastro/fleet';
import type { VehicleHours } from '@rastro/storage';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import { soon } from './with-tracking-api.ts';
import type { TrackingApi } from './tracking-api.ts';
import { answered } from './tracking-failure.ts';

/** At once; one that is asked about more is asked in halves. */
const WINDOW_MS = 31 * DAY_MS;
/** Drives are listed by their begin: one that began before a period may reach into it. */
const LONGEST_DRIVE_MS = DAY_MS;
/** So may a check-in, by a driver who drives for weeks. */
const LONGEST_CHECK_IN_MS = 31 * DAY_MS;

interface Period {
  readonly from: number;
  readonly to: number;
}
interface Spell extends Period {
  readonly deviceId: number;
}
/** Check-ins of drivers to vehicles. */
export interface CheckIns {
  /** Those that began in a period. @param driverIds Of these drivers; absent = of all. */
  history(from: number, to: number, driverIds?: ReadonlySet<number>): Promise<readonly StoredCheckIn[]>;
  current(): Promise<readonly StoredCheckIn[]>;
}
export interface DrivenHoursDeps {
  readonly trackingApi: TrackingApi;
  readonly checkIns: CheckIns;
  readonly clock: Clock;
}
interface Asked {
  readonly caller: User;
  readonly driver: Pick<Driver, 'id' | 'uniqueId'>;
  readonly period: Period;
}

/**
 * Hours in which a driver drove each vehicle that the caller sees: by the driver's code in its records, where the
 * tracking server is our own and stores trips, and by check-ins. Live and latest positions count in those hours.
 * History, reports, files and scores reach back to any time, so all of them count from the driver's first hour on.
 * @throws TrackingFailure
 */
export async function drivenHours(deps: DrivenHoursDeps, asked: Asked): Promise<readonly VehicleHours[]> {
  const { period } = asked;
  const spells = [...(await drivesOf(deps, asked)), ...(await checkInsOf(deps, asked))];
  const within = spells.filter(({ from, to }) => from <= period.to && to >= period.from);
  return [...Map.groupBy(within, ({ deviceId }) => deviceId)].flatMap(([deviceId, own]) => {
    const hours = mergedHours(own, period);
    const first = hours[0]?.from ?? 0;
    return [
      ...hours.map((each) => ({ deviceId, ...each, kinds: ['live', 'latest'] as const })),
      {
        deviceId,
        from: first,
        to: hourOf(period.to),
        kinds: ['history', 'report', 'export', 'score'] as const,
      },
    ];
  });
}

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS);

/** Hours that follow one another are one stretch of them. */
function mergedHours(spells: readonly Period[], period: Period): readonly Period[] {
  const merged: { from: number; to: number }[] = [];
  for (const spell of spells.toSorted((a, b) => a.from - b.from)) {
    const from = hourOf(Math.max(spell.from, period.from));
    const to = hourOf(Math.min(spell.to, period.to));
    const last = merged.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

async function drivesOf(deps: DrivenHoursDeps, { caller, driver, period }: Asked): Promise<readonly Spell[]> {
  if (!deps.trackingApi.isOurs) return [];
  const found: DriverItem[] = [];
  const begin = period.from - LONGEST_DRIVE_MS;
  for (let from = begin; from <= period.to; from += WINDOW_MS) {
    const window = { from, to: Math.min(period.to, from + WINDOW_MS - 1) };
    found.push(...(await drivesIn(deps, { caller, driver, period: window })));
  }
  return found.map(({ deviceId, startTime, endTime }) => ({
    deviceId,
    from: Date.parse(startTime),
    to: Date.parse(endTime),
  }));
}

async function drivesIn(
  deps: DrivenHoursDeps,
  { caller, driver, period }: Asked,
): Promise<readonly DriverItem[]> {
  const { from, to } = period;
  const query = { from: new Date(from), to: new Date(to), driver: driver.uniqueId };
  const answer = await deps.trackingApi.as(caller.id).reports.list('drivers', query, soon());
  const isTooWide = !answer.ok && answer.error.code === 'TIME_PERIOD_EXCEEDS_THE_LIMIT' && to - from > DAY_MS;
  if (!isTooWide) return answered(answer);
  const middle = Math.floor((from + to) / 2);
  const half = (part: Period) => drivesIn(deps, { caller, driver, period: part });
  return [...(await half({ from, to: middle })), ...(await half({ from: middle + 1, to }))];
}

async function checkInsOf(
  { trackingApi, checkIns, clock }: DrivenHoursDeps,
  { caller, driver, period }: Asked,
): Promise<readonly Spell[]> {
  const past = await checkIns.history(period.from - LONGEST_CHECK_IN_MS, period.to);
  const all = [...past, ...(await checkIns.current())].filter(({ driverId }) => driverId === driver.id);
  const seen = new Set<number>();
  for (const deviceId of new Set(all.map((each) => each.deviceId)))
    if (await trackingApi.device(caller.id, deviceId, soon())) seen.add(deviceId);
  return all
    .filter(({ deviceId }) => seen.has(deviceId))
    .map(({ deviceId, since, until }) => ({ deviceId, from: since, to: until ?? clock.now() }));
}
