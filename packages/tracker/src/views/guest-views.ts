import { DEVICE_ATTRIBUTES, isShared, type Attributes, type Device, type Position } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { DeviceEntity, UserEntity } from '../directory/directory.ts';
import type { ShownState } from '../shown/shown-devices.ts';
import { deviceView, positionView } from './views.ts';

/** What somebody is shown of devices and positions. */
export interface Views {
  readonly device: (device: DeviceEntity, live: ShownState) => Device;
  readonly position: (position: StoredPosition) => Position;
}

/**
 * A guest sees name, picture, plate, state and place, and nothing that is not named here: identifiers, telephones, money and
 * notes of the owner are not among it. @source PRODUCT §14
 */
export function viewsFor(user: UserEntity, brand: string): Views {
  return isShared(user) ? guestViews(brand) : EVERYTHING;
}
export const EVERYTHING: Views = { device: deviceView, position: positionView };

/** What its state is made of. */
const POSITION_ATTRIBUTES = ['ignition', 'motion'];

export function guestViews(brand: string): Views {
  const names: readonly string[] = [
    DEVICE_ATTRIBUTES.plate,
    `${brand}.plate`,
    DEVICE_ATTRIBUTES.image,
    `${brand}.color`,
    `${brand}.color_extra`,
  ];
  return {
    device: (device, live) => {
      const { id, name, category, disabled, status, lastUpdate, positionId } = deviceView(device, live);
      const nothing = { phone: null, model: null, contact: null, expirationTime: null };
      return {
        id,
        name,
        category,
        disabled,
        status,
        lastUpdate,
        positionId,
        ...nothing,
        uniqueId: '',
        groupId: 0,
        calendarId: 0,
        attributes: only(device.attributes, names),
      };
    },
    position: (position) => ({
      ...positionView(position),
      protocol: null,
      network: null,
      geofenceIds: null,
      attributes: only(position.attributes, POSITION_ATTRIBUTES),
    }),
  };
}

const only = (attributes: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
