import type { RecordKey, Episode } from '@rastro/fleet/trips';
import type { TripRow, NewEvent, VisitPeriod } from '@rastro/storage';
import { isNowhere } from '../pending-records/pending-record.ts';
import { allRows } from './all-rows.ts';
import type { TripDevice } from './reduce-device.ts';
import { isNews, type WalkedRow } from './late-findings.ts';
import type { DeviceTrips } from './device-trips.ts';
import { episodesTouching } from './whole-episodes.ts';

export interface FoundVisits {
  readonly events: readonly NewEvent[];
  /** Where events of these geofences are that hold no longer, unless they are among `events`. */
  readonly periods: readonly VisitPeriod[];
}
type Visit = Pick<Episode, 'geofenceId' | 'start' | 'end' | 'goesOn'>;
/** A visit, and the records by which it was entered and left. */
interface VisitRecords {
  readonly visit: Visit;
  readonly entered: TripRow | null;
  readonly left: TripRow | null;
}

/** A record without a place neither ends a visit nor begins one: so many are skipped. */
const SCAN_ROWS = 20;
/** Records at the same moment come after this. */
const BEFORE_ALL = { deviceTime: Number.MIN_SAFE_INTEGER, key: 0 };

/**
 * Events of visits as long as a geofence asks for, whose begin or end late records have changed. A visit may have
 * become long enough long after them, so the event lies where the visit is, not where the late records are.
 * @param rows As `findingsOf` has them.
 */
export async function lateVisits(
  device: TripDevice,
  { rows, trips }: { readonly rows: readonly WalkedRow[]; readonly trips: DeviceTrips },
): Promise<FoundVisits> {
  const asked = (id: number): boolean => device.dwellMs[id] !== undefined;
  const [first, last] = [rows[0]?.row, rows.at(-1)?.row];
  if (!first || !last || !rows.some(({ row }) => row.geofenceIds.some(asked)))
    return { events: [], periods: [] };
  const news = new Set(rows.filter((_, at) => isNews(rows, at)).map(({ row }) => row.id));
  const period = { from: first.fixTime, to: last.fixTime };
  const touching = await episodesTouching(trips, period, ['visit']);
  const visits = touching.filter(({ geofenceId }) => asked(geofenceId));
  const withRecords = await Promise.all(visits.map((visit) => visitRecordsOf(trips, device, visit)));
  const changed = withRecords.filter(
    ({ visit, left }) => news.has(visit.start.id) || (left !== null && news.has(left.id)),
  );
  return {
    events: changed.flatMap((visitRecords) => eventsOf(device, visitRecords)),
    periods: changed.map((visitRecords) => periodOf(visitRecords, visits, period.to)),
  };
}

async function visitRecordsOf(trips: DeviceTrips, device: TripDevice, visit: Visit): Promise<VisitRecords> {
  const { geofenceId, start, end, goesOn } = visit;
  const reached = start.time + (device.dwellMs[geofenceId] ?? 0);
  const isInside = (row: TripRow): boolean => row.geofenceIds.includes(geofenceId);
  const entered =
    reached <= end.time
      ? (await nextPlaces(trips, { time: reached, ...BEFORE_ALL })).find(isInside)
      : undefined;
  const left = goesOn ? undefined : (await nextPlaces(trips, end)).find((row) => !isInside(row));
  return { visit, entered: entered ?? null, left: left ?? null };
}

function eventsOf({ id: deviceId, dwellMs }: TripDevice, { visit, entered, left }: VisitRecords): NewEvent[] {
  const { geofenceId, start } = visit;
  if (!entered) return [];
  const of = { deviceId, geofenceId, maintenanceId: 0, attributes: { late: true } };
  const eventTime = start.time + (dwellMs[geofenceId] ?? 0);
  const enter: NewEvent = { ...of, type: 'geofenceEnter', eventTime, positionId: entered.id };
  if (!left) return [enter];
  return [enter, { ...of, type: 'geofenceExit', eventTime: left.deviceTime, positionId: left.id }];
}

/** To the next visit: as long as late records were not known that end it, the two may have been one. */
function periodOf({ visit, left }: VisitRecords, visits: readonly Visit[], to: number): VisitPeriod {
  const { geofenceId, start, end } = visit;
  const next = visits.find((each) => each.geofenceId === geofenceId && each.start.time > start.time);
  const last = next ? next.start.time : Math.max(to, end.time, left?.fixTime ?? 0);
  return { geofenceId, from: start.time, to: Math.max(last, left?.deviceTime ?? 0) };
}

async function nextPlaces(
  { deviceId, clockAheadS, snapshot }: DeviceTrips,
  after: RecordKey,
): Promise<readonly TripRow[]> {
  const query = { pageSize: SCAN_ROWS, limit: SCAN_ROWS, clockAheadS };
  const rows = await allRows(snapshot.rowsAfter(deviceId, after, query));
  return rows.filter((row) => !isNowhere(row));
}
