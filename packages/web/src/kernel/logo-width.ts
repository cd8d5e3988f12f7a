import { attributeName, fitsAttribute, SERVER_ATTRIBUTES, type Attributes } from '@rastro/fleet';

/** Width of the logo on the server, in pixels; null = none, or an impossible one. */
export function logoWidth(attributes: Attributes, brand: string): number | null {
  const value = attributes[attributeName(brand, SERVER_ATTRIBUTES.logoWidth)];
  return typeof value === 'number' && fitsAttribute(SERVER_ATTRIBUTES.logoWidth, value) ? value : null;
}
