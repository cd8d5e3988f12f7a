/**
 * The 128 advanced permission bits (docs/reference/requirements.md SPEC §6, PRODUCT §4).
 * Index 0 is the most significant bit of the first hexadecimal character.
 */
export const AREA_BASES = {
  general: 0,
  devices: 8,
  users: 16,
  share: 24,
  anchor: 28,
  notifications: 32,
  events: 36,
  geofences: 40,
  groups: 48,
  commands: 56,
  computed: 64,
  reports: 72,
  drivers: 80,
  calendars: 88,
  maintenance: 96,
  orders: 104,
  workingHours: 108,
  inspections: 112,
  costs: 120,
} as const;
export type Area = keyof typeof AREA_BASES;

/** Offsets inside each area. */
const COMMON = { view: 0, create: 1, edit: 2, delete: 3 } as const;
const EXTRA = {
  general: { reseller: 0, subReseller: 1 },
  devices: { lock: 4, unlock: 5, sendCommand: 6, editOwnBilling: 7 },
  users: { selfEdit: 4 },
  anchor: { view: 0, toggle: 1 },
  reports: { view: 0, export: 1 },
  events: { view: 0 },
  workingHours: { view: 0, correct: 1, signOff: 2, export: 3 },
} as const;

type Extra = typeof EXTRA;
type Crud = keyof typeof COMMON;
/** A right is written `area.action`, e.g. `devices.view`. */
export type Right =
  | `${Exclude<Area, 'general' | 'anchor' | 'reports' | 'events' | 'workingHours'>}.${Crud}`
  | { [A in keyof Extra]: `${A}.${keyof Extra[A] & string}` }[keyof Extra];

/** Bit index of a right. */
export function bitOf(right: Right): number {
  const [area, action] = right.split('.') as [Area, string];
  const extra = (EXTRA as Record<string, Record<string, number> | undefined>)[area]?.[action];
  const offset = extra ?? (COMMON as Record<string, number>)[action];
  if (offset === undefined) throw new RangeError(`Cannot find the bit of right ${right}`);
  return AREA_BASES[area] + offset;
}

/** Every right, in bit order. The permission editor and the tests walk this list. */
export const RIGHTS: readonly Right[] = (() => {
  const special = new Set<string>(['general', 'anchor', 'reports', 'events', 'workingHours']);
  const list: Right[] = [];
  for (const area of Object.keys(AREA_BASES)) {
    if (!special.has(area)) for (const action of Object.keys(COMMON)) list.push(`${area}.${action}` as Right);
    const extra = (EXTRA as Record<string, Record<string, number> | undefined>)[area];
    for (const action of Object.keys(extra ?? {})) list.push(`${area}.${action}` as Right);
  }
  return list.toSorted((a, b) => bitOf(a) - bitOf(b));
})();

const HEX = /^[0-9a-fA-F]{32}$/;

/** Tests one bit. A text that is not 32 hexadecimal characters grants nothing. */
export function hasBit(perms: unknown, index: number): boolean {
  if (typeof perms !== 'string' || !HEX.test(perms)) return false;
  const nibble = Number.parseInt(perms.charAt(index >> 2), 16);
  return ((nibble >> (3 - (index & 3))) & 1) === 1;
}

/** Writes the 32 hexadecimal characters that grant exactly `rights`. */
export function encodeRights(rights: Iterable<Right>): string {
  const nibbles = new Uint8Array(32);
  for (const right of rights) {
    const index = bitOf(right);
    nibbles[index >> 2] = (nibbles[index >> 2] ?? 0) | (8 >> (index & 3));
  }
  return [...nibbles].map((nibble) => nibble.toString(16)).join('');
}
