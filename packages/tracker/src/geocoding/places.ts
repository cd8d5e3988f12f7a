import type { ReaderPreferences } from '@rastro/fleet';
import type { AddressStorage } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { AddressDesk, type AddressDeskNeeds } from './address-desk.ts';
import { cellOf, isPlace } from './cell.ts';
import { cellsOf, placeTexts, townAt, townNames } from './place-texts.ts';
import { loadTowns } from './towns/load-towns.ts';
import type { Point, TownTables } from './towns/town-tables.ts';
import type { Towns } from './towns/towns.ts';

type Reader = Pick<ReaderPreferences, 'language' | 'distanceUnit'>;
export interface PlacesNeeds extends AddressDeskNeeds {
  readonly storage: AddressStorage;
  readonly bus: TrackerBus;
  readonly log: IngestLog;
}

/** Where something is, as people read it, and the town that says so, if it is one. */
export interface ToldPlace {
  readonly address: string | null;
  readonly town: string | null;
}

/** The list of towns is read so long after the start that it is in nobody's way. */
const WARM_UP_MS = 5000;
const TOWNS_MS = 3000;

/** Where something is, in words: an address that is kept, else the nearest town. For the process that serves people. */
export class Places {
  readonly #needs: PlacesNeeds;
  readonly #desk: AddressDesk;
  readonly #stops: readonly (() => void)[];

  constructor(needs: PlacesNeeds) {
    this.#needs = needs;
    this.#desk = new AddressDesk(needs);
    const warmUp = setTimeout(() => void this.#towns(), WARM_UP_MS);
    warmUp.unref();
    this.#stops = [
      () => clearTimeout(warmUp),
      // Where something has happened somebody will read; ends of trips and stops are events, too.
      needs.bus.subscribe('fleet.changed', ({ events, positions }) => {
        if (!needs.geocoder.enabled || events.length === 0) return;
        const ids = new Set(events.map(({ positionId }) => positionId));
        this.want(cellsOf(positions.filter(({ id }) => ids.has(id))));
      }),
    ];
  }

  /** Squares that somebody has read or will read, for later. */
  want(cells: readonly number[]): void {
    this.#desk.want(cells);
  }

  /** What is known of many places now; what is not is asked for later. */
  async many(places: readonly Point[], reader: Reader): Promise<readonly ToldPlace[]> {
    const cells = cellsOf(places);
    const [kept, towns] = await Promise.all([this.#needs.storage.addressesOf(cells), this.#towns()]);
    const known = new Set(kept.map(({ cell }) => cell));
    this.want(cells.filter((cell) => !known.has(cell)));
    const texts = placeTexts(places, { kept, towns, reader });
    const names = townNames(places, { kept, towns });
    return places.map((_, at) => ({ address: texts[at] ?? null, town: names[at] ?? null }));
  }

  /** Of one place that somebody waits for, but not longer than that. */
  async soon(place: Point, reader: Reader, withinMs: number): Promise<string | null> {
    if (!isPlace(place)) return null;
    const address = await this.#desk.soon(cellOf(place), withinMs);
    return address ?? townAt(await this.#towns(), place, reader);
  }

  /** For threads; null = they cannot be read in time. */
  async townTables(withinMs: number): Promise<TownTables | null> {
    return (await this.#towns(withinMs))?.tables ?? null;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#desk.close();
  }

  async #towns(withinMs = TOWNS_MS): Promise<Towns | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, withinMs, null);
    });
    const read = loadTowns().catch((error: unknown) => {
      this.#needs.log.warn({ err: error }, 'cannot read the list of towns; places are told by coordinates');
      return null;
    });
    return Promise.race([read, late]).finally(() => clearTimeout(timer));
  }
}
