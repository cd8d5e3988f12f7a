import type { USER_ATTRIBUTES } from '@rastro/fleet';

type NamedField = keyof typeof USER_ATTRIBUTES;

/** Where somebody lives and how to reach him: he says it himself, or who looks after him. */
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
