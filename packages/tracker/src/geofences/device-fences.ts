import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { WhatApplies } from '../access/what-applies.ts';
import { fenceOf, type Fence, type Place } from './fence.ts';
import { FenceSet } from './fence-set.ts';

/** A record is asked about together with the one before it, and messages carry many. */
const REMEMBERED = 3;

/** What was found at a place. */
interface Known extends Place {
  readonly layers: readonly FenceSet[];
  readonly fences: readonly Fence[];
}

/** The fences of each device; devices of a group share its index. */
export class DeviceFences {
  readonly #directory: Directory;
  readonly #applies: WhatApplies;
  readonly #layersOf: (device: DeviceEntity) => readonly FenceSet[];
  readonly #lately: Known[] = [];
  /** In `#lately`. */
  #oldest = 0;

  constructor(directory: Directory, applies: WhatApplies) {
    this.#directory = directory;
    this.#applies = applies;
    this.#layersOf = applies.layers(
      'geofence',
      (geofences) => new FenceSet(geofences.flatMap((geofence) => fenceOf(geofence) ?? [])),
    );
  }

  /** Fences around a place, by id. */
  containing(device: DeviceEntity, place: Place): readonly Fence[] {
    const layers = this.#layersOf(device);
    const [first] = layers;
    if (!first) return [];
    for (const known of this.#lately) if (known.layers === layers && isAt(known, place)) return known.fences;
    const fences =
      layers.length === 1
        ? inOrder(first.containing(place))
        : merged(layers.map((layer) => layer.containing(place)));
    const { latitude, longitude, altitude } = place;
    this.#lately[this.#oldest] = { layers, latitude, longitude, altitude, fences };
    this.#oldest = (this.#oldest + 1) % REMEMBERED;
    return fences;
  }
  /** Fences crossed on the straight way between two places outside of them, by id. */
  crossedBy(device: DeviceEntity, from: Place, to: Place): readonly Fence[] {
    return merged(this.#layersOf(device).map((layer) => layer.crossedBy(from, to)));
  }
  /** Fences with a speed limit, or that are entered by who stays, by id. */
  ruling(device: DeviceEntity): readonly Fence[] {
    return merged(this.#layersOf(device).map(({ ruling }) => ruling));
  }
  /** A fence as it is now; null = it does not apply to the device any more. */
  find(device: DeviceEntity, id: number): Fence | null {
    const geofence = this.#directory.linked.geofence.get(id);
    return geofence && this.#applies.applies(device, 'geofence', id) ? fenceOf(geofence) : null;
  }
}

/** A fence linked to the device and to its group is one fence. */
function merged(layers: readonly (readonly Fence[])[]): readonly Fence[] {
  const found = layers.flat();
  return found.length < 2 ? found : inOrder([...new Set(found)]);
}

const isAt = (a: Place, b: Place): boolean =>
  a.latitude === b.latitude && a.longitude === b.longitude && a.altitude === b.altitude;

/** Mostly there are one or two. */
function inOrder(fences: Fence[]): readonly Fence[] {
  const isInOrder = fences.every((fence, at) => at === 0 || (fences[at - 1]?.id ?? 0) < fence.id);
  return isInOrder ? fences : fences.sort((a, b) => a.id - b.id);
}
