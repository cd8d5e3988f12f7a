import { knots, type Knots } from '@rastro/fleet';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { numberOf } from './draft.ts';

/**
 * Speed limit of a device: its own attribute, else its groups' from the nearest up, else the server's.
 * @returns Knots; 0 = none. @source reference/tracking-api.md §2.20
 */
export function configuredSpeedLimit(
  device: DeviceEntity,
  directory: Directory,
  visibility: Visibility,
): Knots {
  const own = numberOf(device.attributes['speedLimit']);
  if (own !== null) return knots(own);
  for (const groupId of visibility.groupChain(device.groupId)) {
    const inherited = numberOf(directory.groups.get(groupId)?.attributes['speedLimit']);
    if (inherited !== null) return knots(inherited);
  }
  return knots(numberOf(directory.server.attributes['speedLimit']) ?? 0);
}
