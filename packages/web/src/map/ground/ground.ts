import type { Map as MapLibre, MapSourceDataEvent } from 'maplibre-gl';
import { PALETTES, type ColourScheme } from '../map-palette.ts';
import { Source } from '../map-sources.ts';
import { COARSE_LAYERS, DETAIL_ZOOM, GROUND_LAYER } from './world-layers.ts';

/** A tile has come, and no other of its source is awaited: what is in view is there. */
const isDrawn = ({ isSourceLoaded, tile }: MapSourceDataEvent): boolean =>
  isSourceLoaded && tile !== undefined;

/**
 * Paints the lowest layer. Until the coast is drawn everything is land: no vehicle stands in a sea that is not there.
 * That a source says it is loaded is not enough, for so does one of which no tile has been asked for yet.
 * @returns paints it in the colors of another scheme.
 */
export function paintGround(map: MapLibre, first: ColourScheme): (scheme: ColourScheme) => void {
  let scheme = first;
  let hasCoast = false;
  const paint = (): void => {
    const { water, land } = PALETTES[scheme];
    if (map.getLayer(GROUND_LAYER) !== undefined)
      map.setPaintProperty(GROUND_LAYER, 'background-color', hasCoast ? water : land);
  };
  map.on('style.load', () => {
    hasCoast = false;
    paint();
  });
  map.on('sourcedata', (event) => {
    const isFine = event.sourceId === Source.fine;
    if ((!isFine && event.sourceId !== Source.coarse) || !isDrawn(event)) return;
    if (isFine) retireCoarse(map);
    if (hasCoast) return;
    hasCoast = true;
    paint();
  });
  return (next) => {
    scheme = next;
    paint();
  };
}

/** The detailed coast has arrived. */
function retireCoarse(map: MapLibre): void {
  for (const id of COARSE_LAYERS) {
    const layer = map.getLayer(id);
    if (layer !== undefined && layer.maxzoom !== DETAIL_ZOOM) map.setLayerZoomRange(id, 0, DETAIL_ZOOM);
  }
}
