import type { ContributedData, SceneLayer } from './contributions.ts';
import { parseArea } from '@rastro/fleet';
import type { GeoJSONSource, Map as MapLibre, Point } from 'maplibre-gl';
import { boundsOf } from '../drawing/area-shapes.ts';
import { FENCE_FILL_LAYER, FENCE_LINE_LAYER } from '../ground/base-style.ts';
import { Source } from '../map-sources.ts';
import { fenceDiff, fenceFeatures, type FenceShape } from './fence-features.ts';

const SHOW_PADDING_PX = 48;
const SHOW_MAX_ZOOM = 17;
const SHOW_MS = 700;
/** Distance by which a click may miss a line. */
const REACH_PX = 6;

/** The geofences on the map: one source; a change pours only what changed. */
export class FenceLayers implements SceneLayer<ContributedData['fences']> {
  readonly #map: MapLibre;
  #shapes: readonly FenceShape[] = [];
  #openId: number | null = null;
  /** The open fence is still to be brought into sight. */
  #mustShow = false;

  constructor(map: MapLibre) {
    this.#map = map;
  }

  /** A style has just loaded: the source is empty. */
  attach(): void {
    void this.#source()?.setData({
      type: 'FeatureCollection',
      features: this.#shapes.flatMap(fenceFeatures),
    });
    this.#setOpen(true);
  }

  show(data: ContributedData['fences'] | null): void {
    this.#set(data?.shapes ?? []);
    this.#open(data?.openId ?? null);
  }

  #set(shapes: readonly FenceShape[]): void {
    if (shapes === this.#shapes) return;
    const diff = fenceDiff(this.#shapes, shapes);
    this.#shapes = shapes;
    if ((diff.add?.length ?? 0) + (diff.remove?.length ?? 0) > 0) void this.#source()?.updateData(diff);
    this.#bringIntoSight();
  }

  /** Brings a fence into sight and marks it; null = none. */
  #open(id: number | null): void {
    if (id === this.#openId) return;
    this.#setOpen(false);
    this.#openId = id;
    this.#mustShow = id !== null;
    this.#setOpen(true);
    this.#bringIntoSight();
  }

  /** The smallest fence under a point of the screen; null = none. */
  at({ x, y }: Point): number | null {
    if (this.#source() === undefined) return null;
    const around: [[number, number], [number, number]] = [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ];
    const lines = this.#map.queryRenderedFeatures(around, { layers: [FENCE_LINE_LAYER] });
    const fills = this.#map.queryRenderedFeatures([x, y], { layers: [FENCE_FILL_LAYER] });
    // A line is what one aims at; of areas that lie in one another the inner one is meant.
    const [line] = lines.filter(({ geometry }) => geometry.type.endsWith('LineString'));
    const found = [...(line === undefined ? [] : [line]), ...fills].map(({ properties }) =>
      Number(properties['id']),
    );
    if (line !== undefined) return found[0] ?? null;
    const [smallest] = found.toSorted((a, b) => this.#extent(a) - this.#extent(b));
    return smallest ?? null;
  }

  #bringIntoSight(): void {
    if (!this.#mustShow) return;
    const shape = this.#shapes.find(({ id }) => id === this.#openId);
    const area = shape === undefined ? null : parseArea(shape.area);
    if (area === null) return;
    this.#mustShow = false;
    if (!area.ok) return;
    const [west, south, east, north] = boundsOf(area.value);
    this.#map.fitBounds([west, south, east, north], {
      padding: Math.min(SHOW_PADDING_PX, this.#map.getCanvas().clientWidth / 8),
      maxZoom: SHOW_MAX_ZOOM,
      duration: SHOW_MS,
    });
  }
  #extent(id: number): number {
    const area = parseArea(this.#shapes.find((shape) => shape.id === id)?.area ?? '');
    if (!area.ok) return Infinity;
    const [west, south, east, north] = boundsOf(area.value);
    return (east - west) * (north - south);
  }
  #setOpen(isOpen: boolean): void {
    if (this.#openId === null || this.#source() === undefined) return;
    this.#map.setFeatureState({ source: Source.fences, id: this.#openId }, { open: isOpen });
  }
  #source(): GeoJSONSource | undefined {
    // Without a style, e.g. while the graphics context is lost, the map has no sources to ask for.
    const style: unknown = this.#map.style;
    return style === null || style === undefined ? undefined : this.#map.getSource(Source.fences);
  }
}
