import { foldText, searchWords, type Device } from '@rastro/fleet';
import type { FoundVehicles } from './fleet.ts';
import type { VehicleTable } from './vehicle-table.ts';

/**
 * The vehicles that all words occur in, by how well they are meant: the text is a name, plate or identifier; one
 * begins with it; all words occur in these; they occur anywhere else, e.g. in the address or the id of the database.
 * Each part by name, independent of what the list is asked for. An empty text finds all.
 * @param order Slots by name.
 */
export function findVehicles(
  table: VehicleTable,
  order: Int32Array,
  { text, limit }: { readonly text: string; readonly limit: number },
): FoundVehicles {
  const words = searchWords(text);
  const start = foldText(text.trim());
  const [same, begin, within, others]: [Device[], Device[], Device[], Device[]] = [[], [], [], []];
  let count = 0;
  for (const slot of order) {
    const found = table.text(slot);
    if (!words.every((word) => found.includes(word))) continue;
    const device = table.devices[slot];
    if (device === undefined) continue;
    count += 1;
    const names = namesOf(device);
    const part = names.includes(start)
      ? same
      : names.some((name) => name.startsWith(start))
        ? begin
        : words.every((word) => names.some((name) => name.includes(word)))
          ? within
          : others;
    if (part.length < limit) part.push(device);
  }
  return { devices: [...same, ...begin, ...within, ...others].slice(0, limit), count };
}

/** Its name, identifier and plates, as users type them. */
const namesOf = ({ name, uniqueId, attributes }: Device): readonly string[] =>
  [
    name,
    uniqueId,
    ...Object.entries(attributes).flatMap(([key, value]) => (PLATE.test(key) ? [value] : [])),
  ].flatMap((each) => (typeof each === 'string' ? [foldText(each.trim())] : []));
/** `plate`, or with the prefix of the product. */
const PLATE = /^(?:[\w-]+\.)?plate$/;
