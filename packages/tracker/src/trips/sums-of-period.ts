import { DAY_MS } from '@rastro/base';
import { distanceM, knots, toKmPerHour, type LatLng } from '@rastro/fleet';
import {
  addSums,
  civilDays,
  NO_SUMS,
  sumsBetween,
  type CivilDay,
  type QuarterSums,
  type Sums,
} from '@rastro/fleet/trips';
import type { TripRow } from '@rastro/storage';
import type { DeviceTrips } from './device-trips.ts';

export const QUARTER_MS = 900_000;
/** Users enter 23:59:59 and mean midnight. */
const NEAR_MS = 1000;
const EDGE_ROWS = 5000;
const EDGE_PAGE_ROWS = 200;
const LONG_AGO = 0;

/**
 * Sums of a device between two instants: the store adds up whole UTC days, quarters at both ends are read, and a
 * quarter that is cut in two is shared by the distance driven before and after the cut.
 * @param to The first instant after the period.
 */
export async function sumsOfPeriod(deviceTrips: DeviceTrips, from: number, to: number): Promise<Sums> {
  const [start, asked] = [nearQuarter(from), nearQuarter(to)];
  // Behind the newest record there is nothing to leave out: a day up to now has its last quarter whole.
  const isAll = deviceTrips.newestTime !== null && deviceTrips.newestTime < asked;
  const end = isAll && asked > start ? Math.ceil(asked / QUARTER_MS) * QUARTER_MS : asked;
  if (end <= start) return NO_SUMS;
  const firstDay = Math.ceil(start / DAY_MS);
  const lastDay = Math.floor(end / DAY_MS) - 1;
  if (lastDay < firstDay) return sumsOfQuarters(deviceTrips, start, end);
  const [left, right] = [firstDay * DAY_MS, (lastDay + 1) * DAY_MS];
  const [days, before, after] = await Promise.all([
    deviceTrips.sumOfDays(firstDay, lastDay),
    sumsOfQuarters(deviceTrips, start, left),
    sumsOfQuarters(deviceTrips, right, end),
  ]);
  return [days, sumsBetween(deviceTrips.freshQuarters(), left, right), before, after].reduce(addSums);
}

/** All that a device did up to an instant. */
export const sumsBefore = (deviceTrips: DeviceTrips, instant: number): Promise<Sums> =>
  sumsOfPeriod(deviceTrips, LONG_AGO, instant);

/** Sums of a device in each of several adjacent stretches of time; `to` are first instants after. */
export async function sumsOfSpans(
  deviceTrips: DeviceTrips,
  spans: readonly { readonly from: number; readonly to: number }[],
): Promise<readonly Sums[]> {
  // Both ends of a period may cut a quarter in two.
  const isWhole = ({ from, to }: (typeof spans)[number]): boolean =>
    from % QUARTER_MS === 0 && to % QUARTER_MS === 0;
  const [first, last] = [spans.findIndex(isWhole), spans.findLastIndex(isWhole)];
  const read = await wholeSpans(deviceTrips, first < 0 ? [] : spans.slice(first, last + 1));
  return Promise.all(
    spans.map(async (span) => read.get(span.from) ?? sumsOfPeriod(deviceTrips, span.from, span.to)),
  );
}

/** A civil day, as far as it is within a period. */
export type DayOfPeriod = CivilDay & { readonly sums: Sums };

/**
 * Sums of a device on each civil day of a period; at its ends only what is within. @param to The first instant after
 * it.
 */
export async function sumsOfDays(
  deviceTrips: DeviceTrips,
  { from, to, zone }: { readonly from: number; readonly to: number; readonly zone: string },
): Promise<readonly DayOfPeriod[]> {
  const days = daysBetween(from, to, zone).map((day) => {
    const isWhole = day.from >= from && day.to <= to;
    return isWhole ? day : { ...day, from: Math.max(day.from, from), to: Math.min(day.to, to) };
  });
  const near = days.map((day) => ({ from: nearQuarter(day.from), to: nearQuarter(day.to) }));
  const sums = await sumsOfSpans(deviceTrips, near);
  return days.map((day, i) => ({ ...day, sums: sums[i] ?? NO_SUMS }));
}

/** The days that were asked for last: a report asks for the same ones, device after device. */
let asked = { from: 0, to: 0, zone: '', days: [] as readonly CivilDay[] };
function daysBetween(from: number, to: number, zone: string): readonly CivilDay[] {
  if (asked.from !== from || asked.to !== to || asked.zone !== zone)
    asked = { from, to, zone, days: civilDays(from, to, zone) };
  return asked.days;
}

/** Stretches one after the other are read at once: one by one each is three questions to the store. By their begin. */
async function wholeSpans(
  deviceTrips: DeviceTrips,
  days: readonly { readonly from: number; readonly to: number }[],
): Promise<ReadonlyMap<number, Sums>> {
  const bounds = [...days.map((day) => day.from), ...days.slice(-1).map((day) => day.to)];
  // A century ago there were zones whose midnights were not on the quarter.
  if (bounds.some((instant) => instant % QUARTER_MS !== 0)) return new Map();
  const fresh = deviceTrips.freshQuarters();
  const stored = await deviceTrips.sumsOfSlots(bounds.map((instant) => instant / QUARTER_MS));
  return new Map(
    days.map((day, i) => [day.from, addSums(stored[i] ?? NO_SUMS, sumsBetween(fresh, day.from, day.to))]),
  );
}

