import type { DeviceProfile } from '@rastro/protocols';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { profileOf } from '../ingest/device-gate.ts';

/** The device as encoders see it: `devicePassword` is its own or that of the nearest group that has one. */
export function commandProfile(
  device: DeviceEntity,
  { directory, visibility }: { readonly directory: Directory; readonly visibility: Visibility },
): DeviceProfile {
  const own = profileOf(device);
  if (own.options['devicePassword'] !== undefined) return own;
  for (const groupId of visibility.groupChain(device.groupId)) {
    const devicePassword = directory.groups.get(groupId)?.attributes['devicePassword'];
    if (devicePassword !== undefined) return { ...own, options: { ...own.options, devicePassword } };
  }
  return own;
}
