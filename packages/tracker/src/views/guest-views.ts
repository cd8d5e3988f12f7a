import { guestDevice, guestPosition, isShared, type Device, type Position } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { DeviceEntity, UserEntity } from '../directory/directory.ts';
import type { ShownState } from '../shown/shown-devices.ts';
import { deviceView, positionView } from './views.ts';

/** What somebody is shown of devices and positions. */
export interface Views {
  readonly device: (device: DeviceEntity, live: ShownState) => Device;
  readonly position: (position: StoredPosition) => Position;
}

/** A guest is shown less than everybody else (`fleet/src/entities/guest-view.ts`). */
export function viewsFor(user: UserEntity, brand: string): Views {
  return isShared(user) ? guestViews(brand) : EVERYTHING;
}
export const EVERYTHING: Views = { device: deviceView, position: positionView };

export const guestViews = (brand: string): Views => ({
  device: (device, live) => guestDevice(deviceView(device, live), brand),
  position: (position) => guestPosition(positionView(position)),
});
