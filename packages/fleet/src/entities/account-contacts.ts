import type { Attributes } from './attributes.ts';
import { attributeName } from './named-attributes.ts';
import { USER_ATTRIBUTES } from './user-attributes.ts';

/** Where an account that serves customers can be reached; its sign-in address is not among them. */
export function accountContacts(attributes: Attributes, brand: string): readonly string[] {
  const { contactEmail, whatsapp, commercialPhone } = USER_ATTRIBUTES;
  const written = [contactEmail, whatsapp, commercialPhone].flatMap((each) => {
    const value = attributes[attributeName(brand, each)];
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  return [...new Set(written)];
}
