import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { BASE_MAP_VERSION } from './base-map-version.ts';
import { baseMapFile, type StyleOptions } from './base-style.ts';
import { paintGround } from './ground.ts';
import type { ColourScheme } from '../map-palette.ts';
import { Source } from '../map-sources.ts';

/** Rivers, lakes and towns say something from here on; a view of the whole fleet does without their file. */
const NEAR_ZOOM = 5.5;

/** The built-in world below: its ground, and what is read of it late. @returns as `paintGround`. */
export function groundOf(map: MapLibre, style: StyleOptions): (scheme: ColourScheme) => void {
  readInlandLate(map, style);
  return paintGround(map, style.scheme);
}

/** Has inland waters and towns read when the map is near enough, once for each style. */
function readInlandLate(map: MapLibre, style: StyleOptions): void {
  let read: GeoJSONSource | null = null;
  const readWhenNear = (): void => {
    const source = map.getSource<GeoJSONSource>(Source.inland);
    if (source === undefined || source === read || map.getZoom() < NEAR_ZOOM) return;
    read = source;
    void source.setData(baseMapFile(style, 'inland', BASE_MAP_VERSION));
  };
  map.on('style.load', readWhenNear);
  map.on('zoomend', readWhenNear);
}
