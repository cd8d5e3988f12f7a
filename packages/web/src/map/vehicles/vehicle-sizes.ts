/** Half the width of an icon in css pixels, by zoom; between two entries it grows evenly. */
const STOPS: readonly (readonly [zoom: number, halfPx: number])[] = [
  [1, 2.4],
  [4, 3.4],
  [7, 4.6],
  [9, 6.5],
  [11, 10],
  [13, 12.5],
  [15, 15],
  [18, 18],
];
/** Below the first a vehicle is a dot, above the second it is its icon; between them both would be mud. */
const DOT_HALF_PX = 7.6;
const ICON_HALF_PX = 8;
/** With circles for clusters, vehicles outside them have the space of this zoom. */
const ROOMY_ZOOM = 11.5;
/** The quad is larger than the icon: ring, tip and shadow. */
const QUAD_SCALE = 1.62;
const QUAD_EXTRA_PX = 7;
const SELECTED_SCALE = 1.22;
const SELECTED_HALF_PX = 11;

export interface VehicleSize {
  readonly halfIconPx: number;
  readonly halfQuadPx: number;
  /** 0 = dot, 1 = icon. */
  readonly detail: number;
}

export interface SizeOptions {
  readonly isSelected?: boolean;
  /** Vehicles are clustered. */
  readonly isRoomy?: boolean;
}

export function vehicleSize(
  zoom: number,
  { isSelected = false, isRoomy = false }: SizeOptions = {},
): VehicleSize {
  const plain = halfAt(isRoomy ? Math.max(zoom, ROOMY_ZOOM) : zoom);
  const halfIconPx = isSelected ? Math.max(plain * SELECTED_SCALE, SELECTED_HALF_PX) : plain;
  const detail = Math.max(0, Math.min(1, (halfIconPx - DOT_HALF_PX) / (ICON_HALF_PX - DOT_HALF_PX)));
  const margin = isSelected ? QUAD_EXTRA_PX + 8 : QUAD_EXTRA_PX * detail + 2;
  return { halfIconPx, halfQuadPx: halfIconPx * (detail > 0 ? QUAD_SCALE : 1) + margin, detail };
}

function halfAt(zoom: number): number {
  let [beforeZoom, beforePx] = STOPS[0] as readonly [number, number];
  for (const [stopZoom, px] of STOPS) {
    if (zoom <= stopZoom) {
      const share = stopZoom === beforeZoom ? 0 : (zoom - beforeZoom) / (stopZoom - beforeZoom);
      return beforePx + (px - beforePx) * Math.max(0, share);
    }
    [beforeZoom, beforePx] = [stopZoom, px];
  }
  return beforePx;
}
