import { DAY_MS } from '@rastro/base';
import {
  TripReducer,
  NO_SUMS,
  type RecordKey,
  type StretchSegment,
  type Episode,
  type QuarterSums,
  type Sums,
} from '@rastro/fleet/trips';
import type { DeviceSums, TripEnd, TripHead, TripRow, TripSnapshot, StoredStretch } from '@rastro/storage';
import { tripRecordOf } from '../pending-records/trip-record-of.ts';
import { historyAfter, type History } from './changed-history.ts';
import { changeOf, settingsKey, type TripDevice } from './reduce-device.ts';

const PAGE_ROWS = 2000;
/** Records before a period decide how it begins. */
const LEAD_MS = 36 * 3_600_000;
const NOTHING_STORED: History = {
  span: async () => null,
  pieces: async () => [],
  episodes: async () => [],
  days: async () => [],
  driverDays: async () => [],
  sumOfDays: async () => NO_SUMS,
  sumsOfSlots: async (_, bounds) => bounds.slice(1).map(() => NO_SUMS),
  sumsOfMany: async () => [],
};
const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Records after the end of derived history that a reader processes; with more of them it is behind. */
const MAX_ROWS = 20_000;

/**
 * Current derived history of a device: what is stored, and what the newest records add. It reads from the snapshot that
 * it was opened in, and ends with it.
 */
export interface DeviceTrips {
  readonly deviceId: number;
  readonly clockAheadS: number;
  readonly snapshot: TripSnapshot;
  /** Pieces after the stored ones; the last of them are under way (`ended` null). */
  readonly fresh: readonly StretchSegment[];
  /** From the first record to the last; null = none. */
  span(): Promise<{ readonly from: number; readonly to: number } | null>;
  /** All of the stored days between two, both included, added up. */
  sumOfDays(from: number, to: number): Promise<Sums>;
  /** Of the stored quarters, those from each of some slots to before the next, added up. */
  sumsOfSlots(bounds: readonly number[]): Promise<readonly Sums[]>;
  pieces(
    from: number,
    to: number,
    kinds?: readonly StretchSegment['kind'][],
  ): Promise<readonly StoredStretch[]>;
  episodes(from: number, to: number, kinds: readonly Episode['kind'][]): Promise<readonly Episode[]>;
  /** Of the stored quarters, those from one slot to before another, by driver. */
  driverSums(slots: { readonly from: number; readonly to: number }): Promise<readonly DeviceSums[]>;
  /** State of the trip rule after the last record, as text; null = no derived history is stored. */
  state(): string | null;
  /** Quarters of the UTC days that a period touches, and what these days do not have yet. In no order. */
  dayQuarters(from: number, to: number): Promise<readonly QuarterSums[]>;
  /** The same of drivers: those of no driver are fresh ones only. */
  driverQuarters(from: number, to: number): Promise<readonly QuarterSums[]>;
  /** Of the newest record in it; null = of no fresh one. */
  readonly newestTime: number | null;
  /** Quarters that the stored days lack. */
  freshQuarters(): readonly QuarterSums[];
}

/**
 * Derived history of a device. While late records wait to be worked in, it is what it will be after them; while there is
 * none yet, or one of other settings, it is computed from the positions of the period and a while before.
 */
export async function deviceTripsFor(
  snapshot: TripSnapshot,
  device: TripDevice,
  period: { readonly from: number; readonly to: number },
): Promise<DeviceTrips> {
  const head = await snapshot.head(device.id);
  const found =
    head &&
    ((await continued(snapshot, device, { head, hasNews: true })) ??
      (await withLate(snapshot, device, head)));
  if (found) return found;
  const fresh = await readAnew(snapshot, device, period);
  return deviceTripsOf(snapshot, device, { stored: NOTHING_STORED, fresh, reducer: null });
}

/** @returns null when there is no derived history yet, or it is behind. */
export async function openDeviceTrips(
  snapshot: TripSnapshot,
  device: TripDevice,
): Promise<DeviceTrips | null> {
  const head = await snapshot.head(device.id);
  return head && continued(snapshot, device, { head, hasNews: true });
}

/** The same from a head that was read with others. @returns null when it is not that of the device as it is now. */
export async function continued(
  snapshot: TripSnapshot,
  device: TripDevice,
  { head, hasNews }: TripEnd,
): Promise<DeviceTrips | null> {
  if (head.late || head.settings !== settingsKey(device)) return null;
  return withNews(snapshot, device, { head, hasNews, stored: snapshot });
}

