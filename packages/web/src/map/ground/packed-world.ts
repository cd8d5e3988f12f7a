import type { Feature } from 'geojson';

/** Numbers, or lists of what has them: coordinates of any shape. */
type Nested = number | readonly Nested[];
interface WorldFeature extends Pick<Feature, 'type' | 'properties'> {
  readonly geometry: { readonly type: string; readonly coordinates: Nested };
}
/**
 * GeoJSON with whole numbers: a line or ring is the steps from point to point, x and y in turn. A third less crosses the
 * line, and there is less to parse.
 */
export interface PackedWorld {
  /** Steps of a degree. */
  readonly scale: number;
  readonly features: readonly WorldFeature[];
}

/** @param digits Decimals of a degree that stay. */
export function packWorld(features: readonly Feature[], digits: number): PackedWorld {
  const scale = 10 ** digits;
  return {
    scale,
    features: features.map(({ type, properties, geometry }) => {
      if (!('coordinates' in geometry)) throw new Error(`Cannot pack a ${geometry.type}`);
      return {
        type,
        properties,
        geometry: { type: geometry.type, coordinates: packed(geometry.coordinates, scale) },
      };
    }),
  };
}

/** GeoJSON again. */
export function unpackWorld({ scale, features }: PackedWorld) {
  return {
    type: 'FeatureCollection',
    features: features.map(({ type, properties, geometry }) => ({
      type,
      properties,
      geometry: { type: geometry.type, coordinates: unpacked(geometry.coordinates, scale) },
    })),
  };
}

function packed(shape: Nested, scale: number): Nested {
  if (!isList(shape)) return Math.round(shape * scale);
  if (!isList(shape[0]) || isList(shape[0][0])) return shape.map((part) => packed(part, scale));
  const steps: number[] = [];
  let [x, y] = [0, 0];
  for (const point of shape.filter(isList)) {
    const [toX, toY] = [Math.round(Number(point[0]) * scale), Math.round(Number(point[1]) * scale)];
    steps.push(toX - x, toY - y);
    [x, y] = [toX, toY];
  }
  return steps;
}

/** A single point and a line of one would be the same, but there are no such lines. */
function unpacked(shape: Nested, scale: number): Nested {
  if (!isList(shape)) return shape / scale;
  if (isList(shape[0]) || shape.length === 2) return shape.map((part) => unpacked(part, scale));
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < shape.length; at += 2) {
    x += Number(shape[at]);
    y += Number(shape[at + 1]);
    points.push([x / scale, y / scale]);
  }
  return points;
}

const isList = (part: Nested | undefined): part is readonly Nested[] => typeof part === 'object';
