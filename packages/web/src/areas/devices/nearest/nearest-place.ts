import type { LatLng } from '@rastro/fleet';
import { placeParam } from '../../../kernel/map/place-param.ts';

/** The screen of the vehicles nearest to a place. @param isInSight The user has just pointed at it on the map. */
export const nearestPath = (place: LatLng, isInSight = false): string =>
  `/nearest?at=${placeParam(place)}${isInSight ? '#seen' : ''}`;
