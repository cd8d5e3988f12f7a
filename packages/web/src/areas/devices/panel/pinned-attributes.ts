import type { AttributeValue } from '@rastro/fleet';

/**
 * The attribute that keeps the choice, behind `{brand}.`.
 * @source docs/reference/requirements.md SPEC §3: a comma list, of the server and the user
 */
export const PINNED_ATTRIBUTE = 'deviceAttributes';

/** Pinned attributes: those that the user chose, even if none; otherwise those of the server. */
export function readPins(own: string | null, ofServer: AttributeValue | undefined): readonly string[] {
  const text = own ?? (typeof ofServer === 'string' ? ofServer : '');
  const keys = text.split(',').map((key) => key.trim());
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Pins one more, at the end, or takes it away. */
export function togglePin(pins: readonly string[], key: string): readonly string[] {
  return pins.includes(key) ? pins.filter((each) => each !== key) : [...pins, key];
}
