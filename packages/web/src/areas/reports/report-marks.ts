import type { LatLng } from '@rastro/fleet';
import type { TrackMark } from '../../kernel/map/doors.ts';
import { mercatorX, mercatorY } from '../../live/mercator.ts';
import type { ReportRow } from './report-row.ts';
import type { ReportKind } from './kinds/report-kind.ts';

/** More signs than this are one blot. */
export const MOST_MARKS = 2000;

export interface MarkWords {
  readonly label: (row: ReportRow) => string;
  /** Where a row is that only knows its position, or its vehicle. */
  readonly placeOf: (row: ReportRow) => LatLng | null;
}

/** Rows on the map: trips by their two ends, stops and events by their place, sums by their vehicle, once. A key is the number of the row. */
export function reportMarks(
  rows: readonly ReportRow[],
  mark: NonNullable<ReportKind['mark']>,
  { label, placeOf }: MarkWords,
): readonly TrackMark[] {
  const marks: TrackMark[] = [];
  const shown = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (marks.length >= MOST_MARKS) break;
    if (mark === 'vehicle' && shown.has(row.deviceId)) continue;
    shown.add(row.deviceId);
    const place = row.place ?? placeOf(row);
    if (place === null) continue;
    const key = String(index);
    if (mark !== 'trip')
      marks.push({ key, kind: mark === 'vehicle' ? 'stop' : mark, ...mercator(place), label: label(row) });
    else {
      marks.push({ key, kind: 'start', ...mercator(place), label: '' });
      if (row.endPlace !== null)
        marks.push({ key, kind: 'end', ...mercator(row.endPlace), label: label(row) });
    }
  }
  return marks;
}

/** What the marks cover; null = there are none. */
export function boxOf(marks: readonly TrackMark[]) {
  if (marks.length === 0) return null;
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of marks) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return { west, north, east, south };
}

const mercator = ({ latitude, longitude }: LatLng) => ({ x: mercatorX(longitude), y: mercatorY(latitude) });
