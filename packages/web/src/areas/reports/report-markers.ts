import type { LatLng } from '@rastro/fleet';
import type { TrackMarker } from '../../kernel/map/entry-points.ts';
import { mercatorX, mercatorY } from '../../live/mercator.ts';
import type { ReportRow } from './report-row.ts';
import type { ReportKind } from './kinds/report-kind.ts';

/** More signs than this are one blot. */
export const MAX_MARKERS = 2000;

export interface MarkerOptions {
  readonly label: (row: ReportRow) => string;
  /** Location of a row that only has a position id, or a vehicle. */
  readonly placeOf: (row: ReportRow) => LatLng | null;
}

/** Rows on the map: trips by their two ends, stops and events by their place, sums by their vehicle, once. A key is the number of the row. */
export function reportMarkers(
  rows: readonly ReportRow[],
  marker: NonNullable<ReportKind['marker']>,
  { label, placeOf }: MarkerOptions,
): readonly TrackMarker[] {
  const markers: TrackMarker[] = [];
  const placed = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (markers.length >= MAX_MARKERS) break;
    if (marker === 'vehicle' && placed.has(row.deviceId)) continue;
    placed.add(row.deviceId);
    const place = row.place ?? placeOf(row);
    if (place === null) continue;
    const key = String(index);
    if (marker !== 'trip')
      markers.push({
        key,
        kind: marker === 'vehicle' ? 'stop' : marker,
        ...mercator(place),
        label: label(row),
      });
    else {
      markers.push({ key, kind: 'start', ...mercator(place), label: '' });
      if (row.endPlace !== null)
        markers.push({ key, kind: 'end', ...mercator(row.endPlace), label: label(row) });
    }
  }
  return markers;
}

/** Bounding box of the markers; null = there are none. */
export function boxOf(markers: readonly TrackMarker[]) {
  if (markers.length === 0) return null;
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of markers) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return { west, north, east, south };
}

const mercator = ({ latitude, longitude }: LatLng) => ({ x: mercatorX(longitude), y: mercatorY(latitude) });
