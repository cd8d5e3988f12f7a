import { DEVICE_CATEGORIES, DEVICE_STATUSES, type Device, type DeviceStatus } from '@rastro/fleet';

const CATEGORY_INDEX: ReadonlyMap<string, number> = new Map(DEVICE_CATEGORIES.map((name, at) => [name, at]));
/** Names of the tracking server's own web app that our icon set calls otherwise. */
const FOREIGN_CATEGORIES: Readonly<Record<string, string>> = { camper: 'van', trailer: 'truck2' };
const STATUS_INDEX: ReadonlyMap<string, number> = new Map(DEVICE_STATUSES.map((name, at) => [name, at]));

/** Body and extra color of a vehicle that has none of its own, by status. */
const DEFAULT_COLOURS: Readonly<Record<DeviceStatus, readonly [number, number]>> = {
  online: [0x2f7df6, 0x174ea6],
  offline: [0x9aa4b2, 0x5b6675],
  unknown: [0xc3a86b, 0x857043],
};

/** Index of the icon; what is missing or not known shows `default`. */
export function categoryIndex(category: string | null): number {
  if (category === null) return 0;
  return CATEGORY_INDEX.get(category) ?? CATEGORY_INDEX.get(FOREIGN_CATEGORIES[category] ?? '') ?? 0;
}

/** Index of the status; what the server does not name counts as unknown. */
export const statusIndex = (status: string): number => STATUS_INDEX.get(status) ?? 2;

/** 0xRRGGBB of the two tones: the attributes `{brand}.color` and `{brand}.color_extra`, or by status. */
export function vehicleColours(
  device: Pick<Device, 'status' | 'attributes'>,
  brand: string,
): readonly [number, number] {
  const { attributes } = device;
  return coloursOf(
    statusIndex(device.status),
    attributes[`${brand}.color`],
    attributes[`${brand}.color_extra`],
  );
}

/** The same from the two attributes. @param status Index into DEVICE_STATUSES. */
export function coloursOf(status: number, color: unknown, extraColor: unknown): readonly [number, number] {
  const fallback = DEFAULT_COLOURS[DEVICE_STATUSES[status] ?? 'unknown'];
  const body = parseColour(color);
  const extra = parseColour(extraColor);
  return [body ?? fallback[0], extra ?? (body === null ? fallback[1] : shade(body))];
}

/**
 * Reads `#rgb`, `#rrggbb` or `#rrggbbaa` (alpha is ignored), with or without the hash.
 * @returns 0xRRGGBB, or null when it is no color.
 */
export function parseColour(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(value.trim())?.[1];
  if (hex === undefined) return null;
  if (hex.length > 3) return Number.parseInt(hex.slice(0, 6), 16);
  return Number.parseInt(Array.from(hex, (digit) => digit + digit).join(''), 16);
}

/** A darker sister of a color, for the second tone when only one was chosen. */
function shade(colour: number): number {
  const part = (shift: number): number => Math.round(((colour >> shift) & 255) * 0.58) << shift;
  return part(16) | part(8) | part(0);
}
