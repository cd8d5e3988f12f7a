import { isBillingAttribute, type Attributes } from '@rastro/fleet';

/**
 * The first attribute about billing or installation that a write of a device would change: that needs a right of
 * its own (PRODUCT §4, bit 15).
 * @param before Attributes now; {} for a new device.
 */
export function billingChange(before: Attributes, after: Attributes): string | null {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    if (isBillingAttribute(name) && !same(before[name], after[name])) return name;
  }
  return null;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Deleting only hides (SPEC §3 "Server settings"). */
export const isSafeDeletion = (serverAttributes: Attributes, brand: string): boolean =>
  [true, 'true'].includes(serverAttributes[`${brand}.safeDeletion`] as boolean);
