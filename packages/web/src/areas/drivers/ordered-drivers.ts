import type { Driver } from '@rastro/fleet';
import { validityOf } from './licence.ts';

export const DRIVER_SORTS = ['name', 'licence', 'newest'] as const;
export type DriverSort = (typeof DRIVER_SORTS)[number];

interface DriverOrder {
  readonly sort: DriverSort;
  readonly isDown: boolean;
  readonly brand: string;
}

/**
 * Newest first; licenses by their end, soonest first, and those whose end is unknown last in either order.
 * @param drivers By name: those alike stay so.
 */
export function orderedDrivers(
  drivers: readonly Driver[],
  { sort, isDown, brand }: DriverOrder,
): readonly Driver[] {
  if (sort === 'name') return isDown ? drivers.toReversed() : drivers;
  const sign = isDown ? -1 : 1;
  if (sort === 'newest') return drivers.toSorted((a, b) => sign * (b.id - a.id));
  return drivers
    .map((driver) => ({ driver, end: Date.parse(validityOf(driver, brand) ?? '') }))
    .toSorted((a, b) => {
      const [isUnknown, isOtherUnknown] = [Number.isNaN(a.end), Number.isNaN(b.end)];
      return isUnknown || isOtherUnknown
        ? Number(isUnknown) - Number(isOtherUnknown)
        : sign * (a.end - b.end);
    })
    .map(({ driver }) => driver);
}
