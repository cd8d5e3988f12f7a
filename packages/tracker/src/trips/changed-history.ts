import { addSums, NO_SUMS, sumsBetween, type StretchSegment } from '@rastro/fleet/trips';
import type { DeviceSums, TripChange, TripSnapshot } from '@rastro/storage';

const QUARTER_MS = 900_000;
const SLOTS_A_DAY = 96;

/** Derived history of a device: what its readers ask for. */
export type History = Pick<
  TripSnapshot,
  'span' | 'pieces' | 'episodes' | 'days' | 'driverDays' | 'sumOfDays' | 'sumsOfSlots' | 'sumsOfMany'
>;
/** Days that a change has anew, and those between them; `to` may be without end. */
interface DayRange {
  readonly from: number;
  readonly to: number;
}

/**
 * History as it will be when a change is stored. A report that comes while a late record waits to be worked in has the
 * numbers of every later one.
 */
export function historyAfter(snapshot: TripSnapshot, change: TripChange): History {
  const { replaces } = change;
  const changed = changedDays(change);
  const touching = <T extends Pick<StretchSegment, 'start' | 'end'>>(
    all: readonly T[],
    from: number,
    to: number,
  ): readonly T[] => all.filter(({ start, end }) => start.time <= to && end.time >= from);
  return {
    span: async (deviceId) => {
      const stored = await snapshot.span(deviceId);
      const [first, last] = [change.pieces[0], change.pieces.at(-1)];
      if (!stored || !first || !last) return stored;
      const goesToEnd = replaces === null || replaces.upTo === null;
      return {
        from: replaces?.after === null ? first.start.time : Math.min(stored.from, first.start.time),
        to: goesToEnd ? last.end.time : Math.max(stored.to, last.end.time),
      };
    },
    pieces: async (deviceId, from, to, kinds = []) => {
      const stored = replaces
        ? await snapshot.piecesBeside(deviceId, { from, to }, kinds, replaces)
        : await snapshot.pieces(deviceId, from, to, kinds);
      const added = touching(change.pieces, from, to);
      return [...stored, ...added.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))].sort(
        byStart,
      );
    },
    episodes: async (deviceId, from, to, kinds) => {
      const stored = replaces
        ? await snapshot.episodesBeside(deviceId, { from, to }, kinds, replaces)
        : await snapshot.episodes(deviceId, from, to, kinds);
      const added = touching(
        change.pieces.flatMap(({ episodes }) => episodes),
        from,
        to,
      );
      return [...stored, ...added.filter(({ kind }) => kinds.includes(kind))].sort(byStart);
    },
    ...daysAfter(snapshot, change, changed),
    ...sumsAfter(snapshot, change, changed),
  };
}

/** As stored ones are read. */
const byStart = (
  a: Pick<StretchSegment, 'start' | 'end'>,
  b: Pick<StretchSegment, 'start' | 'end'>,
): number => a.start.time - b.start.time || a.end.time - b.end.time;

function changedDays({ days, driverDays, replacesDays }: TripChange): DayRange | null {
  const all = [...days, ...driverDays].map(({ day }) => day);
  if (replacesDays) all.push(replacesDays.from, replacesDays.to ?? Infinity);
  const [from, to] = [all.reduce(lower, Infinity), all.reduce(higher, -Infinity)];
  return from <= to ? { from, to } : null;
}
const lower = (a: number, b: number): number => Math.min(a, b);
const higher = (a: number, b: number): number => Math.max(a, b);

function daysAfter(
  snapshot: TripSnapshot,
  change: TripChange,
  changed: DayRange | null,
): Pick<History, 'days' | 'driverDays' | 'sumOfDays'> {
  const isChanged = ({ day }: { readonly day: number }): boolean =>
    changed !== null && day >= changed.from && day <= changed.to;
  const within =
    (from: number, to: number) =>
    ({ day }: { readonly day: number }): boolean =>
      day >= from && day <= to;
  return {
    days: async (deviceId, from, to) =>
      [
        ...(await snapshot.days(deviceId, from, to)).filter((day) => !isChanged(day)),
        ...change.days.filter(within(from, to)),
      ].sort((a, b) => a.day - b.day),
    driverDays: async (deviceId, from, to) =>
      [
        ...(await snapshot.driverDays(deviceId, from, to)).filter((day) => !isChanged(day)),
        ...change.driverDays.filter(within(from, to)),
      ].sort((a, b) => a.day - b.day),
    sumOfDays: async (deviceId, from, to) => {
      const beside =
        changed === null
          ? [{ from, to }]
          : besideOf({ from, to: to + 1 }, { from: changed.from, to: changed.to + 1 }).map((part) => ({
              from: part.from,
              to: part.to - 1,
            }));
      const stored = await Promise.all(
        beside.map((part) => snapshot.sumOfDays(deviceId, part.from, part.to)),
      );
      return [...stored, ...change.days.filter(within(from, to)).map(({ sums }) => sums)].reduce(
        addSums,
        NO_SUMS,
      );
    },
  };
}

function sumsAfter(
  snapshot: TripSnapshot,
  change: TripChange,
  changed: DayRange | null,
): Pick<History, 'sumsOfSlots' | 'sumsOfMany'> {
  const range = changed && { from: changed.from * SLOTS_A_DAY, to: (changed.to + 1) * SLOTS_A_DAY };
  const quarters = change.days.flatMap((day) => day.quarters);
  return {
    sumsOfSlots: async (deviceId, bounds) => {
      const edges = range === null ? [] : [range.from, range.to];
      const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
      const all = [...new Set([...bounds, ...edges.filter((edge) => edge > first && edge < last)])].sort(
        (a, b) => a - b,
      );
      const stored = await snapshot.sumsOfSlots(deviceId, all);
      return bounds.slice(1).map((to, i) => {
        const from = bounds[i] ?? to;
        const beside = stored.filter(
          (_, at) =>
            (all[at] ?? 0) >= from &&
            (all[at + 1] ?? 0) <= to &&
            (range === null || (all[at] ?? 0) >= range.to || (all[at + 1] ?? 0) <= range.from),
        );
        const added = sumsBetween(quarters, from * QUARTER_MS, to * QUARTER_MS);
        return [...beside, added].reduce(addSums, NO_SUMS);
      });
    },
    sumsOfMany: async (deviceIds, slots, by) => {
      const beside = range === null ? [slots] : besideOf(slots, range);
      const stored = await Promise.all(beside.map((part) => snapshot.sumsOfMany(deviceIds, part, by)));
      const [from, to] = [slots.from * QUARTER_MS, slots.to * QUARTER_MS];
      const { deviceId } = change;
      const parts =
        by === 'device'
          ? [{ driver: null, quarters }]
          : change.driverDays.map((day) => ({ driver: day.driver, quarters: day.quarters }));
      const added = parts
        .filter((part) => part.quarters.some(({ slot, span }) => slot < slots.to && slot + span > slots.from))
        .map((part): DeviceSums => ({
          deviceId,
          driver: part.driver,
          sums: sumsBetween(part.quarters, from, to),
        }));
      return [...stored.flat(), ...added];
    },
  };
}

/** Parts of a range before and after another one; `to` is the first after each. */
const besideOf = (whole: DayRange, hole: DayRange): readonly DayRange[] =>
  [
    { from: whole.from, to: Math.min(whole.to, hole.from) },
    { from: Math.max(whole.from, hole.to), to: whole.to },
  ].filter(({ from, to }) => from < to);
