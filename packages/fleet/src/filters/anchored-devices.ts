import type { Geofence } from '../entities/geofence.ts';

/**
 * Devices that have an anchor: a fence that says it is one and whose it is.
 * @source SPEC §3 "Geofence", attributes isAnchor and deviceId
 */
export function anchoredDevices(geofences: readonly Pick<Geofence, 'attributes'>[]): readonly number[] {
  const ids = geofences
    .filter(({ attributes }) => attributes['isAnchor'] === true || attributes['isAnchor'] === 'true')
    .map(({ attributes }) => Number(attributes['deviceId']))
    .filter((id) => Number.isInteger(id) && id > 0);
  return [...new Set(ids)];
}
