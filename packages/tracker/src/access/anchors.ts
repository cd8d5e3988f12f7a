import { anchoredDevice } from '@rastro/fleet';
import type { Directory } from '../directory/directory.ts';
import type { LinkedEntities } from '../directory/linked-tables.ts';

/**
 * The device whose anchor a geofence is; null = it is none. The claim alone is not enough: only who sees both can
 * have linked them. @source docs/reference/requirements.md SPEC §3 "Geofence"
 */
export function anchoredDeviceId(directory: Directory, fence: LinkedEntities['geofence']): number | null {
  const id = anchoredDevice(fence);
  return id !== null && directory.links.of('device', id, 'geofence').has(fence.id) ? id : null;
}
