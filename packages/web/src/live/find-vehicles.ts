import { foldText, searchWords, type Device } from '@rastro/fleet';
import type { VehicleTable } from './vehicle-table.ts';

/**
 * The vehicles that all words occur in, those whose name or plate is the text first, then those where it
 * begins with it, each part by name.
 * Independent of what the list is asked for.
 * @param order Slots by name.
 */
export function findVehicles(
  table: VehicleTable,
  order: Int32Array,
  { text, limit }: { readonly text: string; readonly limit: number },
): readonly Device[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const start = foldText(text.trim());
  const same: Device[] = [];
  const begin: Device[] = [];
  const others: Device[] = [];
  for (const slot of order) {
    if (same.length === limit) break;
    const found = table.text(slot);
    if (!words.every((word) => found.includes(word))) continue;
    const device = table.devices[slot];
    if (device === undefined) continue;
    const names = namesOf(device);
    if (names.includes(start)) same.push(device);
    else if (names.some((name) => name.startsWith(start))) {
      if (begin.length < limit) begin.push(device);
    } else if (others.length < limit) others.push(device);
  }
  return [...same, ...begin, ...others].slice(0, limit);
}

/** Its name and its plates, as people type them. */
const namesOf = ({ name, attributes }: Device): readonly string[] =>
  [name, ...Object.entries(attributes).flatMap(([key, value]) => (PLATE.test(key) ? [value] : []))].flatMap(
    (each) => (typeof each === 'string' ? [foldText(each.trim())] : []),
  );
/** `plate`, or with the prefix of the product. */
const PLATE = /^(?:[\w-]+\.)?plate$/;
