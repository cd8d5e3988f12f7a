import Supercluster, { type PointFeature } from 'supercluster';
import { MapFlag, type MapBounds, type MapCluster } from './map-feed.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** Pixels around a circle that it swallows. */
const RADIUS_PX = 64;
/** Beyond this zoom every vehicle stands alone; those in one spot are fanned out by a click. */
const MAX_ZOOM = 14;
const MIN_POINTS = 3;
/** A circle stays where it was while its middle is no farther than this from there, px. */
const STEADY_PX = 20;
const TILE_PX = 512;
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
  /** The circles of the last answer, and its zoom: what is only a little elsewhere is not moved. */
  #former: { readonly zoom: number; readonly clusters: readonly MapCluster[] } = { zoom: -1, clusters: [] };

  /** True when a rebuild is allowed again. */
  isDue(now: number): boolean {
    return now >= this.#nextAt;
  }

  /** The filter changed: the next rebuild need not wait. */
  expire(): void {
    this.#nextAt = 0;
  }

  rebuild(table: VehicleTable, isVisible: (slot: number) => boolean, clock: () => number): void {
    const startedAt = clock();
    // Circles grow around the first vehicles: around those that stand, they do not wander.
    const stationary: PointFeature<Member>[] = [];
    const driving: PointFeature<Member>[] = [];
    for (let slot = 0; slot < table.end; slot++) {
      if (!isVisible(slot)) continue;
      const moving = table.drawnFlags(slot) & MapFlag.moving;
      (moving === 0 ? stationary : driving).push({
        type: 'Feature',
        properties: { slot, moving },
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
    }).load([...stationary, ...driving]);
    const tookMs = clock() - startedAt;
    this.#nextAt = clock() + Math.max(MIN_PAUSE_MS, tookMs * PAUSE_PER_BUILD);
  }

  answer(bounds: MapBounds, zoom: number): ClusterAnswer {
    const index = this.#index;
    if (index === null) return { clusters: [], lone: [] };
    const clusters: MapCluster[] = [];
    const lone: number[] = [];
    const { west, south, east, north } = bounds;
    const level = Math.floor(zoom);
    for (const { geometry, properties } of index.getClusters([west, south, east, north], level)) {
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
    const steady = this.#former.zoom === level ? steadied(clusters, this.#former.clusters, level) : clusters;
    this.#former = { zoom: level, clusters: steady };
    return { clusters: steady, lone };
  }
}

/** Circles whose middle hardly moved, at their former places. */
function steadied(
  clusters: readonly MapCluster[],
  former: readonly MapCluster[],
  level: number,
): readonly MapCluster[] {
  const worldPx = TILE_PX * 2 ** level;
  const px = ({ longitude, latitude }: MapCluster) =>
    [mercatorX(longitude) * worldPx, mercatorY(latitude) * worldPx] as const;
  const cell = (x: number, y: number): string => `${Math.floor(x / STEADY_PX)}:${Math.floor(y / STEADY_PX)}`;
  const byCell = new Map(former.map((circle) => [cell(...px(circle)), circle]));
  return clusters.map((circle) => {
    const [x, y] = px(circle);
    for (const dy of [0, -STEADY_PX, STEADY_PX]) {
      for (const dx of [0, -STEADY_PX, STEADY_PX]) {
        const key = cell(x + dx, y + dy);
        const before = byCell.get(key);
        if (before === undefined) continue;
        const [formerX, formerY] = px(before);
        if (Math.hypot(formerX - x, formerY - y) > STEADY_PX) continue;
        // Each cell belongs to one circle.
        byCell.delete(key);
        return { ...circle, longitude: before.longitude, latitude: before.latitude };
      }
    }
    return circle;
  });
}