/** Adds what the newest records mean to stored history. @returns null when there are too many of them. */
async function withNews(
  snapshot: TripSnapshot,
  device: TripDevice,
  { head, hasNews, stored }: TripEnd & { readonly stored: History },
): Promise<DeviceTrips | null> {
  const reducer = TripReducer.from(head.state, device.settings);
  reducer.stopNotingStates();
  let rows = 0;
  if (hasNews)
    for await (const page of pagesAfter(snapshot, device, head.last)) {
      for (const row of page) reducer.add(tripRecordOf(row, device));
      rows += page.length;
      if (rows >= MAX_ROWS) return null;
    }
  const fresh = [...reducer.take(), ...reducer.open()];
  return deviceTripsOf(snapshot, device, { stored, fresh, reducer });
}

/** Works late records in for this reader alone. @returns null when other settings or many records are the reason. */
async function withLate(
  snapshot: TripSnapshot,
  device: TripDevice,
  head: TripHead,
): Promise<DeviceTrips | null> {
  if (!head.late || head.settings !== settingsKey(device)) return null;
  const { change, isPartial } = await changeOf(snapshot, device, { head, maxRows: MAX_ROWS });
  if (!change || isPartial) return null;
  const after: TripHead = { ...head, ...change.head, late: null };
  const stored = historyAfter(snapshot, change);
  return withNews(snapshot, device, { head: after, hasNews: change.head === null, stored });
}

async function readAnew(
  snapshot: TripSnapshot,
  device: TripDevice,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly StretchSegment[]> {
  const reducer = TripReducer.start(device.settings);
  reducer.stopNotingStates();
  const begin = { time: from - LEAD_MS, deviceTime: 0, key: 0 };
  for await (const page of pagesAfter(snapshot, device, begin)) {
    for (const row of page) reducer.add(tripRecordOf(row, device));
    if ((page.at(-1)?.fixTime ?? 0) > to + LEAD_MS) break;
  }
  return [...reducer.take(), ...reducer.open()];
}

const pagesAfter = (
  snapshot: TripSnapshot,
  { id, settings: { clockAheadS } }: TripDevice,
  after: RecordKey,
): AsyncIterable<readonly TripRow[]> => snapshot.rowsAfter(id, after, { pageSize: PAGE_ROWS, clockAheadS });

function deviceTripsOf(
  snapshot: TripSnapshot,
  device: TripDevice,
  parts: {
    readonly stored: History;
    readonly fresh: readonly StretchSegment[];
    readonly reducer: TripReducer | null;
  },
): DeviceTrips {
  const { stored, fresh, reducer } = parts;
  const newQuarters = fresh.flatMap(({ quarters }) => quarters);
  const touches = (
    { start, end }: Pick<StretchSegment, 'start' | 'end'>,
    from: number,
    to: number,
  ): boolean => start.time <= to && end.time >= from;
  const readSpan = async (): ReturnType<DeviceTrips['span']> => {
    const span = await stored.span(device.id);
    const [first, last] = [fresh[0], fresh.at(-1)];
    if (!first || !last) return span;
    return { from: Math.min(span?.from ?? Infinity, first.start.time), to: last.end.time };
  };
  let span: ReturnType<DeviceTrips['span']> | null = null;
  return {
    deviceId: device.id,
    clockAheadS: device.settings.clockAheadS,
    snapshot,
    fresh,
    state: () => reducer?.state() ?? null,
    span: () => (span ??= readSpan()),
    sumOfDays: (from, to) => stored.sumOfDays(device.id, from, to),
    sumsOfSlots: (bounds) => stored.sumsOfSlots(device.id, bounds),
    driverSums: (slots) => stored.sumsOfMany([device.id], slots, 'driver'),
    pieces: async (from, to, kinds = []) => [
      ...(await stored.pieces(device.id, from, to, kinds)),
      ...fresh.filter((p) => touches(p, from, to) && (kinds.length === 0 || kinds.includes(p.kind))),
    ],
    episodes: async (from, to, kinds) => [
      ...(await stored.episodes(device.id, from, to, kinds)),
      ...fresh
        .flatMap((segment) => segment.episodes)
        .filter((each) => touches(each, from, to) && kinds.includes(each.kind)),
    ],
    dayQuarters: async (from, to) => [
      ...(await stored.days(device.id, dayOf(from), dayOf(to))).flatMap(({ quarters }) => quarters),
      ...newQuarters,
    ],
    driverQuarters: async (from, to) => [
      ...(await stored.driverDays(device.id, dayOf(from), dayOf(to))).flatMap(({ driver, quarters }) =>
        quarters.map((entry) => ({ ...entry, driver })),
      ),
      ...newQuarters,
    ],
    newestTime: fresh.at(-1)?.end.time ?? null,
    freshQuarters: () => newQuarters,
  };
}
