import type { Attributes } from './attributes.ts';
import { DEVICE_ATTRIBUTES } from './device-attributes.ts';

export const DEVICE_STATUSES = ['online', 'offline', 'unknown'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** The icon set of the product (docs/reference/requirements.md SPEC §3). A missing category shows `default`. */
export const DEVICE_CATEGORIES = [
  'default',
  'arrow',
  'person',
  'animal',
  'bicycle',
  'motorcycle',
  'scooter',
  'car',
  'pickup',
  'van',
  'truck',
  'truck1',
  'truck2',
  'tractor',
  'boat',
  'ship',
  'bus',
  'train',
  'trolleybus',
  'tram',
  'crane',
  'plane',
  'helicopter',
  'offroad',
] as const;
export type DeviceCategory = (typeof DEVICE_CATEGORIES)[number];

/** A tracked vehicle or asset as the tracking API sends it. @source docs/reference/tracking-api.md §2.1 */
export interface Device {
  readonly id: number;
  readonly attributes: Attributes;
  /** 0 = no group. */
  readonly groupId: number;
  readonly calendarId: number;
  readonly name: string;
  /** IMEI or other identifier the device reports; a text, leading zeros matter. */
  readonly uniqueId: string;
  readonly status: DeviceStatus;
  /** ISO 8601; time of the last decoded message. */
  readonly lastUpdate: string | null;
  /** 0 = never reported. */
  readonly positionId: number;
  readonly phone: string | null;
  readonly model: string | null;
  readonly contact: string | null;
  readonly category: string | null;
  readonly disabled: boolean;
  readonly expirationTime: string | null;
}

/** The number plate: attribute `{brand}.plate`, else `plate`; null = none. */
export function plateOf({ attributes }: Pick<Device, 'attributes'>, brand: string): string | null {
  for (const value of [attributes[`${brand}.plate`], attributes[DEVICE_ATTRIBUTES.plate]]) {
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

const HIDDEN_FLAG = 'deleted';
const MAX_LENGTH = 128;

/** Devices that a safe deletion only hid (docs/reference/requirements.md SPEC §3): `deleted-…-…`. */
export function isHiddenDevice({ uniqueId }: Pick<Device, 'uniqueId'>): boolean {
  return uniqueId.startsWith(`${HIDDEN_FLAG}-`) && uniqueId.split('-').length === 3;
}

/**
 * Returns a device after a safe deletion: it keeps its history, and its tracker may be registered again.
 * @returns the device hidden and disabled; a hidden one unchanged.
 */
export function hiddenDevice<T extends Pick<Device, 'id' | 'uniqueId' | 'attributes' | 'disabled'>>(
  device: T,
): T {
  if (isHiddenDevice(device)) return device;
  // The id keeps it unique; a dash more would make it visible again.
  const uniqueId = `${HIDDEN_FLAG}-${device.id}-${device.uniqueId.replaceAll('-', '_')}`.slice(0, MAX_LENGTH);
  const attributes = { ...device.attributes, [DEVICE_ATTRIBUTES.deletedUniqueId]: device.uniqueId };
  return { ...device, uniqueId, attributes, disabled: true };
}
