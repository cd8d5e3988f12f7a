import { DAY_MS } from '@rastro/base';
import { attributeName, DRIVER_ATTRIBUTES, fitsAttribute, type Driver } from '@rastro/fleet';

/** State of a license on a day. It is still valid on its last day. */
export type Licence =
  | { readonly kind: 'valid' | 'ended'; readonly day: string }
  | { readonly kind: 'ends'; readonly days: number }
  | { readonly kind: 'unknown' };

/** Days before the end at which the warning begins. */
const NOTICE_DAYS = 30;

/** Last day of a license as stored; null = unknown. */
export function validityOf({ attributes }: Driver, brand: string): string | null {
  const value = attributes[attributeName(brand, DRIVER_ATTRIBUTES.validity)];
  return typeof value === 'string' && fitsAttribute(DRIVER_ATTRIBUTES.validity, value) ? value : null;
}

/** @param today The civil day of the reader, `YYYY-MM-DD`. */
export function licenceOf(validity: string | null, today: string): Licence {
  if (validity === null) return { kind: 'unknown' };
  const days = Math.round((Date.parse(validity) - Date.parse(today)) / DAY_MS);
  if (days < 0) return { kind: 'ended', day: validity };
  return days <= NOTICE_DAYS ? { kind: 'ends', days } : { kind: 'valid', day: validity };
}
