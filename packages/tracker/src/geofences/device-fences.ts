import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { WhatApplies } from '../access/what-applies.ts';
import { fenceOf, type Fence, type Place } from './fence.ts';
import { FenceSet } from './fence-set.ts';

/** The fences of each device; devices of a group share its index. */
export class DeviceFences {
  readonly #directory: Directory;
  readonly #applies: WhatApplies;
  readonly #layersOf: (device: DeviceEntity) => readonly FenceSet[];

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
    return merged(this.#layersOf(device).map((layer) => layer.containing(place)));
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
  if (found.length < 2) return found;
  return [...new Map(found.map((fence) => [fence.id, fence])).values()].sort((a, b) => a.id - b.id);
}
