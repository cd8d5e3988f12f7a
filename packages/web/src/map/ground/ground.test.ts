import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Map as MapLibre } from 'maplibre-gl';
import { paintGround } from './ground.ts';
import { PALETTES } from '../map-palette.ts';
import { Source } from '../map-sources.ts';
import { COARSE_LAYERS, DETAIL_ZOOM, GROUND_LAYER, worldLayers } from './world-layers.ts';

/** The part of a map that the ground needs. */
function aMap() {
  const listeners = new Map<string, (event: object) => void>();
  const colours: string[] = [];
  const ranges = new Map<string, number>();
  const map = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    getLayer: (id: string) => ({ id, maxzoom: ranges.get(id) }),
    setPaintProperty: (_id: string, _name: string, colour: string) => void colours.push(colour),
    setLayerZoomRange: (id: string, _min: number, max: number) => void ranges.set(id, max),
  };
  const emit = (name: string, event: object = {}): void => listeners.get(name)?.(event);
  return { map: map as unknown as MapLibre, emit, colours, ranges };
}

const { land, water } = PALETTES.light;

test('[STYLE-800] the ground is land until a tile of the coast is drawn, whatever a source says of itself', () => {
  const [ground] = worldLayers(PALETTES.light, 'en');
  assert.deepEqual(ground, { id: GROUND_LAYER, type: 'background', paint: { 'background-color': land } });
  const { map, emit, colours, ranges } = aMap();
  const setScheme = paintGround(map, 'light');
  emit('style.load');
  emit('sourcedata', { sourceId: Source.coarse, isSourceLoaded: true });
  emit('sourcedata', { sourceId: Source.fine, isSourceLoaded: true });
  emit('sourcedata', { sourceId: Source.fine, isSourceLoaded: false, tile: {} });
  emit('sourcedata', { sourceId: Source.places, isSourceLoaded: true, tile: {} });
  assert.deepEqual(colours, [land]);
  assert.equal(ranges.size, 0, 'the coarse land stays as long as there is no other');
  emit('sourcedata', { sourceId: Source.coarse, isSourceLoaded: true, tile: {} });
  assert.equal(colours.at(-1), water);
  emit('sourcedata', { sourceId: Source.fine, isSourceLoaded: true, tile: {} });
  assert.deepEqual(
    [...ranges],
    COARSE_LAYERS.map((id) => [id, DETAIL_ZOOM]),
  );
  setScheme('dark');
  assert.equal(colours.at(-1), PALETTES.dark.water);
  emit('style.load');
  assert.equal(colours.at(-1), PALETTES.dark.land, 'another style has no coast yet');
});
