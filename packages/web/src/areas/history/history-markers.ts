import { attributeName, isOff, SERVER_ATTRIBUTES, type Attributes } from '@rastro/fleet';
import type { TrackMarker } from '../../kernel/map/entry-points.ts';
import { isNotable, type HistoryRow, type StretchRow } from './chronology.ts';
import type { VehicleTrack } from './track-loader.ts';
import { placeAt } from './track.ts';

/** The map shows those that fit. */
const MAX_MARKERS = 20_000;

export interface MarkerLabels {
  readonly start: string;
  readonly end: string;
  readonly duration: (ms: number) => string;
  readonly event: (row: HistoryRow & { readonly kind: 'event' }) => string;
}

/** Markers that the installation shows along a track. */
export interface VisibleMarkers {
  readonly stops: boolean;
  readonly events: boolean;
}
/**
 * Stops and events are there until an administrator turns them off.
 * @source docs/reference/requirements.md SPEC §3 "Server"
 */
export const visibleMarkers = (attributes: Attributes, brand: string): VisibleMarkers => ({
  stops: !isOff(attributes, attributeName(brand, SERVER_ATTRIBUTES.showStops)),
  events: !isOff(attributes, attributeName(brand, SERVER_ATTRIBUTES.showEvents)),
});

/** Ends, stops and events along the tracks; of a trip that is looked at alone only its own. */
export function historyMarkers(
  tracks: readonly VehicleTrack[],
  {
    rows,
    focus,
    shows,
  }: {
    readonly rows: readonly HistoryRow[];
    readonly focus: StretchRow | null;
    readonly shows: VisibleMarkers;
  },
  markerLabels: MarkerLabels,
): readonly TrackMarker[] {
  const byId = new Map(tracks.map(({ deviceId, track }) => [deviceId, track]));
  const markers: TrackMarker[] = [];
  const put = (marker: Omit<TrackMarker, 'x' | 'y'>, deviceId: number, at: number): void => {
    const track = byId.get(deviceId);
    const place = track && placeAt(track, at);
    if (place) markers.push({ ...marker, x: place.x, y: place.y });
  };
  for (const row of rows) {
    if (markers.length >= MAX_MARKERS) break;
    if (!isNotable(row) || (focus !== null && !belongsTo(row, focus))) continue;
    const { key, deviceId } = row;
    if (row.kind === 'event' && shows.events)
      put({ key, kind: 'event', label: markerLabels.event(row) }, deviceId, row.from);
    // Its own middle: at the ends the vehicle is still, or already, on its way.
    if (row.kind === 'stop' && shows.stops)
      put(
        {
          key,
          kind: 'stop',
          label: markerLabels.duration((row.to - row.from) * 1000),
          weight: row.to - row.from,
        },
        deviceId,
        (row.from + row.to) / 2,
      );
  }
  for (const { deviceId, track } of tracks) {
    if (track.length < 2 || (focus !== null && focus.deviceId !== deviceId)) continue;
    const [from, to] =
      focus === null ? [track.time[0] ?? 0, track.time[track.length - 1] ?? 0] : [focus.from, focus.to];
    put({ key: 'end', kind: 'end', label: markerLabels.end }, deviceId, to);
    put({ key: 'start', kind: 'start', label: markerLabels.start }, deviceId, from);
  }
  return markers;
}

const belongsTo = (row: HistoryRow, focus: StretchRow): boolean =>
  row.deviceId === focus.deviceId && row.from >= focus.from && row.from <= focus.to;
