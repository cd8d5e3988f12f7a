import { parseArea } from '@rastro/fleet';
import type { Feature, LineString, Polygon } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { geometryOf } from './area-shapes.ts';

/** A geofence as the map shows it. */
export interface FenceShape {
  readonly id: number;
  readonly name: string;
  /** In the dialect of the tracking API; what cannot be read is not drawn. */
  readonly area: string;
  /** `#rrggbb`. */
  readonly color: string;
}
export type FenceFeature = Feature<Polygon | LineString>;

/** What to draw for a geofence; null = its area says nothing. */
export function fenceFeature({ id, name, area, color }: FenceShape): FenceFeature | null {
  const parsed = parseArea(area);
  if (!parsed.ok) return null;
  return { type: 'Feature', id, properties: { id, name, color }, geometry: geometryOf(parsed.value) };
}

/** What the source must be told to get from one set of fences to another: cost follows what changed. */
export function fenceDiff(before: readonly FenceShape[], after: readonly FenceShape[]): GeoJSONSourceDiff {
  const old = new Map(before.map((shape) => [shape.id, shape]));
  const remove: number[] = [];
  const add: FenceFeature[] = [];
  for (const shape of after) {
    const former = old.get(shape.id);
    old.delete(shape.id);
    if (former !== undefined && isSame(former, shape)) continue;
    const feature = fenceFeature(shape);
    if (feature !== null) add.push(feature);
    else if (former !== undefined) remove.push(shape.id);
  }
  return { remove: [...remove, ...old.keys()], add };
}

const isSame = (a: FenceShape, b: FenceShape): boolean =>
  a === b || (a.name === b.name && a.area === b.area && a.color === b.color);
