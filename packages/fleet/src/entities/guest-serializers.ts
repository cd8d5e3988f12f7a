import type { Attributes } from './attributes.ts';
import { DEVICE_ATTRIBUTES } from './device-attributes.ts';
import type { Device } from './device.ts';
import type { Position } from './position.ts';

/**
 * A guest sees name, picture, plate, state and place, and no field that is not named here: no identifiers, telephones,
 * money or notes of the owner. @source docs/reference/requirements.md PRODUCT §14
 */
export function guestDevice(device: Device, brand: string): Device {
  const { id, name, category, disabled, status, lastUpdate, positionId } = device;
  return {
    id,
    name,
    category,
    disabled,
    status,
    lastUpdate,
    positionId,
    phone: null,
    model: null,
    contact: null,
    expirationTime: null,
    uniqueId: '',
    groupId: 0,
    calendarId: 0,
    attributes: only(device.attributes, [
      DEVICE_ATTRIBUTES.plate,
      `${brand}.plate`,
      DEVICE_ATTRIBUTES.image,
      `${brand}.color`,
      `${brand}.color_extra`,
    ]),
  };
}

/** Attributes from which the state of a vehicle is derived. */
const POSITION_ATTRIBUTES = ['ignition', 'motion'];

export const guestPosition = (position: Position): Position => ({
  ...position,
  protocol: null,
  network: null,
  geofenceIds: null,
  attributes: only(position.attributes, POSITION_ATTRIBUTES),
});

const only = (attributes: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
