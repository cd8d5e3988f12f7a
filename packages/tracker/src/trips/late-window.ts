import type { RecordKey } from '@rastro/fleet/trips';
import { NO_CORRECTION, type TripReader, type TripRow, type LateFindings } from '@rastro/storage';
import type { TripDevice } from './reduce-device.ts';
import { readingsOf, findingsOf, type FoundRecord, type WalkedRow } from './late-findings.ts';
import { lateVisits } from './late-visits.ts';
import { openDeviceTrips } from './device-trips.ts';

const PAGE_ROWS = 200;
/** A look ends with the first record in time after so many. */
const MAX_ROWS = 2000;

export interface LateReview {
  readonly findings: LateFindings & { readonly records: readonly FoundRecord[] };
  /** State of trips in derived history, with all records; null = none. */
  readonly tripState: string | null;
}

/**
 * Reviews the first late records of a device that were not reviewed, between neighbors that were in time.
 * @returns null when there are none, or derived history does not include them yet.
 */
export function lateFindings(reader: TripReader, device: TripDevice): LateReview | null {
  return reader.inSnapshot(() => {
    const first = reader.firstOpenLate(device.id);
    const trips = first === null ? null : openDeviceTrips(reader, device);
    // More late records have come: they are reviewed once derived history includes them.
    if (first === null || trips === null) return null;
    const rows = windowAround(reader, device, first);
    const times = rows.flatMap(({ row }) => [row.fixTime, row.deviceTime]);
    const [from, to] = [times.reduce(lower, Infinity), times.reduce(higher, -Infinity)];
    const history = { pieces: trips.pieces(from, to), episodes: trips.episodes(from, to, ['speeding']) };
    const found = findingsOf(device, rows, history);
    const visits = lateVisits(reader, device, { rows, trips });
    // Those whose clock ran ahead of their arrival are in no history, and mean nothing.
    const unseen = reader
      .lateRecords(device.id, first, first)
      .filter(({ id }) => !found.records.some((each) => each.id === id))
      .map((each) => ({ ...each, correction: NO_CORRECTION, before: each.correction }));
    const records = [...found.records, ...unseen];
    const events = [...found.events, ...visits.events];
    const dwellGeofences = Object.keys(device.dwellMs).map(Number);
    const merged = { events, dwellGeofences, visits: visits.periods };
    const findings = { deviceId: device.id, from, to, ...found, ...merged, records };
    return { findings, tripState: trips.state };
  });
}
const lower = (a: number, b: number): number => Math.min(a, b);
const higher = (a: number, b: number): number => Math.max(a, b);

/** From the last record in time before an instant to the first after the late ones that follow it. */
function windowAround(reader: TripReader, device: TripDevice, first: number): readonly WalkedRow[] {
  const start = lastInTime(reader, device, first);
  const rows: WalkedRow[] = start ? [start] : [];
  let after: RecordKey | null = start ? keyOf(start.row) : null;
  for (;;) {
    const page = walked(reader, device, reader.rowsAfter(device.id, after, pageOf(device, PAGE_ROWS)));
    const last = page.at(-1);
    if (!last) return rows;
    after = keyOf(last.row);
    rows.push(...page);
    if (!last.isLate && (rows.length >= MAX_ROWS || !page.some(({ isLate }) => isLate))) return rows;
  }
}

/** Null = all that came before are late, or there is nothing. */
function lastInTime(reader: TripReader, device: TripDevice, instant: number): WalkedRow | null {
  let before: RecordKey = { time: instant, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 };
  for (;;) {
    const page = walked(reader, device, reader.rowsBefore(device.id, before, pageOf(device, PAGE_ROWS)));
    const found = page.find(({ isLate }) => !isLate);
    const last = page.at(-1);
    if (found || !last) return found ?? null;
    before = keyOf(last.row);
  }
}

function walked(reader: TripReader, { id }: TripDevice, page: readonly TripRow[]): readonly WalkedRow[] {
  const times = page.map(({ fixTime }) => fixTime);
  const [from, to] = [times.reduce(lower, Infinity), times.reduce(higher, -Infinity)];
  const late = new Map(
    page.length === 0 ? [] : reader.lateRecords(id, from, to).map((each) => [each.id, each.correction]),
  );
  return page.map((row) => ({
    row: row,
    readings: readingsOf(row),
    isLate: late.has(row.id),
    correction: late.get(row.id) ?? null,
  }));
}

const pageOf = ({ settings }: TripDevice, rows: number) => ({ rows, clockAheadS: settings.clockAheadS });
const keyOf = ({ fixTime, deviceTime, contentKey }: WalkedRow['row']): RecordKey => ({
  time: fixTime,
  deviceTime,
  key: contentKey,
});
