import type { RecordKey } from '@rastro/fleet/trips';
import {
  NO_CORRECTION,
  type TripReader,
  type TripRow,
  type TripSnapshot,
  type LateFindings,
} from '@rastro/storage';
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
export function lateFindings(reader: TripReader, device: TripDevice): Promise<LateReview | null> {
  return reader.inSnapshot(async (snapshot) => {
    const first = await snapshot.firstOpenLate(device.id);
    const trips = first === null ? null : await openDeviceTrips(snapshot, device);
    // More late records have come: they are reviewed once derived history includes them.
    if (first === null || trips === null) return null;
    const rows = await windowAround(snapshot, device, first);
    const times = rows.flatMap(({ row }) => [row.fixTime, row.deviceTime]);
    const [from, to] = [times.reduce(lower, Infinity), times.reduce(higher, -Infinity)];
    const [pieces, episodes] = [await trips.pieces(from, to), await trips.episodes(from, to, ['speeding'])];
    const found = findingsOf(device, rows, { pieces, episodes });
    const visits = await lateVisits(device, { rows, trips });
    // Those whose clock ran ahead of their arrival are in no history, and mean nothing.
    const unseen = (await snapshot.lateRecords(device.id, first, first))
      .filter(({ id }) => !found.records.some((each) => each.id === id))
      .map((each) => ({ ...each, correction: NO_CORRECTION, before: each.correction }));
    const records = [...found.records, ...unseen];
    const events = [...found.events, ...visits.events];
    const dwellGeofences = Object.keys(device.dwellMs).map(Number);
    const merged = { events, dwellGeofences, visits: visits.periods };
    const findings = { deviceId: device.id, from, to, ...found, ...merged, records };
    return { findings, tripState: trips.state() };
  });
}
const lower = (a: number, b: number): number => Math.min(a, b);
const higher = (a: number, b: number): number => Math.max(a, b);

/** From the last record in time before an instant to the first after the late ones that follow it. */
async function windowAround(
  snapshot: TripSnapshot,
  device: TripDevice,
  first: number,
): Promise<readonly WalkedRow[]> {
  const start = await lastInTime(snapshot, device, first);
  const rows: WalkedRow[] = start ? [start] : [];
  const after = start ? keyOf(start.row) : null;
  for await (const page of snapshot.rowsAfter(device.id, after, pagesOf(device))) {
    const more = await walked(snapshot, device, page);
    rows.push(...more);
    if (more.at(-1)?.isLate === false && (rows.length >= MAX_ROWS || !more.some(({ isLate }) => isLate)))
      break;
  }
  return rows;
}

/** Null = all that came before are late, or there is nothing. */
async function lastInTime(
  snapshot: TripSnapshot,
  device: TripDevice,
  instant: number,
): Promise<WalkedRow | null> {
  const before = { time: instant, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 };
  for await (const page of snapshot.rowsBefore(device.id, before, pagesOf(device))) {
    const found = (await walked(snapshot, device, page)).find(({ isLate }) => !isLate);
    if (found) return found;
  }
  return null;
}

async function walked(
  snapshot: TripSnapshot,
  { id }: TripDevice,
  page: readonly TripRow[],
): Promise<readonly WalkedRow[]> {
  const times = page.map(({ fixTime }) => fixTime);
  const [from, to] = [times.reduce(lower, Infinity), times.reduce(higher, -Infinity)];
  const records = await snapshot.lateRecords(id, from, to);
  const late = new Map(records.map((each) => [each.id, each.correction]));
  return page.map((row) => ({
    row: row,
    readings: readingsOf(row),
    isLate: late.has(row.id),
    correction: late.get(row.id) ?? null,
  }));
}

const pagesOf = ({ settings }: TripDevice) => ({ pageSize: PAGE_ROWS, clockAheadS: settings.clockAheadS });
const keyOf = ({ fixTime, deviceTime, contentKey }: WalkedRow['row']): RecordKey => ({
  time: fixTime,
  deviceTime,
  key: contentKey,
});
