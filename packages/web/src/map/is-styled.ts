import type { Map as MapLibre } from 'maplibre-gl';

/** False before the first style and while the graphics context is lost. */
export function isStyled(map: MapLibre): boolean {
  const style: unknown = map.style;
  return style !== null && style !== undefined && map.getLayer('water') !== undefined;
}
