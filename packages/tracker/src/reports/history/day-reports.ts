import { HOUR_MS } from '@rastro/base';
import { knotsFromKmPerHour, type SummaryItem, type ReportItems } from '@rastro/fleet';
import { addSums, civilDays, NO_SUMS } from '@rastro/fleet/trips';
import type { DeviceTrips } from '../../trips/device-trips.ts';
import {
  sumsBefore,
  sumsOfDays,
  sumsOfPeriod,
  sumsOfSpans,
  type DayOfPeriod,
} from '../../trips/sums-of-period.ts';
import { apiDate } from '../../serializers/api-date.ts';
import type { Period, ReportDevice } from '../traccar/device-reports.ts';
import { fuelLevels } from './fuel-level.ts';
import { insideOf, spansInside, type Inside, type ReportHours } from '../request/report-hours.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import { averageSpeed } from '../traccar/track-measure.ts';
import { litres, spentLitres, withTrips } from './with-trips.ts';

/** Over a shorter way, use by distance says nothing. @source docs/reference/history-and-reports.md §3.2 */
const MIN_RATED_M = 20_000;

/** Time of the lines: one line, or one for each civil day of a zone; all of it, or only some hours. */
export interface Asked {
  readonly period: Period;
  readonly zone: string | null;
  readonly hours: ReportHours | null;
}
/** A part of a period with what it had, and how far vehicle and engine had come before and after it. */
interface Line extends DayOfPeriod {
  readonly startM: number;
  readonly endM: number;
  readonly startS: number;
  readonly endS: number;
}

