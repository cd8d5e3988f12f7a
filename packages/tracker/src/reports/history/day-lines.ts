import { apiDate } from '@rastro/fleet';
import { HOUR_MS } from '@rastro/base';
import { addSums, civilDays, NO_SUMS, subtractSums, sumsBetween, type Sums } from '@rastro/fleet/trips';
import type { DeviceTrips } from '../../trips/device-trips.ts';
import {
  QUARTER_MS,
  sumsBefore,
  sumsOfDays,
  sumsOfPeriod,
  sumsOfSpans,
  type DayOfPeriod,
} from '../../trips/sums-of-period.ts';
import type { Period, ReportDevice } from '../request/report-device.ts';
import { insideOf, spansInside, type Inside, type ReportHours } from '../request/report-hours.ts';

/** Time of the lines: one line, or one for each civil day of a zone; all of it, or only some hours. */
export interface Asked {
  readonly period: Period;
  readonly zone: string | null;
  readonly hours: ReportHours | null;
}
/** A part of a period with what it had, and how far vehicle and engine had come before and after it. */
export interface Line extends DayOfPeriod {
  readonly startM: number;
  readonly endM: number;
  readonly startS: number;
  readonly endS: number;
}

/** The whole period, or each civil day of it. */
export async function linesOf(
  device: ReportDevice,
  deviceTrips: DeviceTrips,
  asked: Asked,
): Promise<readonly Line[]> {
  const { period } = asked;
  const isInside = insideOf(asked.hours);
  const [before, first, parts] = await Promise.all([
    sumsBefore(deviceTrips, period.from),
    device.ignoreOdometer ? undefined : firstPiece(deviceTrips, period),
    isInside ? periodsInside(deviceTrips, asked, isInside) : wholePeriods(deviceTrips, asked),
  ]);
  let metres = first?.odometer?.startM ?? before.distanceM;
  let seconds = before.engineS;
  const all = parts.map(({ isIn, ...part }) => {
    const [startM, startS] = [metres, seconds];
    metres += part.sums.distanceM;
    seconds += part.sums.engineS;
    return { isIn, line: { ...part, startM, endM: metres, startS, endS: seconds } };
  });
  const lines = all.flatMap(({ isIn, line }) => (isIn ? [line] : []));
  return [...Map.groupBy(lines, ({ date }) => date).values()].map((ofDay) => ofDay.reduce(joined));
}
/** Sums of the whole period, or of the hours of it that count. */
export async function sumsInside(
  deviceTrips: DeviceTrips,
  { period, hours }: Omit<Asked, 'zone'>,
): Promise<Sums> {
  const isInside = insideOf(hours);
  const asked = { period, zone: null, hours };
  const parts = isInside
    ? await periodsInside(deviceTrips, asked, isInside)
    : await wholePeriods(deviceTrips, asked);
  return parts.reduce((sums, part) => (part.isIn ? addSums(sums, part.sums) : sums), NO_SUMS);
}

/** The same by driver, and with null what is left: a quarter of an hour that an end of the period cuts is in it. */
export async function driverSumsInside(
  deviceTrips: DeviceTrips,
  { period, hours }: Omit<Asked, 'zone'>,
): Promise<readonly { readonly driver: string | null; readonly sums: Sums }[]> {
  const isInside = insideOf(hours) ?? (() => true);
  const spans = spansInside(isInside, { from: period.from, to: period.to + 1 }).map(({ from, to }) => ({
    from: Math.ceil(from / QUARTER_MS) * QUARTER_MS,
    to: Math.floor(to / QUARTER_MS) * QUARTER_MS,
  }));
  const entries = await deviceTrips.driverQuarters(period.from, period.to);
  const drivers = [...Map.groupBy(entries, ({ driver }) => driver)].flatMap(([driver, own]) => {
    const parts = spans.map(({ from, to }) => sumsBetween(own, from, to));
    return driver === null ? [] : { driver, sums: parts.reduce(addSums, NO_SUMS) };
  });
  const all = await sumsInside(deviceTrips, { period, hours });
  return [...drivers, { driver: null, sums: drivers.map(({ sums }) => sums).reduce(subtractSums, all) }];
}

const joined = (a: Line, b: Line): Line => ({
  ...a,
  to: b.to,
  sums: addSums(a.sums, b.sums),
  endM: b.endM,
  endS: b.endS,
});

interface Part extends DayOfPeriod {
  /** It counts; else it is only what vehicle and engine did meanwhile. */
  readonly isIn: boolean;
}
async function wholePeriods(deviceTrips: DeviceTrips, { period, zone }: Asked): Promise<readonly Part[]> {
  const whole = { from: period.from, to: period.to + 1 };
  const days =
    zone === null
      ? [{ ...whole, date: '', sums: await sumsOfPeriod(deviceTrips, whole.from, whole.to) }]
      : await sumsOfDays(deviceTrips, { ...whole, zone });
  return days.map((day) => ({ ...day, isIn: true }));
}
/** A period in stretches within hours and between them, parted at midnights where there is a line a day. */
async function periodsInside(
  deviceTrips: DeviceTrips,
  { period, zone }: Asked,
  isInside: Inside,
): Promise<readonly Part[]> {
  const [from, to] = [period.from, period.to + 1];
  const days = zone === null ? [{ date: '', from, to }] : civilDays(from, to, zone);
  const parts = days.flatMap((day) => {
    const within = { from: Math.max(day.from, from), to: Math.min(day.to, to) };
    const spans = spansInside(isInside, within);
    const bounds = [within.from, ...spans.flatMap((span) => [span.from, span.to]), within.to];
    // In turn without and within.
    return bounds
      .slice(1)
      .map((end, i) => ({ date: day.date, from: bounds[i] ?? end, to: end, isIn: i % 2 === 1 }))
      .filter((part) => part.to > part.from);
  });
  const sums = await sumsOfSpans(deviceTrips, parts);
  return parts.map((part, i) => ({ ...part, sums: sums[i] ?? NO_SUMS }));
}

/** Reads few pieces: a month has a thousand. Each step reaches four times as far. */
async function firstPiece(
  deviceTrips: DeviceTrips,
  { from, to }: Period,
): Promise<Awaited<ReturnType<DeviceTrips['pieces']>>[number] | undefined> {
  for (let until = from, reach = HOUR_MS; ; until = Math.min(to, until + reach), reach *= 4) {
    const [first] = await deviceTrips.pieces(from, until);
    if (first || until >= to) return first;
  }
}

/** First and last instant of lines, as far as the vehicle is known. */
export async function boundsWithin(
  deviceTrips: DeviceTrips,
): Promise<(line: Line) => { readonly startTime: string; readonly endTime: string }> {
  const span = await deviceTrips.span();
  return ({ from, to }) => ({
    startTime: apiDate(Math.max(from, span?.from ?? from)),
    endTime: apiDate(Math.min(to - 1, span?.to ?? to)),
  });
}
