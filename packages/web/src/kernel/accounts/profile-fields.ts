import type { USER_ATTRIBUTES } from '@rastro/fleet';

type NamedField = keyof typeof USER_ATTRIBUTES;

/** Address and contact data of a user, entered by them or by their manager. */
export const ADDRESS_FIELDS = [
  'postcode',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const satisfies readonly NamedField[];
export const CONTACT_FIELDS = [
  'personalPhone',
  'commercialPhone',
  'whatsapp',
  'contactEmail',
] as const satisfies readonly NamedField[];
export type ProfileField = (typeof ADDRESS_FIELDS | typeof CONTACT_FIELDS)[number];
