import type { Device } from '@rastro/fleet';

/** The number plate: attribute `{brand}.plate`, else `plate`; null = none. */
export function plateOf({ attributes }: Device, brand: string): string | null {
  for (const value of [attributes[`${brand}.plate`], attributes['plate']]) {
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

const COLOR = /^#[0-9a-f]{3,8}$/i;

/** The colour of the icon: attribute `{brand}.color` (SPEC §3); null = none or not a colour. */
export function colorOf({ attributes }: Device, brand: string): string | null {
  const value = attributes[`${brand}.color`];
  return typeof value === 'string' && COLOR.test(value) ? value : null;
}
