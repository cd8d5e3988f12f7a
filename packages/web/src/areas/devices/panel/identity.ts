import type { Device } from '@rastro/fleet';

const COLOR = /^#[0-9a-f]{3,8}$/i;

/**
 * The color of the icon: attribute `{brand}.color` (docs/reference/requirements.md SPEC §3); null = none or not a
 * color.
 */
export function colorOf({ attributes }: Device, brand: string): string | null {
  const value = attributes[`${brand}.color`];
  return typeof value === 'string' && COLOR.test(value) ? value : null;
}
