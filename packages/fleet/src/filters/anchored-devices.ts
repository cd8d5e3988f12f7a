import { anchoredDevice } from '../entities/anchor.ts';
import type { Geofence } from '../entities/geofence.ts';

/**
 * Devices that have an anchor: a geofence that is marked as one, with its device.
 * @source docs/reference/requirements.md SPEC §3 "Geofence", attributes isAnchor and deviceId
 */
export const anchoredDevices = (geofences: readonly Pick<Geofence, 'attributes'>[]): readonly number[] => [
  ...new Set(geofences.flatMap((fence) => anchoredDevice(fence) ?? [])),
];
