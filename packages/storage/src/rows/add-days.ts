import type { QuarterSums, Sums } from '@rastro/fleet/trips';
import { addSums, sumsBetween } from '@rastro/fleet/threads';
import { quarterNumbers, SUM_FIELDS, unpackSums, type Numbers } from './trip-codec.ts';

const QUARTER_MS = 900_000;
const SLOTS_A_DAY = 96;
/** Behind slot and span. */
const FIRST = 2;
const MAX_KMH = SUM_FIELDS.indexOf('maxKmh');
const MAX_AT = SUM_FIELDS.indexOf('maxAt');

/** A stored day: its quarters, in order, and their totals. */
export interface PackedDay {
  readonly day: number;
  readonly quarters: string;
  /** In the order of `SUM_FIELDS`. */
  readonly sums: Numbers;
}

/**
 * Adds days up to sums between slots. Of a day within one range the quarters are not read; of one that a midnight
 * parts, those of the shorter side: a month of sixty vehicles has nine million characters of them.
 * @param days Ascending.
 * @param bounds Slots, ascending; the sums are of those from one of them to before the next.
 */
export function addDays(days: readonly PackedDay[], bounds: readonly number[]): readonly Sums[] {
  const all = bounds.slice(1).map(() => SUM_FIELDS.map(() => 0));
  // Entries that span several quarters are few, and shared out evenly by the caller.
  const shared: QuarterSums[] = [];
  let part = -1;
  for (const day of days) {
    const first = day.day * SLOTS_A_DAY;
    const after = first + SLOTS_A_DAY;
    while ((bounds[part + 1] ?? Infinity) <= first) part++;
    const cut = bounds[part + 1] ?? Infinity;
    const isCutOnce = (bounds[part + 2] ?? Infinity) >= after;
    const halves = cut < after && isCutOnce ? halvesOf(day, cut) : null;
    if (cut >= after) addValues(all[part], day.sums);
    else if (halves) {
      addValues(all[part], halves.before);
      addValues(all[part + 1], halves.behind);
    } else addQuarters({ all, shared, part: Math.max(part, 0) }, quarterNumbers(day.quarters), bounds);
  }
  return all.map((values, i) => {
    const [from, to] = [(bounds[i] ?? 0) * QUARTER_MS, (bounds[i + 1] ?? 0) * QUARTER_MS];
    return addSums(unpackSums(values), sumsBetween(shared, from, to));
  });
}

/** A day on both sides of a slot: one is added up, the other is the rest; null = one by one, it is not so simple. */
function halvesOf(
  { quarters, sums }: PackedDay,
  cut: number,
): { readonly before: Numbers; readonly behind: Numbers } | null {
  const at = quarters.indexOf(`[${cut},`);
  if (at < 0) return null;
  const isBeforeShort = at < quarters.length / 2;
  // A maximum cannot be taken back: it must be in the rest.
  const isMaxBefore = (sums[MAX_AT] ?? 0) < cut * QUARTER_MS;
  if ((sums[MAX_KMH] ?? 0) > 0 && isMaxBefore === isBeforeShort) return null;
  if (!isBeforeShort && hasLong(quarters, at, cut)) return null;
  const known = SUM_FIELDS.map(() => 0);
  const text = isBeforeShort ? `${quarters.slice(0, Math.max(at - 1, 1))}]` : `[${quarters.slice(at)}`;
  for (const values of quarterNumbers(text)) {
    const [slot = 0, span = 1] = values;
    if (slot < cut && slot + span > cut) return null;
    addValues(known, values, FIRST);
  }
  const rest = sums.map((value, i) => (i === MAX_KMH || i === MAX_AT ? value : value - (known[i] ?? 0)));
  return isBeforeShort ? { before: known, behind: rest } : { before: rest, behind: known };
}

/** Whether an entry spans several quarters, up to a letter: it might reach over the cut. */
function hasLong(quarters: string, upTo: number, cut: number): boolean {
  const width = `[${cut},`.length;
  for (let at = 1; at > 0 && at < upTo; at = quarters.indexOf('[', at + 1))
    if (!quarters.startsWith('1,', at + width)) return true;
  return false;
}

function addQuarters(
  to: { readonly all: readonly number[][]; readonly shared: QuarterSums[]; readonly part: number },
  entries: readonly Numbers[],
  bounds: readonly number[],
): void {
  let { part } = to;
  for (const values of entries) {
    const [slot = 0, span = 1] = values;
    if (span > 1) {
      to.shared.push({ slot, span, driver: null, ...unpackSums(values, FIRST) });
      continue;
    }
    while (part + 1 < bounds.length && slot >= (bounds[part + 1] ?? 0)) part++;
    if (slot >= (bounds[part] ?? 0)) addValues(to.all[part], values, FIRST);
  }
}

/** Adds values in the order of `SUM_FIELDS`. @param at Where in the values they begin. */
export function addValues(sums: number[] | undefined, values: Numbers, at = 0): void {
  if (!sums) return;
  for (let i = 0; i < SUM_FIELDS.length && i + at < values.length; i++)
    if (i !== MAX_KMH && i !== MAX_AT) sums[i] = (sums[i] ?? 0) + (values[i + at] ?? 0);
  const kmh = values[MAX_KMH + at] ?? 0;
  const maxAt = values[MAX_AT + at] ?? 0;
  const before = sums[MAX_KMH] ?? 0;
  // Of equals the earliest, in whatever order they come.
  if (kmh < before || (kmh === before && maxAt >= (sums[MAX_AT] ?? 0))) return;
  sums[MAX_KMH] = kmh;
  sums[MAX_AT] = maxAt;
}
