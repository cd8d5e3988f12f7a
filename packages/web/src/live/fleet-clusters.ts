import Supercluster, { type PointFeature } from 'supercluster';
import { MapFlag, type MapBounds, type MapCluster } from './map-feed.ts';
import { latitudeOf, longitudeOf } from './mercator.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** Pixels around a circle that it swallows. */
const RADIUS_PX = 64;
/** Beyond this zoom every vehicle stands alone; those in one spot are fanned out by a click. */
const MAX_ZOOM = 14;
const MIN_POINTS = 3;
/** Never rebuilt more often than this, and never for more than a tenth of the time. */
const MIN_PAUSE_MS = 1_000;
const PAUSE_PER_BUILD = 10;

interface Member {
  readonly slot: number;
  readonly moving: number;
}
interface Summary {
  moving: number;
}

export interface ClusterAnswer {
  readonly clusters: readonly MapCluster[];
  /** Slots in view that stand alone. */
  readonly lone: readonly number[];
}

/** Groups vehicles that are close together on screen. */
export class FleetClusters {
  #index: Supercluster<Member, Summary> | null = null;
  #nextAt = 0;

  /** True when a rebuild is allowed again. */
  isDue(now: number): boolean {
    return now >= this.#nextAt;
  }

  /** The filter changed: the next rebuild need not wait. */
  expire(): void {
    this.#nextAt = 0;
  }

  rebuild(table: VehicleTable, isShown: (slot: number) => boolean, clock: () => number): void {
    const startedAt = clock();
    const points: PointFeature<Member>[] = [];
    for (let slot = 0; slot < table.end; slot++) {
      if (!isShown(slot)) continue;
      points.push({
        type: 'Feature',
        properties: { slot, moving: table.drawnFlags(slot) & MapFlag.moving },
        geometry: {
          type: 'Point',
          coordinates: [longitudeOf(table.x[slot] ?? 0), latitudeOf(table.y[slot] ?? 0)],
        },
      });
    }
    this.#index = new Supercluster<Member, Summary>({
      radius: RADIUS_PX,
      maxZoom: MAX_ZOOM,
      minPoints: MIN_POINTS,
      map: ({ moving }) => ({ moving }),
      reduce: (sum, part) => {
        sum.moving += part.moving;
      },
    }).load(points);
    const tookMs = clock() - startedAt;
    this.#nextAt = clock() + Math.max(MIN_PAUSE_MS, tookMs * PAUSE_PER_BUILD);
  }

  answer(bounds: MapBounds, zoom: number): ClusterAnswer {
    const index = this.#index;
    if (index === null) return { clusters: [], lone: [] };
    const clusters: MapCluster[] = [];
    const lone: number[] = [];
    const { west, south, east, north } = bounds;
    for (const { geometry, properties } of index.getClusters([west, south, east, north], Math.floor(zoom))) {
      if (!('cluster' in properties)) {
        lone.push(properties.slot);
        continue;
      }
      clusters.push({
        longitude: geometry.coordinates[0] as number,
        latitude: geometry.coordinates[1] as number,
        count: properties.point_count,
        moving: properties.moving,
        expansionZoom: index.getClusterExpansionZoom(properties.cluster_id),
      });
    }
    return { clusters, lone };
  }
}
