import { toKmPerHour } from '@rastro/fleet';
import type { DeviceEntity } from '../directory/directory.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';
import type { TripDevice } from './reduce-device.ts';

/** Current settings of a device for its derived history. */
export function tripDevice(
  { optionsOf, fences: known }: Pick<ReferenceData, 'optionsOf' | 'fences'>,
  device: DeviceEntity,
): TripDevice {
  const { tripSettings, speedLimit, overspeedPreferLowest, gauge } = optionsOf(device);
  const fences = known.ruling(device);
  const limits = fences
    .filter((fence) => fence.speedLimit > 0)
    .map((fence) => [fence.id, toKmPerHour(fence.speedLimit)]);
  return {
    id: device.id,
    settings: tripSettings,
    gauge,
    limits: {
      deviceKmh: speedLimit > 0 ? toKmPerHour(speedLimit) : null,
      fencesKmh: Object.fromEntries(limits),
      prefersLowest: overspeedPreferLowest,
    },
    dwellMs: Object.fromEntries(fences.flatMap(({ id, dwellMs }) => (dwellMs > 0 ? [[id, dwellMs]] : []))),
  };
}
