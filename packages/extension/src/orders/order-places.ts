import { boxesOf, distanceM, parseArea, type Geofence, type LatLng, type User } from '@rastro/fleet';
import type { OrderPlace } from '@rastro/fleet/orders';
import type { FencedStop } from '@rastro/fleet/stop-visits';
import { soon } from '../with-tracking-api.ts';
import type { OrderContext } from './order-deps.ts';

type Readers = readonly Pick<User, 'id' | 'administrator'>[];
/** The area of a place. */
export type PlaceFence = Omit<FencedStop, 'orderId'>;

/** Around coordinates. */
const USUAL_RADIUS_M = 100;

/** Finds fences: around coordinates, else the geofence, each of which is read once. Null = not known. */
export function fenceFinder({ trackingApi }: Pick<OrderContext, 'trackingApi'>, readers: Readers) {
  const known = new Map<number, PlaceFence | null>();
  return async (place: OrderPlace | null): Promise<PlaceFence | null> => {
    if (place === null) return null;
    const { latitude, longitude, geofenceId } = place;
    if (latitude !== null && longitude !== null)
      return { centre: { latitude, longitude }, radiusM: USUAL_RADIUS_M, area: null };
    if (geofenceId === 0) return null;
    if (!known.has(geofenceId)) {
      let found: Geofence | null = null;
      for (const reader of readers) found ??= await trackingApi.geofence(reader, geofenceId, soon());
      known.set(geofenceId, found && fenceOf(found.area));
    }
    return known.get(geofenceId) ?? null;
  };
}

/** Finds places: coordinates, else the middle of the geofence. Null = not known. */
export function placeFinder(here: Pick<OrderContext, 'trackingApi'>, readers: Readers) {
  const fences = fenceFinder(here, readers);
  return async (place: OrderPlace | null): Promise<LatLng | null> => (await fences(place))?.centre ?? null;
}

/** Null = it is no area. */
function fenceOf(text: string): PlaceFence | null {
  const area = parseArea(text);
  if (!area.ok) return null;
  if (area.value.kind === 'circle')
    return { centre: area.value.centre, radiusM: area.value.radiusM, area: null };
  // A geofence over the date line has a box on each side: work is done on one of them.
  const [box] = boxesOf(area.value);
  if (!box) return null;
  const centre = { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 };
  const corner = { latitude: box.north, longitude: box.east };
  return { centre, radiusM: distanceM(centre, corner), area: area.value };
}
