import type { LatLng } from '@rastro/fleet';

/** Links to map sites; `{place}` stands for latitude, longitude. Opened only by the user, without a referrer. */
const PLACE_URLS = {
  map: 'https://www.google.com/maps/search/?api=1&query={place}',
  street: 'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={place}',
  route: 'https://www.google.com/maps/dir/?api=1&destination={place}',
} as const;
export type PlaceLink = keyof typeof PLACE_URLS;
export const PLACE_LINKS = Object.keys(PLACE_URLS) as readonly PlaceLink[];

export const placeLink = (name: PlaceLink, { latitude, longitude }: LatLng): string =>
  PLACE_URLS[name].replace('{place}', encodeURIComponent(`${latitude},${longitude}`));
