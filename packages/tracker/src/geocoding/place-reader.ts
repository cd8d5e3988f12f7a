import type { ReaderPreferences } from '@rastro/fleet';
import type { AddressReader } from '@rastro/storage';
import { cellsOf, placeTexts, type NearTexts } from './place-texts.ts';
import type { Point, TownTables } from './towns/town-tables.ts';
import { Towns } from './towns/towns.ts';

/** Texts for places, for a thread: from stored addresses and the list of towns, without asking a service. */
export class PlaceReader {
  readonly #addresses: AddressReader;
  readonly #want: (cells: readonly number[]) => void;
  #towns: Towns | null = null;
  /** By language and unit. */
  readonly #near = new Map<string, NearTexts>();

  /** @param want Called with squares that have no address yet. */
  constructor(addresses: AddressReader, want: (cells: readonly number[]) => void) {
    this.#addresses = addresses;
    this.#want = want;
  }

  useTowns(tables: TownTables): void {
    this.#towns = new Towns(tables);
    // Without the list nothing was found.
    this.#near.clear();
  }

  async textsOf(
    places: readonly Point[],
    reader: Pick<ReaderPreferences, 'language' | 'distanceUnit'>,
  ): Promise<readonly (string | null)[]> {
    const cells = cellsOf(places);
    if (cells.length === 0) return places.map(() => null);
    const stored = await this.#addresses.addressesOf(cells);
    // The list of towns may have come meanwhile: it is read here, together with what was found by it.
    if (stored.length < cells.length) {
      const known = new Set(stored.map(({ cell }) => cell));
      this.#want(cells.filter((cell) => !known.has(cell)));
    }
    return placeTexts(places, { stored, towns: this.#towns, reader }, this.#nearFor(reader));
  }

  #nearFor({ language, distanceUnit }: Pick<ReaderPreferences, 'language' | 'distanceUnit'>): NearTexts {
    const key = `${language} ${distanceUnit}`;
    const near = this.#near.get(key) ?? new Map<number, string | null>();
    this.#near.set(key, near);
    return near;
  }
}