/** The whole period, or each civil day of it. */
function linesOf(
  reader: ReportReader,
  device: ReportDevice,
  deviceTrips: DeviceTrips,
  asked: Asked,
): readonly Line[] {
  const { period } = asked;
  const before = sumsBefore(reader.trips, deviceTrips, period.from);
  const own = device.ignoreOdometer ? null : (firstPiece(deviceTrips, period)?.odometer ?? null);
  let metres = own?.startM ?? before.distanceM;
  let seconds = before.engineS;
  const isInside = insideOf(asked.hours);
  const parts = isInside
    ? periodsInside(reader, deviceTrips, asked, isInside)
    : wholePeriods(reader, deviceTrips, asked);
  const all = parts.map(({ isIn, ...part }) => {
    const [startM, startS] = [metres, seconds];
    metres += part.sums.distanceM;
    seconds += part.sums.engineS;
    return { isIn, line: { ...part, startM, endM: metres, startS, endS: seconds } };
  });
  const lines = all.flatMap(({ isIn, line }) => (isIn ? [line] : []));
  return [...Map.groupBy(lines, ({ date }) => date).values()].map((ofDay) => ofDay.reduce(joined));
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
function wholePeriods(
  reader: ReportReader,
  deviceTrips: DeviceTrips,
  { period, zone }: Asked,
): readonly Part[] {
  const whole = { from: period.from, to: period.to + 1 };
  const days =
    zone === null
      ? [{ ...whole, date: '', sums: sumsOfPeriod(reader.trips, deviceTrips, whole.from, whole.to) }]
      : sumsOfDays(reader.trips, deviceTrips, { ...whole, zone });
  return days.map((day) => ({ ...day, isIn: true }));
}
/** A period in stretches within hours and between them, parted at midnights where there is a line a day. */
function periodsInside(
  reader: ReportReader,
  deviceTrips: DeviceTrips,
  { period, zone }: Asked,
  isInside: Inside,
): readonly Part[] {
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
  const sums = sumsOfSpans(reader.trips, deviceTrips, parts);
  return parts.map((part, i) => ({ ...part, sums: sums[i] ?? NO_SUMS }));
}

/** Reads few pieces: a month has a thousand. Each step reaches four times as far. */
function firstPiece(
  deviceTrips: DeviceTrips,
  { from, to }: Period,
): ReturnType<DeviceTrips['pieces']>[number] | undefined {
  for (let until = from, reach = HOUR_MS; ; until = Math.min(to, until + reach), reach *= 4) {
    const [first] = deviceTrips.pieces(from, until);
    if (first || until >= to) return first;
  }
}

/** First and last instant of lines, as far as the vehicle is known. */
function boundsWithin(
  deviceTrips: DeviceTrips,
): (line: Line) => { readonly startTime: string; readonly endTime: string } {
  const span = deviceTrips.span();
  return ({ from, to }) => ({
    startTime: apiDate(Math.max(from, span?.from ?? from)),
    endTime: apiDate(Math.min(to - 1, span?.to ?? to)),
  });
}

/** One line for a period, or one for each civil day of it on which the device sent anything. */
export function* reportSummary(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): Generator<readonly SummaryItem[]> {
  yield withTrips(reader, device, asked.period, (deviceTrips) => {
    const boundsOf = boundsWithin(deviceTrips);
    const lines = linesOf(reader, device, deviceTrips, asked).filter(({ sums }) => sums.records > 0);
    const levels = fuelLevels(reader.trips, device.tripDevice, lines, deviceTrips.span()?.from ?? 0);
    return lines.map((line, i) => ({
      deviceId: device.id,
      deviceName: device.name,
      distance: line.sums.distanceM,
      averageSpeed: averageSpeed(line.sums.distanceM, line.sums.movingS * 1000),
      maxSpeed: knotsFromKmPerHour(line.sums.maxKmh),
      spentFuel: spentLitres(line.sums.fuelMl),
      startOdometer: line.startM,
      endOdometer: line.endM,
      ...boundsOf(line),
      engineHours: line.sums.engineS * 1000,
      startHours: line.startS * 1000,
      endHours: line.endS * 1000,
      startFuel: levels[i]?.startFuel ?? null,
      endFuel: levels[i]?.endFuel ?? null,
    }));
  });
}

/** Each civil day between the first and the last record, also those without any. */
export function* reportDaily(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): Generator<readonly ReportItems['daily'][]> {
  yield withTrips(reader, device, asked.period, (deviceTrips) => {
    const span = deviceTrips.span();
    if (!span) return [];
    const boundsOf = boundsWithin(deviceTrips);
    return linesOf(reader, device, deviceTrips, asked)
      .filter(({ from, to }) => to > span.from && from <= span.to)
      .map((line) => {
        const { sums } = line;
        const isUnknown = sums.records === 0 && sums.movingS + sums.stoppedS === 0 && sums.gapS > 0;
        return {
          deviceId: device.id,
          deviceName: device.name,
          date: line.date,
          ...boundsOf(line),
          distance: isUnknown ? null : sums.distanceM,
          moving: sums.movingS * 1000,
          stopped: sums.stoppedS * 1000,
          silent: sums.gapS * 1000,
          engineHours: sums.engineS * 1000,
          idle: sums.idleS * 1000,
          overspeed: sums.overspeedS * 1000,
          maxSpeed: knotsFromKmPerHour(sums.maxKmh),
          spentFuel: spentLitres(sums.fuelMl),
          startOdometer: line.startM,
          endOdometer: line.endM,
        };
      });
  });
}

/** Fuel that was used, filled and drained, and how that is known. */
export function* reportFuel(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): Generator<readonly ReportItems['fuel'][]> {
  yield withTrips(reader, device, asked.period, (deviceTrips) => {
    const boundsOf = boundsWithin(deviceTrips);
    const lines = linesOf(reader, device, deviceTrips, asked).filter(({ sums }) => sums.records > 0);
    const levels = fuelLevels(reader.trips, device.tripDevice, lines, deviceTrips.span()?.from ?? 0);
    return lines.map((line, i) => {
      const { sums, from, to } = line;
      const sources = [
        ...new Set(deviceTrips.pieces(from, to - 1).flatMap(({ fuelBy }) => fuelBy ?? [])),
      ].toSorted();
      const spentFuel = sources.length > 0 ? spentLitres(sums.fuelMl) : null;
      const hasLevel = sources.includes('level') || sums.filledMl > 0 || sums.drainedMl > 0;
      const isLong = sums.distanceM >= MIN_RATED_M;
      return {
        deviceId: device.id,
        deviceName: device.name,
        ...boundsOf(line),
        distance: sums.distanceM,
        spentFuel,
        filled: hasLevel ? litres(sums.filledMl) : null,
        drained: hasLevel ? litres(sums.drainedMl) : null,
        startFuel: levels[i]?.startFuel ?? null,
        endFuel: levels[i]?.endFuel ?? null,
        litresPer100Km: spentFuel !== null && isLong ? (spentFuel * 100_000) / sums.distanceM : null,
        cost: costOf(device, spentFuel),
        sources,
      };
    });
  });
}

/** By the price of a litre today. */
export const costOf = ({ fuelPrice }: ReportDevice, used: number | null): number | null =>
  fuelPrice === null || used === null ? null : used * fuelPrice;
