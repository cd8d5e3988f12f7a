import type { Right } from '../rights/areas.ts';
import type { NamedAttributes } from './named-attributes.ts';

/** Actions on a vehicle that depend on its driver. @source docs/reference/requirements.md SPEC §4 "Driver QR rules" */
const QR_RULES = {
  qrUnlock: { name: 'qrUnlock', is: 'flag', isProtected: true },
  qrLogoutOnIgnitionOff: { name: 'qrLogoutOnIgnitionOff', is: 'flag', isProtected: true },
  /** Seconds without a driver until the vehicle is locked; 0 = never. */
  qrLockAfter: { name: 'qrLockAfter', is: 'count', isProtected: true },
  /** Seconds until a driver is signed off; 0 = never. */
  qrLogoutAfter: { name: 'qrLogoutAfter', is: 'count', isProtected: true },
} as const satisfies NamedAttributes;

/**
 * All product data in the attributes of a driver, in one place.
 * @source docs/reference/requirements.md SPEC §3 "Driver"
 */
export const DRIVER_ATTRIBUTES = {
  licence: { name: 'licenceNumber', is: 'text' },
  filiation: { name: 'filiation', is: 'text' },
  category: { name: 'licenceCategory', is: 'text' },
  validity: { name: 'licenceValidity', is: 'date' },
  state: { name: 'licenceState', is: 'text' },
  observations: { name: 'observations', is: 'text' },
  birthDate: { name: 'birthDate', is: 'date' },
  taxId: { name: 'taxId', is: 'text' },
  firstLicence: { name: 'firstLicenceDate', is: 'date' },
  litresPer100Km: { name: 'litresPer100Km', is: 'amount' },
  /** Of a liter. */
  fuelCost: { name: 'fuelCost', is: 'cents' },
  qrAccess: { name: 'qrAccess', is: 'flag', isProtected: true },
  /** Login name of the driver; the password is stored separately, never in an attribute. */
  qrUsername: { name: 'qrUsername', is: 'text', isProtected: true },
  ...QR_RULES,
} as const satisfies NamedAttributes;
export type DriverAttribute = keyof typeof DRIVER_ATTRIBUTES;

/** Rights needed to set each attribute: only a user who could lock, unlock or create users may grant it. */
export const DRIVER_GRANTS: readonly (readonly [DriverAttribute, Right])[] = [
  ['qrUnlock', 'devices.unlock'],
  ['qrLockAfter', 'devices.lock'],
  ['qrAccess', 'users.create'],
  ['qrUsername', 'users.create'],
];
