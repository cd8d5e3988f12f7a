import type { LatLng } from '@rastro/fleet';
import type { LngLat, Map as MapLibre, Point } from 'maplibre-gl';
import { latLngOf } from '../../live/mercator.ts';
import { CLUSTER_LAYER } from '../map-sources.ts';
import type { FleetLayers } from './fleet-layers.ts';
import { answerPick, pickVehicles, type Picked } from './pick-vehicles.ts';
import { screenView } from './screen-view.ts';
import type { VehicleInstances } from './vehicle-instances.ts';
import { vehicleSize } from './vehicle-sizes.ts';

/** Vehicles that lie on one another however near one looks. */
export interface Stack {
  readonly ids: readonly number[];
  readonly at: LatLng;
}
export interface PointerEvents {
  readonly onPick: (id: number) => void;
  /** The click hit no vehicle and no circle. */
  readonly onGround: (point: Point) => void;
  readonly onStack: (stack: Stack | null) => void;
}

/** The ring reaches over the icon. */
const RING_SCALE = 1.25;
const TOUCH_SLACK_PX = 5;
const STACK_RADIUS_PX = 14;
const CLOSER_STEPS = 2;

/** Handles the pointer on vehicles and circles. */
export class VehiclePointer {
  readonly #map: MapLibre;
  readonly #instances: VehicleInstances;
  readonly #isRoomy: () => boolean;
  readonly #clock: () => number;
  readonly #events: PointerEvents;
  /** False while the user draws on the map: then clicks are not about vehicles. */
  isActive = true;

  constructor(
    map: MapLibre,
    layers: FleetLayers,
    { clock, ...events }: PointerEvents & { readonly clock: () => number },
  ) {
    this.#map = map;
    this.#instances = layers.instances;
    this.#isRoomy = () => layers.isClustered;
    this.#clock = clock;
    this.#events = events;
    map.on('click', ({ point, lngLat }) => this.#click(point, lngLat));
    map.on('mousemove', ({ point }) => this.#hover(point));
  }

  /** The stack that a vehicle lies in, itself too; null when it lies alone. */
  stackOf(id: number): Stack | null {
    const slot = this.#instances.slotOf(id);
    if (slot === undefined) return null;
    const at = this.#placeOf(slot);
    const point = this.#map.project([at.longitude, at.latitude]);
    const answer = this.#answer(this.#pick(point, STACK_RADIUS_PX));
    return answer.kind === 'stack' && answer.ids.includes(id) ? { ids: answer.ids, at } : null;
  }

  #click(point: Point, lngLat: LngLat): void {
    if (!this.isActive) return;
    this.#events.onStack(null);
    if (this.#openCluster(point)) return;
    const radiusPx = this.#reachPx() + TOUCH_SLACK_PX;
    const picked = this.#pick(point, radiusPx);
    const answer = this.#answer(picked);
    if (answer.kind === 'stack') {
      this.#events.onStack({ ids: answer.ids, at: this.#placeOf(picked[0]?.slot ?? 0) });
    } else if (answer.kind === 'closer') {
      this.#map.easeTo({ center: lngLat, zoom: this.#map.getZoom() + CLOSER_STEPS });
    } else {
      if (answer.kind === 'one') this.#events.onPick(answer.id);
      else this.#events.onGround(point);
    }
  }

  #openCluster(point: Point): boolean {
    const [circle] = this.#circlesAt(point);
    if (circle?.geometry.type !== 'Point') return false;
    const [longitude = 0, latitude = 0] = circle.geometry.coordinates;
    const zoom = Number(circle.properties['expansionZoom']) + 0.1;
    this.#map.easeTo({ center: [longitude, latitude], zoom });
    return true;
  }

  #hover(point: Point): void {
    if (!this.isActive || this.#map.isMoving()) return;
    const isOver = this.#pick(point, this.#reachPx()).length > 0 || this.#circlesAt(point).length > 0;
    this.#map.getCanvas().style.cursor = isOver ? 'pointer' : '';
  }

  #circlesAt(point: Point) {
    if (this.#map.getLayer(CLUSTER_LAYER) === undefined) return [];
    return this.#map.queryRenderedFeatures(point, { layers: [CLUSTER_LAYER] });
  }
  #pick({ x, y }: Point, radiusPx: number): readonly Picked[] {
    return pickVehicles(this.#instances, screenView(this.#map), { x, y, radiusPx, now: this.#clock() });
  }
  #answer(picked: readonly Picked[]) {
    return answerPick(picked, this.#instances, screenView(this.#map).worldPx);
  }
  #reachPx(): number {
    return vehicleSize(this.#map.getZoom(), { isRoomy: this.#isRoomy() }).halfIconPx * RING_SCALE;
  }
  #placeOf(slot: number): LatLng {
    return latLngOf(this.#instances.toX[slot] as number, this.#instances.toY[slot] as number);
  }
}
