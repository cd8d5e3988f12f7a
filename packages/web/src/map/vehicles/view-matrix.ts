import type { Map as MapLibre } from 'maplibre-gl';
import { mercatorX, mercatorY } from '../../live/mercator.ts';

/** Center of the view in Mercator units; x may leave 0..1 when the view is on another copy of the world. */
export function mercatorCentre(map: MapLibre): { readonly x: number; readonly y: number } {
  const { lng, lat } = map.getCenter();
  return { x: mercatorX(lng), y: mercatorY(lat) };
}

/**
 * The same projection for places relative to a point. Computed in doubles, so that the GPU only multiplies small
 * numbers.
 */
export function movedTo(matrix: ArrayLike<number>, x: number, y: number): Float32Array {
  const moved = Float32Array.from(matrix);
  for (let row = 0; row < 4; row++) {
    moved[12 + row] =
      (matrix[row] as number) * x + (matrix[4 + row] as number) * y + (matrix[12 + row] as number);
  }
  return moved;
}

/** Copies of the world that are at least partly on screen; 0 = the one from -180 to 180. */
export function visibleCopies(map: MapLibre): readonly number[] {
  const bounds = map.getBounds();
  // An icon reaches a little over the edge of the view.
  const first = Math.floor(mercatorX(bounds.getWest()) - 0.001);
  const last = Math.floor(mercatorX(bounds.getEast()) + 0.001);
  return Array.from({ length: Math.min(last - first + 1, 8) }, (_, at) => first + at);
}
