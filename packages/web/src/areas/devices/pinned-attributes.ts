import type { AttributeValue } from '@rastro/fleet';

/** The attribute that keeps the choice, behind `{brand}.`. @source SPEC §3: a comma list, of the server and the user */
export const PINNED_ATTRIBUTE = 'deviceAttributes';

/** What is pinned: as the person chose, even if that is nothing; else as the server says. */
export function readPins(own: string | null, ofServer: AttributeValue | undefined): readonly string[] {
  const text = own ?? (typeof ofServer === 'string' ? ofServer : '');
  const keys = text.split(',').map((key) => key.trim());
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Pins one more, at the end, or takes it away. */
export function togglePin(pins: readonly string[], key: string): readonly string[] {
  return pins.includes(key) ? pins.filter((each) => each !== key) : [...pins, key];
}
