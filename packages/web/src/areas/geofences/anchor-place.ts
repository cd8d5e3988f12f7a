import {
  containsPoint,
  isAnchor,
  parseArea,
  type FleetEvent,
  type Geofence,
  type LatLng,
} from '@rastro/fleet';

/** Position of a vehicle relative to its anchors. `since` = when it left; null = unknown. */
export type AnchorPlace =
  | { readonly kind: 'none' }
  | { readonly kind: 'inside' }
  | { readonly kind: 'outside'; readonly since: number | null };

/**
 * @param place null = its place is unknown: what was true stays.
 * @param events Of this vehicle, newest first.
 */
export function anchorPlace(
  anchors: readonly Geofence[],
  place: LatLng | null,
  events: readonly FleetEvent[],
): AnchorPlace {
  if (anchors.length === 0) return { kind: 'none' };
  const left = anchors.filter(({ area }) => {
    const shape = parseArea(area);
    return shape.ok && place !== null && !containsPoint(shape.value, place);
  });
  if (left.length === 0) return { kind: 'inside' };
  const exit = events.find(
    ({ type, geofenceId, attributes }) =>
      type === 'geofenceExit' && isAnchor({ attributes }) && left.some(({ id }) => id === geofenceId),
  );
  return { kind: 'outside', since: exit === undefined ? null : Date.parse(exit.eventTime) };
}
