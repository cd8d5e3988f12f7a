import type { TileSource } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import { FENCE_FILL_LAYER, OFFLINE_LAYERS } from './base-style.ts';
import { HEALTHY, stepTileHealth, type TileHealth } from './tile-health.ts';

const TILE_SOURCE = 'tiles';
const TILE_LAYER = 'tiles';

/** Shows one tile base over the offline one, and takes it away while its server does not answer. */
export class TileBase {
  readonly #map: MapLibre;
  readonly #onHealth: (isDown: boolean) => void;
  #source: TileSource | null = null;
  #health: TileHealth = HEALTHY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(map: MapLibre, onHealth: (isDown: boolean) => void) {
    this.#map = map;
    this.#onHealth = onHealth;
    map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === TILE_SOURCE) this.#note('failure');
    });
    map.on('sourcedata', ({ sourceId, tile, sourceDataType }) => {
      if (sourceId !== TILE_SOURCE || sourceDataType === 'metadata') return;
      if ((tile as { state?: string } | undefined)?.state === 'loaded') this.#note('tile');
    });
  }

  /** @param source Null = the offline base alone. */
  show(source: TileSource | null): void {
    clearTimeout(this.#timer);
    this.#source = source;
    this.#health = HEALTHY;
    this.#onHealth(false);
    this.restore();
  }

  retry(): void {
    clearTimeout(this.#timer);
    this.#health = stepTileHealth(this.#health, 'retry', Date.now());
    this.restore();
  }

  /** Puts the layers where they belong; also after the style was built anew. */
  restore(): void {
    const map = this.#map;
    if (map.getLayer(TILE_LAYER) !== undefined) map.removeLayer(TILE_LAYER);
    if (map.getSource(TILE_SOURCE) !== undefined) map.removeSource(TILE_SOURCE);
    const source = this.#health.state === 'up' ? this.#source : null;
    for (const layer of OFFLINE_LAYERS) {
      if (map.getLayer(layer) === undefined) continue;
      map.setLayoutProperty(layer, 'visibility', source === null ? 'visible' : 'none');
    }
    if (source === null) return;
    map.addSource(TILE_SOURCE, {
      type: 'raster',
      tiles: [source.url],
      tileSize: 256,
      maxzoom: source.maxZoom,
      attribution: source.attribution,
    });
    map.addLayer({ id: TILE_LAYER, type: 'raster', source: TILE_SOURCE }, FENCE_FILL_LAYER);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #note(input: 'tile' | 'failure'): void {
    const before = this.#health;
    this.#health = stepTileHealth(before, input, Date.now());
    if (input === 'tile' && before.state === 'up') this.#onHealth(false);
    if (this.#health.state !== 'down' || before.state === 'down') return;
    this.#onHealth(true);
    // Not inside the event of a tile: the source is taken away.
    queueMicrotask(() => this.restore());
    this.#timer = setTimeout(() => this.retry(), this.#health.retryAt - Date.now());
  }
}
