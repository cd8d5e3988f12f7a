import { vehicleColour, type TrackLine } from '../../kernel/map/entry-points.ts';
import type { HistoryRow } from './chronology.ts';
import { scaleOf, sharesOf } from './measured.ts';
import type { Track } from './track.ts';
import type { VehicleTrack } from './track-loader.ts';

/**
 * Tracks as lines for the map. An unchanged track stays the same line: another one next to it is no reason to pack it
 * again.
 */
export class DrawnLines {
  #known: ReadonlyMap<Track, TrackLine> = new Map();
  #inputs: readonly unknown[] = [];

  /** @param rows Trips that the colors show; none where they show something else. */
  of(
    tracks: readonly VehicleTrack[],
    rows: readonly HistoryRow[],
    measure: string | null,
  ): readonly TrackLine[] {
    const all = tracks.map(({ track }) => track);
    // The scale is that of all ways.
    const scale = measure === null ? null : scaleOf(all, measure);
    const inputs = [rows, measure, scale?.from, scale?.step];
    const known = inputs.every((part, i) => part === this.#inputs[i])
      ? this.#known
      : new Map<Track, TrackLine>();
    const next = new Map<Track, TrackLine>();
    for (const { deviceId, index, track } of tracks)
      next.set(
        track,
        known.get(track) ?? {
          ...track,
          colour: vehicleColour(index),
          shares: measure === null ? null : sharesOf(track, measure, scale),
          trips: rows.filter((row) => row.kind === 'trip' && row.deviceId === deviceId),
        },
      );
    this.#known = next;
    this.#inputs = inputs;
    return [...next.values()];
  }
}
