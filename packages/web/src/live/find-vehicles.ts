import { foldText, searchWords, type Device } from '@rastro/fleet';
import type { VehicleTable } from './vehicle-table.ts';

/**
 * The vehicles that all words occur in, those whose name begins with the text first, each part by name.
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
  const begin: Device[] = [];
  const others: Device[] = [];
  for (const slot of order) {
    if (begin.length === limit) break;
    const found = table.text(slot);
    if (!words.every((word) => found.includes(word))) continue;
    const device = table.devices[slot];
    if (device === undefined) continue;
    if (foldText(device.name).startsWith(start)) begin.push(device);
    else if (others.length < limit) others.push(device);
  }
  return [...begin, ...others].slice(0, limit);
}
