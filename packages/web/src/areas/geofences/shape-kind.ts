import { parseArea, type GeofenceArea } from '@rastro/fleet';

export const SHAPE_KINDS = ['circle', 'polygon', 'line'] as const;
export type ShapeKind = GeofenceArea['kind'];

/** Reads a shape out of an address; a circle is the simplest. */
export const shapeKind = (text: string | null): ShapeKind =>
  SHAPE_KINDS.find((kind) => kind === text) ?? 'circle';

/** The shape that an area has; editing keeps it (docs/reference/requirements.md SPEC §3 "Geofence"). */
export function shapeOf(area: string): ShapeKind | null {
  const parsed = parseArea(area);
  return parsed.ok ? parsed.value.kind : null;
}
