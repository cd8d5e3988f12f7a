import type { TileSource } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import { FENCE_FILL_LAYER, type StyleOptions } from '../ground/base-style.ts';
import { FIRST_WORLD_NAME } from '../ground/world-layers.ts';
import { isStyled } from '../is-styled.ts';
import { BASE_PREFIX, partsOf, type BaseParts } from './base-parts.ts';
import { StreetIcons } from './street-icons.ts';
import { HEALTHY, RETRY_MS, retryAfterMs, stepTileHealth, type TileHealth } from './tile-health.ts';
import { stepBack } from './world-under.ts';

/** Timeout for a third-party style, and for its first tile after that. */
const PATIENCE_MS = 6000;

export interface TileBaseOptions {
  readonly style: StyleOptions;
  /** A base of which users know that they chose it does not answer. */
  readonly onDown?: (isDown: boolean) => void;
  /** Nothing but the built-in world is drawn, and nothing is on its way. */
  readonly onBare?: (isBare: boolean) => void;
}

/** Shows one base over the built-in world, and another one while its server does not answer. */
export class TileBase {
  readonly #map: MapLibre;
  readonly #options: TileBaseOptions;
  readonly #icons: StreetIcons;
  #style: StyleOptions;
  #source: TileSource | null = null;
  #beneath: TileSource | null = null;
  #health: TileHealth = HEALTHY;
  /** Times in a row that a style of others did not answer. */
  #misses = 0;
  #drawn: BaseParts | null = null;
  /** Ends what is under way when something else is wanted. */
  #drawing = new AbortController();
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #firstTileTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #online = (): void => {
    if (this.#health.state === 'down') this.retry();
  };

  constructor(map: MapLibre, options: TileBaseOptions) {
    this.#map = map;
    this.#options = options;
    this.#style = options.style;
    this.#icons = new StreetIcons(map);
    map.setMissingStyleImageResolver((id) =>
      this.#icons.draw(id, this.#drawn?.sprite === null ? this.#style.scheme : null),
    );
    map.on('error', (event) => {
      if (!('sourceId' in event) || !String(event.sourceId).startsWith(BASE_PREFIX)) return;
      // Without a tile it is the description of the source that does not come: nothing of it ever will.
      if ('tile' in event) this.#note('failure');
      else queueMicrotask(() => this.#goDown());
    });
    map.on('sourcedata', ({ sourceId, tile, sourceDataType }) => {
      if (!sourceId?.startsWith(BASE_PREFIX) || sourceDataType === 'metadata') return;
      if ((tile as { state?: string } | undefined)?.state === 'loaded') this.#note('tile');
    });
    globalThis.addEventListener?.('online', this.#online);
  }

  /**
   * @param source Null = the built-in world alone.
   * @param beneath What stands in while it does not answer; null = the built-in world.
   */
  show(source: TileSource | null, beneath: TileSource | null = null): void {
    clearTimeout(this.#retryTimer);
    this.#source = source;
    this.#beneath = source === null || beneath?.id === source.id ? null : beneath;
    this.#health = HEALTHY;
    this.#misses = 0;
    this.#options.onDown?.(false);
    void this.#draw();
  }

  /** In the colors and the language of the reader from now on. */
  setStyle(style: StyleOptions): void {
    this.#style = style;
    if (this.#source?.format !== undefined || this.#beneath !== null) void this.#draw();
  }

  retry(): void {
    clearTimeout(this.#retryTimer);
    this.#health = stepTileHealth(this.#health, 'retry', Date.now());
    void this.#draw();
  }

  /** Puts the layers where they belong after the style was rebuilt. */
  restore(): void {
    this.#drawn = null;
    void this.#draw();
  }

  stop(): void {
    this.#drawing.abort();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#firstTileTimer);
    globalThis.removeEventListener?.('online', this.#online);
  }

  /** The current base stays until the next one is ready. */
  async #draw(): Promise<void> {
    this.#drawing.abort();
    const drawing = (this.#drawing = new AbortController());
    const source = this.#health.state === 'up' ? this.#source : this.#beneath;
    if (source === null) {
      this.#put(null);
      return;
    }
    try {
      const signal = AbortSignal.any([drawing.signal, AbortSignal.timeout(PATIENCE_MS)]);
      const parts = await partsOf(source, this.#style, signal);
      if (drawing.signal.aborted) return;
      this.#put(parts);
      if (source.format === 'style') this.#awaitFirstTile();
    } catch {
      if (drawing.signal.aborted) return;
      if (this.#health.state === 'up') this.#goDown();
      else this.#put(null);
    }
  }

  #put(parts: BaseParts | null): void {
    const map = this.#map;
    if (!isStyled(map)) return;
    clearTimeout(this.#firstTileTimer);
    this.#remove();
    this.#drawn = parts;
    stepBack(map, parts?.covers ?? null);
    this.#options.onBare?.(parts === null);
    if (parts === null) return;
    map.setSprite(parts.sprite);
    for (const [id, source] of Object.entries(parts.sources)) map.addSource(id, source);
    // Streets lie under the names of the built-in world; a base that covers the world lies over all of it.
    const before = parts.covers === 'everywhere' ? FENCE_FILL_LAYER : FIRST_WORLD_NAME;
    for (const layer of parts.layers) map.addLayer(layer, before);
  }

  #remove(): void {
    const map = this.#map;
    if (this.#drawn === null) return;
    for (const { id } of this.#drawn.layers) if (map.getLayer(id) !== undefined) map.removeLayer(id);
    for (const id of Object.keys(this.#drawn.sources))
      if (map.getSource(id) !== undefined) map.removeSource(id);
    // Icons have the colors of the page: the next base draws its own.
    map.setSprite(null);
    this.#icons.clear();
  }

  #note(input: 'tile' | 'failure'): void {
    const before = this.#health;
    this.#health = stepTileHealth(before, input, Date.now());
    if (input === 'tile') {
      clearTimeout(this.#firstTileTimer);
      this.#misses = 0;
    }
    if (input === 'tile' && before.state === 'up') this.#options.onDown?.(false);
    // Not inside the event of a tile: the source is taken away.
    if (this.#health.state === 'down' && before.state !== 'down') queueMicrotask(() => this.#goDown());
  }

  #goDown(): void {
    clearTimeout(this.#firstTileTimer);
    clearTimeout(this.#retryTimer);
    const pauseMs = this.#source?.format === 'style' ? retryAfterMs(this.#misses++) : RETRY_MS;
    this.#health = { state: 'down', retryAt: Date.now() + pauseMs };
    // The style of others is a gift that comes and goes: what stands in says enough.
    if (this.#source?.format === undefined) this.#options.onDown?.(true);
    void this.#draw();
    this.#retryTimer = setTimeout(() => this.retry(), pauseMs);
  }

  #awaitFirstTile(): void {
    this.#firstTileTimer = setTimeout(() => {
      // A hidden page draws nothing and requests nothing.
      if (document.visibilityState === 'visible') this.#goDown();
    }, PATIENCE_MS);
  }
}
