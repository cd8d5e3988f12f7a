import type { Clock } from '@rastro/base';
import { readArrivalModel, speedsOf, type ArrivalModel } from '@rastro/fleet/arrival-times';
import type { TravelOptions } from '@rastro/fleet/routing';
import type { ExtensionStorage } from '@rastro/storage';

/** By company: what was learnt from the rides of its vehicles. */
export const ARRIVALS = 'arrivalModel';
const DIGITS = 12;
export const arrivalKey = (ownerId: number): string => String(ownerId).padStart(DIGITS, '0');

/** Rides of companies, as far as something was learnt from them. */
export interface ArrivalTimes {
  /** Null = too few rides, or none looked at yet. */
  modelOf(ownerId: number): Promise<ArrivalModel | null>;
}

/** A model changes once a night, and is a few hundred kilobytes. */
const FRESH_MS = 600_000;
const MOST = 20;

/** Models in memory, so that whoever looks at a route does not read one every few seconds. */
export class ArrivalModels implements ArrivalTimes {
  readonly #deps: {
    readonly storage: Pick<ExtensionStorage, 'document'>;
    readonly clock: Pick<Clock, 'now'>;
  };
  /** The one asked for last is the last. */
  readonly #models = new Map<number, { readonly at: number; readonly model: Promise<ArrivalModel | null> }>();

  constructor(deps: {
    readonly storage: Pick<ExtensionStorage, 'document'>;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.#deps = deps;
  }

  modelOf(ownerId: number): Promise<ArrivalModel | null> {
    const now = this.#deps.clock.now();
    const known = this.#models.get(ownerId);
    this.#models.delete(ownerId);
    const found =
      known !== undefined && now - known.at < FRESH_MS ? known : { at: now, model: this.#read(ownerId) };
    this.#models.set(ownerId, found);
    for (const oldest of this.#models.keys()) {
      if (this.#models.size <= MOST) break;
      this.#models.delete(oldest);
    }
    return found.model;
  }

  async #read(ownerId: number): Promise<ArrivalModel | null> {
    let model: ArrivalModel | null = null;
    try {
      const found = await this.#deps.storage.document(ARRIVALS, arrivalKey(ownerId));
      model = found && readArrivalModel(found.body);
    } finally {
      // That there is none costs nothing to ask, and may change at any moment.
      if (model === null) this.#models.delete(ownerId);
    }
    return model;
  }
}

/** Travel of a company: without a router as its own vehicles drove. */
export async function travelAsked(
  { arrivals }: { readonly arrivals: ArrivalTimes },
  ownerId: number,
  at: number,
): Promise<TravelOptions> {
  const model = await arrivals.modelOf(ownerId);
  return model === null ? { at } : { at, speeds: speedsOf(model) };
}