export const nearQuarter = (time: number): number => {
  const nearest = Math.round(time / QUARTER_MS) * QUARTER_MS;
  return Math.abs(nearest - time) <= NEAR_MS ? nearest : time;
};

/** Whole quarters between two instants, and the parts of those in which they lie. */
async function sumsOfQuarters(deviceTrips: DeviceTrips, from: number, to: number): Promise<Sums> {
  if (to <= from) return NO_SUMS;
  const quarters = await deviceTrips.dayQuarters(from, to - 1);
  const [first, after] = [
    Math.ceil(from / QUARTER_MS) * QUARTER_MS,
    Math.floor(to / QUARTER_MS) * QUARTER_MS,
  ];
  const part = (slot: number): Promise<Sums> => {
    const start = slot * QUARTER_MS;
    const whole = sumsBetween(quarters, start, start + QUARTER_MS);
    const cut = { from: Math.max(from, start), to: Math.min(to, start + QUARTER_MS) };
    return partOf(deviceTrips, { ...whole, slot, span: 1, driver: null }, cut);
  };
  const parts = [after > first ? sumsBetween(quarters, first, after) : NO_SUMS];
  if (from < first) parts.push(await part(first / QUARTER_MS - 1));
  if (to > after && after >= first) parts.push(await part(after / QUARTER_MS));
  return parts.reduce(addSums);
}

/** The share of a quarter of an hour that lies between two instants of it. */
async function partOf(
  deviceTrips: DeviceTrips,
  quarter: QuarterSums,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Sums> {
  const start = quarter.slot * QUARTER_MS;
  const [rows, time] = await Promise.all([
    rowsAround(deviceTrips, start),
    timesBetween(deviceTrips, from, to),
  ]);
  const driven = {
    inside: drivenBetween(rows, from, to),
    whole: drivenBetween(rows, start, start + QUARTER_MS),
  };
  const byDistance = driven.whole > 0 ? driven.inside / driven.whole : (to - from) / QUARTER_MS;
  const byTime = (to - from) / QUARTER_MS;
  const isMaxInside = quarter.maxAt >= from && quarter.maxAt < to;
  const inside = rows.filter(({ fixTime }) => fixTime >= from && fixTime < to);
  return {
    ...quarter,
    ...time,
    distanceM: Math.round(quarter.distanceM * byDistance),
    gapM: Math.round(quarter.gapM * byTime),
    shuffleM: Math.round(quarter.shuffleM * byTime),
    engineS: Math.round(quarter.engineS * byTime),
    idleS: Math.round(quarter.idleS * byTime),
    overspeedS: Math.round(quarter.overspeedS * byDistance),
    quietS: Math.min(time.stoppedS, Math.round(quarter.quietS * byTime)),
    fuelMl: Math.round(quarter.fuelMl * byDistance),
    filledMl: Math.round(quarter.filledMl * byTime),
    drainedMl: Math.round(quarter.drainedMl * byTime),
    records: inside.length,
    ...(isMaxInside ? {} : fastestOf(inside)),
  };
}

/** Records of a quarter of an hour, of the one before and of the one after. */
async function rowsAround(
  { deviceId, clockAheadS, snapshot }: DeviceTrips,
  start: number,
): Promise<readonly TripRow[]> {
  const before = { time: start - QUARTER_MS, deviceTime: 0, key: 0 };
  const query = { pageSize: EDGE_PAGE_ROWS, limit: EDGE_ROWS, clockAheadS };
  const isNear = ({ fixTime }: TripRow): boolean => fixTime < start + 2 * QUARTER_MS;
  const rows: TripRow[] = [];
  for await (const page of snapshot.rowsAfter(deviceId, before, query)) {
    rows.push(...page.filter(isNear));
    if (!page.every(isNear)) break;
  }
  return rows;
}

/** Metres of the way between two instants, of records in order, pairs cut in proportion. */
function drivenBetween(rows: readonly TripRow[], from: number, to: number): number {
  let metres = 0;
  let last: (LatLng & { readonly fixTime: number }) | null = null;
  for (const row of rows) {
    if (last && row.fixTime > last.fixTime) {
      const inside = Math.min(row.fixTime, to) - Math.max(last.fixTime, from);
      if (inside > 0) metres += (distanceM(last, row) * inside) / (row.fixTime - last.fixTime);
    }
    last = row;
  }
  return metres;
}

async function timesBetween(
  deviceTrips: DeviceTrips,
  from: number,
  to: number,
): Promise<Pick<Sums, 'movingS' | 'stoppedS' | 'gapS'>> {
  const ms = { trip: 0, stop: 0, silence: 0 };
  for (const { kind, start, end } of await deviceTrips.pieces(from, to))
    ms[kind] += Math.max(0, Math.min(end.time, to) - Math.max(start.time, from));
  const seconds = (value: number): number => Math.round(value / 1000);
  return { movingS: seconds(ms.trip), stoppedS: seconds(ms.stop), gapS: seconds(ms.silence) };
}

function fastestOf(rows: readonly TripRow[]): Pick<Sums, 'maxKmh' | 'maxAt'> {
  let fastest: TripRow | null = null;
  for (const row of rows) if (row.speed > (fastest?.speed ?? 0)) fastest = row;
  return { maxKmh: toKmPerHour(fastest?.speed ?? knots(0)), maxAt: fastest?.fixTime ?? 0 };
}
