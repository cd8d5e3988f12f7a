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
import type { TripReader, TripRow, StoredStretch } from '@rastro/storage';
import { tripRecordOf } from '../pending-records/trip-record-of.ts';
import { settingsKey, type TripDevice } from './reduce-device.ts';

const PAGE_ROWS = 2000;
/** Records before a period decide how it begins. */
const LEAD_MS = 36 * 3_600_000;
type Contents = Pick<TripReader, 'span' | 'pieces' | 'episodes' | 'days' | 'sumOfDays' | 'sumsOfSlots'>;
const NOTHING_STORED: Contents = {
  span: () => null,
  pieces: () => [],
  episodes: () => [],
  days: () => [],
  sumOfDays: () => NO_SUMS,
  sumsOfSlots: (_, bounds) => bounds.slice(1).map(() => NO_SUMS),
};
const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Records after the end of derived history that a reader processes; with more of them it is behind. */
const MAX_ROWS = 20_000;

/** Current derived history of a device: what is stored, and what the newest records add. */
export interface DeviceTrips {
  readonly deviceId: number;
  readonly clockAheadS: number;
  /** Pieces after the stored ones; the last of them are under way (`ended` null). */
  readonly fresh: readonly StretchSegment[];
  /** From the first record to the last; null = none. */
  span(): { readonly from: number; readonly to: number } | null;
  /** All of the stored days between two, both included, added up. */
  sumOfDays(from: number, to: number): Sums;
  /** Of the stored quarters, those from each of some slots to before the next, added up. */
  sumsOfSlots(bounds: readonly number[]): readonly Sums[];
  pieces(from: number, to: number, kinds?: readonly StretchSegment['kind'][]): readonly StoredStretch[];
  episodes(from: number, to: number, kinds: readonly Episode['kind'][]): readonly Episode[];
  /** State of the trip rule after the last record, as text; null = no derived history is stored. */
  readonly state: string | null;
  /** Quarters of the UTC days that a period touches, and what these days do not have yet. In no order. */
  dayQuarters(from: number, to: number): readonly QuarterSums[];
  /** Quarters that the stored days lack. */
  freshQuarters(): readonly QuarterSums[];
}

/**
 * Derived history of a device, or while there is none yet, computed from its positions of the period and a while
 * before.
 */
export function deviceTripsFor(
  reader: TripReader,
  device: TripDevice,
  period: { readonly from: number; readonly to: number },
): DeviceTrips {
  return (
    openDeviceTrips(reader, device) ?? deviceTripsOf(reader, device, readAnew(reader, device, period), null)
  );
}

/** Call it within a snapshot of the reader. @returns null when there is no derived history yet, or it is behind. */
export function openDeviceTrips(reader: TripReader, device: TripDevice): DeviceTrips | null {
  const head = reader.head(device.id);
  if (!head || head.late || head.settings !== settingsKey(device)) return null;
  const reducer = TripReducer.from(head.state, device.settings);
  let rows = 0;
  for (const page of pagesAfter(reader, device, head.last)) {
    for (const row of page) reducer.add(tripRecordOf(row, device));
    rows += page.length;
    if (rows >= MAX_ROWS) return null;
  }
  const fresh = [...reducer.take(), ...reducer.open()];
  return deviceTripsOf(reader, device, fresh, reducer.state());
}

function readAnew(
  reader: TripReader,
  device: TripDevice,
  { from, to }: { readonly from: number; readonly to: number },
): readonly StretchSegment[] {
  const reducer = TripReducer.start(device.settings);
  for (const page of pagesAfter(reader, device, { time: from - LEAD_MS, deviceTime: 0, key: 0 })) {
    for (const row of page) reducer.add(tripRecordOf(row, device));
    if ((page.at(-1)?.fixTime ?? 0) > to + LEAD_MS) break;
  }
  return [...reducer.take(), ...reducer.open()];
}

function* pagesAfter(
  reader: TripReader,
  { id, settings }: TripDevice,
  after: RecordKey,
): Generator<readonly TripRow[]> {
  for (let last = after; ;) {
    const page = reader.rowsAfter(id, last, { rows: PAGE_ROWS, clockAheadS: settings.clockAheadS });
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (!end || page.length < PAGE_ROWS) return;
    last = { time: end.fixTime, deviceTime: end.deviceTime, key: end.contentKey };
  }
}

function deviceTripsOf(
  stored: TripReader,
  device: TripDevice,
  fresh: readonly StretchSegment[],
  state: string | null,
): DeviceTrips {
  const reader: Contents = state === null ? NOTHING_STORED : stored;
  const newQuarters = fresh.flatMap(({ quarters }) => quarters);
  const touches = (
    { start, end }: Pick<StretchSegment, 'start' | 'end'>,
    from: number,
    to: number,
  ): boolean => start.time <= to && end.time >= from;
  return {
    deviceId: device.id,
    clockAheadS: device.settings.clockAheadS,
    fresh,
    state,
    span() {
      const span = reader.span(device.id);
      const [first, last] = [fresh[0], fresh.at(-1)];
      if (!first || !last) return span;
      return { from: Math.min(span?.from ?? Infinity, first.start.time), to: last.end.time };
    },
    sumOfDays: (from, to) => reader.sumOfDays(device.id, from, to),
    sumsOfSlots: (bounds) => reader.sumsOfSlots(device.id, bounds),
    pieces: (from, to, kinds = []) => [
      ...reader.pieces(device.id, from, to, kinds),
      ...fresh.filter((p) => touches(p, from, to) && (kinds.length === 0 || kinds.includes(p.kind))),
    ],
    episodes: (from, to, kinds) => [
      ...reader.episodes(device.id, from, to, kinds),
      ...fresh
        .flatMap((segment) => segment.episodes)
        .filter((each) => touches(each, from, to) && kinds.includes(each.kind)),
    ],
    dayQuarters: (from, to) => [
      ...reader.days(device.id, dayOf(from), dayOf(to)).flatMap(({ quarters }) => quarters),
      ...newQuarters,
    ],
    freshQuarters: () => newQuarters,
  };
}
