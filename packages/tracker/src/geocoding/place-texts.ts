import type { ReaderPreferences } from '@rastro/fleet';
import type { StoredAddress } from '@rastro/storage';
import { cellOf, isPlace } from './cell.ts';
import type { Point } from './towns/town-tables.ts';
import { townText } from './towns/town-text.ts';
import type { NearTown, Towns } from './towns/towns.ts';

/** No text farther from every town: the open sea. */
const FARTHEST_M = 300_000;

type Reader = Pick<ReaderPreferences, 'language' | 'distanceUnit'>;

/** The nearest town of the offline list; null = there is none near, or no list yet. */
const nearTown = (towns: Towns | null, place: Point): NearTown | null =>
  isPlace(place) ? (towns?.nearest(place, FARTHEST_M) ?? null) : null;

/** The same in the language of a reader. */
export function townAt(towns: Towns | null, place: Point, reader: Reader): string | null {
  const town = nearTown(towns, place);
  return town && townText(town, reader);
}

/** The town that names a place, without the distance; null = an address names it, or nothing does. */
export function townNames(
  places: readonly Point[],
  { stored, towns }: Pick<PlacesKnown, 'stored' | 'towns'>,
): readonly (string | null)[] {
  const addressed = new Set(
    stored.filter(({ address }) => typeof address === 'string').map(({ cell }) => cell),
  );
  return places.map((place) => {
    const town = isPlace(place) && !addressed.has(cellOf(place)) ? nearTown(towns, place) : null;
    return town && `${town.name}, ${town.region}`;
  });
}

/** Squares of places, each once; those that are none left out. */
export const cellsOf = (places: readonly Point[]): readonly number[] => [
  ...new Set(places.filter(isPlace).map(cellOf)),
];

interface PlacesKnown {
  readonly stored: readonly StoredAddress[];
  /** Null = not read yet. */
  readonly towns: Towns | null;
  readonly reader: Reader;
}
/** Towns found, by their squares, in the language of one reader. */
export type NearTexts = Map<number, string | null>;
/** A few MB. */
const MAX_NEAR = 20_000;

/**
 * The stored address of each place, else the nearest town.
 * @param near Equal places cost once.
 */
export function placeTexts(
  places: readonly Point[],
  { stored, towns, reader }: PlacesKnown,
  near: NearTexts = new Map(),
): readonly (string | null)[] {
  const addresses = new Map(stored.map(({ cell, address }) => [cell, address]));
  return places.map((place) => {
    if (!isPlace(place)) return null;
    const cell = cellOf(place);
    const address = addresses.get(cell);
    if (typeof address === 'string') return address;
    const known = near.get(cell);
    if (known !== undefined) return known;
    if (near.size >= MAX_NEAR) near.clear();
    const text = townAt(towns, place, reader);
    near.set(cell, text);
    return text;
  });
}
