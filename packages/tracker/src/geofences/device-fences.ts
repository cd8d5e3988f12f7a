import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { WhatApplies } from '../access/what-applies.ts';
import { fenceOf, type Fence, type Place } from './fence.ts';
import { FenceSet } from './fence-set.ts';

/** Result for a place; overwritten in place, as each device has two of them forever. */
interface Known {
  layers: readonly FenceSet[];
  latitude: number;
  longitude: number;
  altitude: number;
  fences: readonly Fence[];
}
const nothingKnown = (): Known => ({ layers: [], latitude: 0, longitude: 0, altitude: 0, fences: [] });

/** The fences of each device; devices of a group share its index. */
export class DeviceFences {
  readonly #directory: Directory;
  readonly #applies: WhatApplies;
  readonly #layersOf: (device: DeviceEntity) => readonly FenceSet[];
  /** A record is asked about together with the one before it: by device, the places asked for last, newest first. */
  readonly #lately = new Map<number, [Known, Known]>();

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
    const lately = this.#latelyOf(device.id);
    for (const known of lately) if (known.layers === layers && isAt(known, place)) return known.fences;
    const fences =
      layers.length === 1
        ? inOrder(first.containing(place))
        : merged(layers.map((layer) => layer.containing(place)));
    const [before, known] = lately;
    known.layers = layers;
    known.latitude = place.latitude;
    known.longitude = place.longitude;
    known.altitude = place.altitude;
    known.fences = fences;
    lately[0] = known;
    lately[1] = before;
    return fences;
  }
  #latelyOf(deviceId: number): [Known, Known] {
    const known = this.#lately.get(deviceId);
    if (known) return known;
    // Devices that were deleted are in it, too.
    if (this.#lately.size > 2 * this.#directory.devices.size) this.#lately.clear();
    const none: [Known, Known] = [nothingKnown(), nothingKnown()];
    this.#lately.set(deviceId, none);
    return none;
  }
  /** Fences crossed on the straight way between two places outside of them, by id. */
  crossedBy(device: DeviceEntity, from: Place, to: Place): readonly Fence[] {
    return merged(this.#layersOf(device).map((layer) => layer.crossedBy(from, to)));
  }
  /** Fences with a speed limit, or with a minimum visit before entry, by id. */
  ruling(device: DeviceEntity): readonly Fence[] {
    return merged(this.#layersOf(device).map(({ ruling }) => ruling));
  }
  /** Lines that the device is to follow, by id. */
  corridors(device: DeviceEntity): readonly Fence[] {
    return merged(this.#layersOf(device).map(({ corridors }) => corridors));
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

const isAt = (a: Readonly<Known>, b: Place): boolean =>
  a.latitude === b.latitude && a.longitude === b.longitude && a.altitude === b.altitude;

/** Mostly there are one or two. */
function inOrder(fences: Fence[]): readonly Fence[] {
  const isInOrder = fences.every((fence, at) => at === 0 || (fences[at - 1]?.id ?? 0) < fence.id);
  return isInOrder ? fences : fences.sort((a, b) => a.id - b.id);
}
