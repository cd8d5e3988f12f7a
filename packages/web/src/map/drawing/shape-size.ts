import { distanceM, EARTH_RADIUS_M, type GeofenceArea, type LatLng } from '@rastro/fleet';

/** Size of a shape, as far as its kind has one. */
export type ShapeSize =
  | { readonly kind: 'circle'; readonly radiusM: number; readonly areaM2: number }
  | { readonly kind: 'polygon'; readonly areaM2: number }
  | { readonly kind: 'line'; readonly lengthM: number };

const RADIANS = Math.PI / 180;

export function sizeOfShape(area: GeofenceArea): ShapeSize {
  if (area.kind === 'circle') {
    const { kind, radiusM } = area;
    return { kind, radiusM, areaM2: Math.PI * radiusM ** 2 };
  }
  if (area.kind === 'polygon') return { kind: 'polygon', areaM2: ringAreaM2(area.points) };
  const lengthM = area.points.reduce((sum, point, at) => {
    const before = area.points[at - 1];
    return before === undefined ? sum : sum + distanceM(before, point);
  }, 0);
  return { kind: 'line', lengthM };
}

/** On the sphere; which way round the corners go does not matter. */
function ringAreaM2(points: readonly LatLng[]): number {
  const twice = points.reduce((sum, point, at) => {
    const next = points[(at + 1) % points.length] ?? point;
    const difference = next.longitude - point.longitude;
    const east = difference - Math.round(difference / 360) * 360;
    return sum + east * RADIANS * (Math.sin(point.latitude * RADIANS) + Math.sin(next.latitude * RADIANS));
  }, 0);
  return Math.abs((twice * EARTH_RADIUS_M ** 2) / 2);
}
