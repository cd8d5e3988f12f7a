import type { StretchSegment, QuarterSums, Sums } from './stretch-segment.ts';
import { addSums, NO_SUMS } from './piece-sums.ts';
import { QUARTER_MS, slotOf } from './tally.ts';

/** Adds up the sums of pieces. */
export const sumsOf = (pieces: Iterable<Pick<StretchSegment, 'sums'>>): Sums => {
  let all = NO_SUMS;
  for (const { sums } of pieces) all = addSums(all, sums);
  return all;
};

/**
 * Deals out the quarters of entries one by one, in their order; one that spans several is shared evenly among them,
 * exactly.
 */
export function eachQuarter(entries: Iterable<QuarterSums>, visit: (slot: number, sums: Sums) => void): void {
  for (const entry of entries) {
    if (entry.span === 1) visit(entry.slot, entry);
    else for (let i = 0; i < entry.span; i++) visit(entry.slot + i, shareOf(entry, i, i + 1));
  }
}

/** Returns the share of an entry in its quarters from the `from`th to before the `to`th. */
function shareOf(entry: QuarterSums, from: number, to: number): Sums {
  const part = (total: number): number =>
    total === 0 ? 0 : Math.floor((total * to) / entry.span) - Math.floor((total * from) / entry.span);
  return {
    distanceM: part(entry.distanceM),
    gapM: part(entry.gapM),
    shuffleM: part(entry.shuffleM),
    movingS: part(entry.movingS),
    stoppedS: part(entry.stoppedS),
    quietS: part(entry.quietS),
    gapS: part(entry.gapS),
    engineS: part(entry.engineS),
    idleS: part(entry.idleS),
    overspeedS: part(entry.overspeedS),
    fuelMl: part(entry.fuelMl),
    filledMl: part(entry.filledMl),
    drainedMl: part(entry.drainedMl),
    records: part(entry.records),
    maxKmh: entry.maxKmh,
    maxAt: entry.maxAt,
    over10S: part(entry.over10S),
    over20S: part(entry.over20S),
    over50S: part(entry.over50S),
    overMoreS: part(entry.overMoreS),
    brakings: part(entry.brakings),
    severeBrakings: part(entry.severeBrakings),
    accelerations: part(entry.accelerations),
    severeAccelerations: part(entry.severeAccelerations),
    cornerings: part(entry.cornerings),
    severeCornerings: part(entry.severeCornerings),
    beltAlarms: part(entry.beltAlarms),
    phoneAlarms: part(entry.phoneAlarms),
    watchedM: part(entry.watchedM),
    partlyWatchedM: part(entry.partlyWatchedM),
    longDrives: part(entry.longDrives),
    nightS: part(entry.nightS),
    offHoursM: part(entry.offHoursM),
  };
}

/** Sums of a range of time, rounded out to whole quarters. Costs as much as there are entries, however long they are. */
export function sumsBetween(entries: Iterable<QuarterSums>, from: number, to: number): Sums {
  const first = slotOf(from);
  const after = Math.ceil(to / QUARTER_MS);
  let all = NO_SUMS;
  for (const entry of entries) {
    const begin = Math.max(first - entry.slot, 0);
    const end = Math.min(after - entry.slot, entry.span);
    if (end <= begin) continue;
    all = addSums(all, end - begin === entry.span ? entry : shareOf(entry, begin, end));
  }
  return all;
}

/** A civil day of a zone: its name and its bounds, milliseconds since 1970. */
export interface CivilDay {
  readonly date: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the civil days that meet a range, in a zone that Temporal knows. Dates that a zone skipped (Apia had no
 * 2011-12-30) are left out. In every present-day zone their bounds are on the quarter.
 * @source docs/reference/history-and-reports.md §2
 */
export function civilDays(from: number, to: number, zone: string): CivilDay[] {
  const days: CivilDay[] = [];
  let date = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).toPlainDate();
  let begin = startOf(date, zone);
  while (begin < to) {
    const next = date.add({ days: 1 });
    const end = startOf(next, zone);
    // A skipped date begins with the one after it: its hours, if any, are that one's.
    if (end > begin) days.push({ date: date.toString(), from: begin, to: end });
    date = next;
    begin = end;
  }
  return days;
}

const startOf = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).startOfDay().epochMilliseconds;

/** Sums of each civil day of a range; days without anything have zeros. */
export function daySums(
  entries: readonly QuarterSums[],
  { from, to, zone }: { readonly from: number; readonly to: number; readonly zone: string },
): (CivilDay & { readonly sums: Sums })[] {
  const sorted = entries.toSorted((a, b) => a.slot - b.slot);
  let low = 0;
  return civilDays(from, to, zone).map((day) => {
    const first = slotOf(day.from);
    while (low < sorted.length && endOf(sorted[low]) <= first) low++;
    let high = low;
    while (high < sorted.length && (sorted[high]?.slot ?? 0) * QUARTER_MS < day.to) high++;
    return { ...day, sums: sumsBetween(sorted.slice(low, high), day.from, day.to) };
  });
}

const endOf = (entry: QuarterSums | undefined): number => (entry ? entry.slot + entry.span : Infinity);
