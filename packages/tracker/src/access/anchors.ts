import type { Directory } from '../directory/directory.ts';
import type { LinkedEntities } from '../directory/linked-tables.ts';

/**
 * The device whose anchor a geofence is; null = it is none. The claim alone is not enough: only who sees both can
 * have linked them. @source SPEC §3 "Geofence"
 */
export function anchoredDeviceId(directory: Directory, fence: LinkedEntities['geofence']): number | null {
  const { isAnchor, deviceId } = fence.attributes;
  if (isAnchor !== true && isAnchor !== 'true') return null;
  const id = Number(deviceId);
  return directory.links.of('device', id, 'geofence').has(fence.id) ? id : null;
}
