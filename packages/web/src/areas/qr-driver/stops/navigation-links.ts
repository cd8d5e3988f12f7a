import type { DriverStop } from '@rastro/fleet/orders';

/** Programs that lead a driver to a stop. */
export const NAVIGATORS = ['phone', 'google', 'waze'] as const;
export type Navigator = (typeof NAVIGATORS)[number];

const GEO = 'geo:';

/** Addresses that open navigation; null = the place is not known. */
export function navigationLinks({
  address,
  latitude,
  longitude,
}: DriverStop['place']): Readonly<Record<Navigator, string>> | null {
  const text = encodeURIComponent(address);
  if (latitude === null || longitude === null)
    return address === ''
      ? null
      : {
          phone: `${GEO}0,0?q=${text}`,
          google: `https://www.google.com/maps/dir/?api=1&destination=${text}`,
          waze: `https://waze.com/ul?q=${text}&navigate=yes`,
        };
  const point = `${latitude},${longitude}`;
  return {
    phone: `${GEO}${point}?q=${point}`,
    google: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(point)}`,
    waze: `https://waze.com/ul?ll=${encodeURIComponent(point)}&navigate=yes`,
  };
}
