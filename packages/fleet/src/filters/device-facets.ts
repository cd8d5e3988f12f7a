import type { Device } from '../entities/device.ts';
import { categoryOf, FILTERED_ATTRIBUTES, STATE_ATTRIBUTE } from './device-filter.ts';

/** Choices for a filter: the values that devices have, in order. */
export interface DeviceFacets {
  readonly states: readonly string[];
  readonly categories: readonly string[];
  readonly gpsBrands: readonly string[];
  readonly gpsModels: readonly string[];
  readonly technologies: readonly string[];
  /** Names of all attributes of devices. */
  readonly attributes: readonly string[];
}

export const NO_FACETS: DeviceFacets = {
  states: [],
  categories: [],
  gpsBrands: [],
  gpsModels: [],
  technologies: [],
  attributes: [],
};
/** More choices than this do not help, and every list update carries them. */
const MAX_VALUES = 500;

/** Gathers what devices have. Values that went away are forgotten when all devices are read again. */
export class FacetGatherer {
  readonly #values = {
    states: new Set<string>(),
    categories: new Set<string>(),
    gpsBrands: new Set<string>(),
    gpsModels: new Set<string>(),
    technologies: new Set<string>(),
    attributes: new Set<string>(),
  };
  #facets: DeviceFacets | null = NO_FACETS;

  /** The same object until a new value comes. */
  get facets(): DeviceFacets {
    if (this.#facets !== null) return this.#facets;
    const { states, categories, gpsBrands, gpsModels, technologies, attributes: names } = this.#values;
    const sorted = (values: ReadonlySet<string>): readonly string[] => [...values].toSorted();
    this.#facets = {
      states: sorted(states),
      categories: sorted(categories),
      gpsBrands: sorted(gpsBrands),
      gpsModels: sorted(gpsModels),
      technologies: sorted(technologies),
      attributes: sorted(names),
    };
    return this.#facets;
  }

  clear(): void {
    for (const values of Object.values(this.#values)) values.clear();
    this.#facets = null;
  }

  /** @returns whether something new came. */
  add(device: Device): boolean {
    const { attributes } = device;
    const isNew = [
      this.#put(this.#values.categories, categoryOf(device)),
      this.#put(this.#values.states, attributes[STATE_ATTRIBUTE]),
      this.#put(this.#values.gpsBrands, attributes[FILTERED_ATTRIBUTES.gpsBrand]),
      this.#put(this.#values.gpsModels, attributes[FILTERED_ATTRIBUTES.gpsModel]),
      this.#put(this.#values.technologies, attributes[FILTERED_ATTRIBUTES.technology]),
      ...Object.entries(attributes).map(([name, value]) =>
        this.#put(this.#values.attributes, value === '' || value === null ? null : name),
      ),
    ].includes(true);
    if (isNew) this.#facets = null;
    return isNew;
  }

  #put(into: Set<string>, value: unknown): boolean {
    if (typeof value !== 'string' || value === '' || into.has(value) || into.size >= MAX_VALUES) return false;
    into.add(value);
    return true;
  }
}
