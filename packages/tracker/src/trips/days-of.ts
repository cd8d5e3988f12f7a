import { DAY_MS } from '@rastro/base';
import {
  addSums,
  sumsBetween,
  type RecordKey,
  type StretchSegment,
  type QuarterSums,
} from '@rastro/fleet/trips';
import type { DriverDay, TripChange, TripDay, TripSnapshot } from '@rastro/storage';

const QUARTER_MS = 900_000;
const SLOTS_A_DAY = 96;
const dayOf = (time: number): number => Math.floor(time / DAY_MS);

type Pieces = readonly Pick<StretchSegment, 'start' | 'end' | 'quarters'>[];
interface Replacement {
  /** Pieces decided up to here remain; null = none. */
  readonly after: RecordKey | null;
  readonly cutTime: number;
  /** The first piece that agrees with the stored ones; null = no stored piece remains. */
  readonly upTo: Pick<StretchSegment, 'decidedAt' | 'end'> | null;
  readonly pieces: Pieces;
}

/** Longer identifiers are nobody's: a tracker may send anything, and a column that is ordered by has its limit. */
const MAX_DRIVER_LENGTH = 200;
type Days = Pick<TripChange, 'days' | 'driverDays'>;

/** The days that new pieces at the end of derived history touch, with their former sums. */
export async function daysAfterAppend(
  snapshot: TripSnapshot,
  deviceId: number,
  pieces: Pieces,
): Promise<Days> {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return { days: [], driverDays: [] };
  const touched = [deviceId, dayOf(first.start.time), dayOf(last.end.time)] as const;
  const [before, driven] = [await snapshot.days(...touched), await snapshot.driverDays(...touched)];
  const added = pieces.flatMap(({ quarters }) => quarters).flatMap(partedByDays);
  return {
    days: daysFrom([...before.flatMap(({ quarters }) => quarters), ...added]),
    driverDays: driverDaysFrom([
      // The quarters of a day do not say whose they are.
      ...driven.flatMap(({ driver, quarters }) => quarters.map((entry) => ({ ...entry, driver }))),
      ...added,
    ]),
  };
}

/** Days are computed again from all pieces that touch them, because a maximum cannot be taken back. */
export async function daysAfterReplacement(
  snapshot: TripSnapshot,
  deviceId: number,
  { after, cutTime, upTo, pieces }: Replacement,
): Promise<Days & Pick<TripChange, 'replacesDays'>> {
  const from = dayOf(cutTime);
  const to = upTo ? dayOf(upTo.end.time) : null;
  const period = { from: from * DAY_MS, to: to === null ? null : (to + 1) * DAY_MS - 1 };
  const staying = await snapshot.quartersBeside(deviceId, period, { after, upTo: upTo?.decidedAt ?? null });
  const all = [...staying, ...pieces.flatMap(({ quarters }) => quarters)].flatMap(partedByDays);
  const isReplaced = ({ day }: TripDay): boolean => day >= from && (to === null || day <= to);
  return {
    replacesDays: { from, to },
    days: daysFrom(all).filter(isReplaced),
    driverDays: driverDaysFrom(all).filter(isReplaced),
  };
}

/** @param driven Entries of no driver are left out. */
function driverDaysFrom(driven: readonly QuarterSums[]): readonly DriverDay[] {
  const byDriver = Map.groupBy(driven, ({ driver }) => driver);
  return [...byDriver]
    .flatMap(([driver, entries]) =>
      driver === null || driver.length > MAX_DRIVER_LENGTH
        ? []
        : daysFrom(entries).map((day): DriverDay => ({ ...day, driver })),
    )
    .sort((a, b) => a.day - b.day || (a.driver < b.driver ? -1 : 1));
}

/** @param all None of them in two days. */
function daysFrom(all: readonly QuarterSums[]): readonly TripDay[] {
  const byDay = Map.groupBy(all, ({ slot }) => Math.floor(slot / SLOTS_A_DAY));
  return [...byDay].map(([day, entries]) => ({
    day,
    quarters: mergedQuarters(entries),
    sums: sumsBetween(entries, day * DAY_MS, (day + 1) * DAY_MS),
  }));
}

/** An entry of many quarters, as one for each day that it touches. */
export function partedByDays(entry: QuarterSums): readonly QuarterSums[] {
  const end = entry.slot + entry.span;
  if (Math.floor(entry.slot / SLOTS_A_DAY) === Math.floor((end - 1) / SLOTS_A_DAY)) return [entry];
  const parts: QuarterSums[] = [];
  for (let slot = entry.slot; slot < end;) {
    const next = Math.min(end, (Math.floor(slot / SLOTS_A_DAY) + 1) * SLOTS_A_DAY);
    parts.push({
      ...sumsBetween([entry], slot * QUARTER_MS, next * QUARTER_MS),
      slot,
      span: next - slot,
      driver: entry.driver,
    });
    slot = next;
  }
  return parts;
}

/** Entries of the same quarters added up, in order: of a day it is not stored who drove when. */
export function mergedQuarters(entries: readonly QuarterSums[]): readonly QuarterSums[] {
  const merged = new Map<number, QuarterSums>();
  for (const entry of entries) {
    const { slot, span } = entry;
    const place = slot * SLOTS_A_DAY + (span - 1);
    const before = merged.get(place);
    merged.set(place, { ...(before ? addSums(before, entry) : entry), slot, span, driver: null });
  }
  return [...merged.values()].sort((a, b) => a.slot - b.slot || a.span - b.span);
}
