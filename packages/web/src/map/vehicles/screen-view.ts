import type { Map as MapLibre } from 'maplibre-gl';
import { mercatorCentre } from './view-matrix.ts';

/** Transform from a Mercator point to a point on the screen; the map is never tilted. */
export interface ScreenView {
  readonly centreX: number;
  readonly centreY: number;
  /** Pixels of the whole world. */
  readonly worldPx: number;
  readonly bearing: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Point where the center is, which padding moves. */
  readonly originX: number;
  readonly originY: number;
}

export function screenView(map: MapLibre): ScreenView {
  const centre = mercatorCentre(map);
  const { clientWidth: widthPx, clientHeight: heightPx } = map.getCanvas();
  const origin = map.project(map.getCenter());
  return {
    centreX: centre.x,
    centreY: centre.y,
    worldPx: 512 * 2 ** map.getZoom(),
    bearing: (map.getBearing() * Math.PI) / 180,
    widthPx,
    heightPx,
    originX: origin.x,
    originY: origin.y,
  };
}

/** Point on screen of the copy of a place that is nearest to the center. */
export function toScreen(view: ScreenView, x: number, y: number): readonly [number, number] {
  let dx = x - view.centreX;
  dx -= Math.round(dx);
  const dy = y - view.centreY;
  const cos = Math.cos(-view.bearing);
  const sin = Math.sin(-view.bearing);
  return [
    view.originX + (dx * cos - dy * sin) * view.worldPx,
    view.originY + (dx * sin + dy * cos) * view.worldPx,
  ];
}

/** Mercator place under a point on screen. */
export function fromScreen(view: ScreenView, left: number, top: number): readonly [number, number] {
  const right = (left - view.originX) / view.worldPx;
  const down = (top - view.originY) / view.worldPx;
  const cos = Math.cos(view.bearing);
  const sin = Math.sin(view.bearing);
  return [view.centreX + right * cos - down * sin, view.centreY + right * sin + down * cos];
}
