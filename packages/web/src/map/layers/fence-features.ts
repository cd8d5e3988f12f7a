import { parseArea } from '@rastro/fleet';
import type { Feature, LineString, Point, Polygon } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { boundsOf, geometryOf } from '../drawing/area-shapes.ts';

/** A geofence as the map shows it. */
export interface FenceShape {
  readonly id: number;
  readonly name: string;
  /** In the dialect of the tracking API; what cannot be read is not drawn. */
  readonly area: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Written below the name, e.g. how many vehicles are inside; absent = nothing. */
  readonly note?: string;
}
/** The shape, or the place of its name. */
type FenceFeature = Feature<Polygon | LineString | Point>;

/**
 * Features of a geofence: its shape, and one point for its name (on the shape itself every tile would repeat it). None
 * when the area is invalid.
 */
export function fenceFeatures({ id, name, area, color, note = '' }: FenceShape): readonly FenceFeature[] {
  const parsed = parseArea(area);
  if (!parsed.ok) return [];
  const [west, south, east, north] = boundsOf(parsed.value);
  const middle = [(west + east) / 2, (south + north) / 2];
  const from = zoomOfSize(Math.max(east - west, (north - south) / Math.cos((south * Math.PI) / 180)));
  return [
    {
      type: 'Feature',
      id,
      properties: { id, color, from, fillsAt: fillsAt(east - west, north - south) },
      geometry: geometryOf(parsed.value),
    },
    {
      type: 'Feature',
      id: nameId(id),
      properties: { name: note === '' ? name : `${name}\n${note}`, color, from },
      geometry: { type: 'Point', coordinates: middle },
    },
  ];
}

/** Width of a wide screen, px; a tile of the map is 512 px wide. */
const SCREEN_PX = 1200;
const TILE_PX = 512;
/** The zoom at which an area of some degrees is as large as a screen. */
const fillsAt = (width: number, height: number): number =>
  Math.round(10 * Math.log2((SCREEN_PX * 360) / (TILE_PX * Math.max(width, height, 1e-6)))) / 10;

/** Smaller than this on the screen a shape is a speck that says nothing: a dot stands for it. */
const SMALLEST_PX = 6;

/** The zoom from which a shape is large enough to be drawn. */
const zoomOfSize = (degrees: number): number =>
  Math.log2((SMALLEST_PX * 360) / (TILE_PX * Math.max(degrees, 1e-9)));

/** Diff that takes the source from one set of fences to another: its cost depends on the changes. */
export function fenceDiff(before: readonly FenceShape[], after: readonly FenceShape[]): GeoJSONSourceDiff {
  const old = new Map(before.map((shape) => [shape.id, shape]));
  const remove: number[] = [];
  const add: FenceFeature[] = [];
  for (const shape of after) {
    const former = old.get(shape.id);
    old.delete(shape.id);
    if (former !== undefined && isSame(former, shape)) continue;
    const features = fenceFeatures(shape);
    if (features.length === 0 && former !== undefined) remove.push(shape.id);
    add.push(...features);
  }
  return { remove: [...remove, ...old.keys()].flatMap((id) => [id, nameId(id)]), add };
}

/** Ids of shapes are 0 and above. */
const nameId = (id: number): number => -1 - id;
const isSame = (a: FenceShape, b: FenceShape): boolean =>
  a === b || (a.name === b.name && a.area === b.area && a.color === b.color && a.note === b.note);
