import { attributeName, fitsAttribute, SERVER_ATTRIBUTES, type Attributes } from '@rastro/fleet';

/** What the server says of the logo, in pixels; null = nothing, or nothing that can be. */
export function logoWidth(attributes: Attributes, brand: string): number | null {
  const value = attributes[attributeName(brand, SERVER_ATTRIBUTES.logoWidth)];
  return typeof value === 'number' && fitsAttribute(SERVER_ATTRIBUTES.logoWidth, value) ? value : null;
}
