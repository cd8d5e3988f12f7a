import type { Feature, Point } from 'geojson';
import { latitudeOf, longitudeOf } from '../../live/mercator.ts';
import type { TrackFocus, TrackLine } from './track-buffer.ts';

const EVERY_PX = 90;
const MAX_ARROWS = 300;
const GAP = 8;

export interface ArrowView {
  /** Web Mercator. */
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
  readonly pxPerUnit: number;
}

/** Arrows of the direction: one each so many px of what is in view and selected. */
export function trackArrows(
  lines: readonly TrackLine[],
  view: ArrowView,
  focus: TrackFocus | null = null,
): readonly Feature<Point>[] {
  const arrows: Feature<Point>[] = [];
  for (const line of lines) {
    if (focus !== null && focus.deviceId !== line.deviceId) continue;
    let passed = EVERY_PX / 2;
    for (let i = 0; i + 1 < line.length && arrows.length < MAX_ARROWS; i++) {
      const [x, y] = [line.x[i] ?? 0, line.y[i] ?? 0];
      const [dx, dy] = [(line.x[i + 1] ?? 0) - x, (line.y[i + 1] ?? 0) - y];
      if (((line.flags[i + 1] ?? 0) & GAP) !== 0) continue;
      const px = Math.hypot(dx, dy) * view.pxPerUnit;
      const at = line.time[i] ?? 0;
      if (focus !== null && (at < focus.from || at > focus.to)) continue;
      passed += px;
      if (passed < EVERY_PX || px < 1) continue;
      passed = 0;
      const [mx, my] = [x + dx / 2, y + dy / 2];
      if (mx < view.west || mx > view.east || my < view.north || my > view.south) continue;
      arrows.push({
        type: 'Feature',
        properties: { course: (Math.atan2(dx, -dy) * 180) / Math.PI },
        geometry: { type: 'Point', coordinates: [longitudeOf(mx), latitudeOf(my)] },
      });
    }
  }
  return arrows;
}
