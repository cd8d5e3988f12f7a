import { guestDevice, guestPosition, isShared, type Device, type Position } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { DeviceEntity, UserEntity } from '../directory/directory.ts';
import type { CommittedState } from '../committed/committed-devices.ts';
import { serializeDevice, serializePosition } from './serializers.ts';

/** Serializers of devices and positions for one reader. */
export interface Serializers {
  readonly device: (device: DeviceEntity, live: CommittedState) => Device;
  readonly position: (position: StoredPosition) => Position;
}

/** A guest is shown less than everybody else (`fleet/src/entities/guest-serializers.ts`). */
export function serializersFor(user: UserEntity, brand: string): Serializers {
  return isShared(user) ? guestSerializers(brand) : EVERYTHING;
}
export const EVERYTHING: Serializers = { device: serializeDevice, position: serializePosition };

export const guestSerializers = (brand: string): Serializers => ({
  device: (device, live) => guestDevice(serializeDevice(device, live), brand),
  position: (position) => guestPosition(serializePosition(position)),
});
