import type { ArrowView } from './track-arrows.ts';
import type { TrackMarker } from './track-markers.ts';

/** Side of the square that fits one marker of a kind, px. */
const CELL_PX = 26;
/** Margin around the view, px. */
const BESIDE_PX = 60;

interface MarkerCell {
  marker: TrackMarker;
  more: number;
}

/**
 * Signs of what is in view, one where several stops or events would cover each other: the weightiest, which says how many
 * more there are. A closer look parts them. Ends are always there.
 */
export function thinMarkers(markers: readonly TrackMarker[], view: ArrowView): readonly TrackMarker[] {
  const beside = BESIDE_PX / view.pxPerUnit;
  const isSeen = ({ x, y }: TrackMarker): boolean =>
    x > view.west - beside && x < view.east + beside && y > view.north - beside && y < view.south + beside;
  const cells = new Map<string, MarkerCell>();
  const ends: TrackMarker[] = [];
  for (const marker of markers) {
    if (!isSeen(marker)) continue;
    if (marker.kind === 'start' || marker.kind === 'end') {
      ends.push(marker);
      continue;
    }
    const [column, row] = [marker.x, marker.y].map((each) => Math.floor((each * view.pxPerUnit) / CELL_PX));
    const key = `${marker.kind} ${column} ${row}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { marker, more: 0 });
    else {
      cell.more++;
      if ((marker.weight ?? 0) > (cell.marker.weight ?? 0)) cell.marker = marker;
    }
  }
  const thinned = [...cells.values()].map(({ marker, more }) =>
    more === 0 ? marker : { ...marker, label: marker.label === '' ? '' : `${marker.label} +${more}` },
  );
  return [...thinned, ...ends];
}
