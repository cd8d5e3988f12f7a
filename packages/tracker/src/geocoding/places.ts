import { type Timer, host } from '@rastro/base/host';
import type { ReaderPreferences } from '@rastro/fleet';
import type { AddressStorage } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { GeocodingService, type GeocodingDeps } from './geocoding-service.ts';
import { cellOf, isPlace } from './cell.ts';
import { cellsOf, placeTexts, townAt, townNames } from './place-texts.ts';
import { loadTowns } from './towns/load-towns.ts';
import type { Point, TownTables } from './towns/town-tables.ts';
import type { Towns } from './towns/towns.ts';

type Reader = Pick<ReaderPreferences, 'language' | 'distanceUnit'>;
export interface PlacesDeps extends GeocodingDeps {
  readonly storage: AddressStorage;
  readonly bus: TrackerBus;
  readonly log: IngestLog;
}

/** Text for a place, and the town that it names, if it is one. */
export interface PlaceText {
  readonly address: string | null;
  readonly town: string | null;
}

/** The list of towns is read so long after the start that it is in nobody's way. */
const WARM_UP_MS = 5000;
const TOWNS_MS = 3000;

/** Texts for places: a stored address, else the nearest town. For the process that serves users. */
export class Places {
  readonly #deps: PlacesDeps;
  readonly #geocoding: GeocodingService;
  readonly #stops: readonly (() => void)[];

  constructor(deps: PlacesDeps) {
    this.#deps = deps;
    this.#geocoding = new GeocodingService(deps);
    const warmUp = host.setTimeout(() => void this.#towns(), WARM_UP_MS);
    warmUp.unref();
    this.#stops = [
      () => host.clearTimeout(warmUp),
      // Places of events are likely to be read; ends of trips and stops are events, too.
      deps.bus.subscribe('fleet.changed', ({ events, positions }) => {
        if (!deps.geocoder.enabled || events.length === 0) return;
        const ids = new Set(events.map(({ positionId }) => positionId));
        this.want(cellsOf(positions.filter(({ id }) => ids.has(id))));
      }),
    ];
  }

  /** Squares that were read or will be, for later. */
  want(cells: readonly number[]): void {
    this.#geocoding.want(cells);
  }

  /** Known texts of many places; unknown ones are requested for later. */
  async many(places: readonly Point[], reader: Reader): Promise<readonly PlaceText[]> {
    const cells = cellsOf(places);
    const [stored, towns] = await Promise.all([this.#deps.storage.addressesOf(cells), this.#towns()]);
    const known = new Set(stored.map(({ cell }) => cell));
    this.want(cells.filter((cell) => !known.has(cell)));
    const texts = placeTexts(places, { stored, towns, reader });
    const names = townNames(places, { stored, towns });
    return places.map((_, at) => ({ address: texts[at] ?? null, town: names[at] ?? null }));
  }

  /** Text for a place that a caller waits for, with a limit. */
  async soon(place: Point, reader: Reader, withinMs: number): Promise<string | null> {
    if (!isPlace(place)) return null;
    const address = await this.#geocoding.soon(cellOf(place), withinMs);
    return address ?? townAt(await this.#towns(), place, reader);
  }

  /** For threads; null = they cannot be read in time. */
  async townTables(withinMs: number): Promise<TownTables | null> {
    return (await this.#towns(withinMs))?.tables ?? null;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#geocoding.close();
  }

  async #towns(withinMs = TOWNS_MS): Promise<Towns | null> {
    let timer: Timer | undefined;
    const late = new Promise<null>((resolve) => {
      timer = host.setTimeout(() => resolve(null), withinMs);
    });
    const read = loadTowns().catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'cannot read the list of towns; places are told by coordinates');
      return null;
    });
    return Promise.race([read, late]).finally(() => host.clearTimeout(timer));
  }
}
