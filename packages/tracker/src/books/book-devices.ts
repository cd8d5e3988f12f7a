import type { DeviceEntity } from '../directory/directory.ts';
import { fenceOf } from '../geofences/fence.ts';
import type { Surroundings } from '../pipeline/surroundings.ts';
import type { BookDevice } from './fold-device.ts';

const KMH_PER_KNOT = 1.852;

/** What the books of a device are made with, as it holds now. */
export function bookDevice(
  { optionsOf, applies }: Pick<Surroundings, 'optionsOf' | 'applies'>,
  device: DeviceEntity,
): BookDevice {
  const { books, speedLimit, overspeedPreferLowest } = optionsOf(device);
  const limits = applies
    .entities(device, 'geofence')
    .flatMap((geofence) => fenceOf(geofence) ?? [])
    .filter((fence) => fence.speedLimit > 0)
    .map((fence) => [fence.id, fence.speedLimit * KMH_PER_KNOT]);
  return {
    id: device.id,
    settings: books,
    limits: {
      deviceKmh: speedLimit > 0 ? speedLimit * KMH_PER_KNOT : null,
      fencesKmh: Object.fromEntries(limits),
      prefersLowest: overspeedPreferLowest,
    },
  };
}
