import { fail, ok, type Result } from '@rastro/base';

/** Liters in a tank by the sensor's reading: pairs in the order of the raw values. */
export type FuelTable = readonly (readonly [raw: number, litres: number])[];
/** No pair, too few or many of them, one raw value twice, liters that rise and fall. */
export type FuelTableFault = 'pair' | 'count' | 'twice' | 'turns';

const MIN = 2;
const MAX = 100;
const PAIR = /^(-?\d+(?:[.,]\d+)?)\s*[=:]\s*(\d+(?:[.,]\d+)?)$/;
const numberIn = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

/**
 * Reads pairs as users write them, one after another or line by line. A table that rises and falls gives one level two
 * volumes: it is rejected.
 * @example parseFuelTable('0=0; 512=40,5; 1023=95')
 */
export function parseFuelTable(text: string): Result<FuelTable, FuelTableFault> {
  const parts = text.split(/[;\n]/).map((part) => part.trim());
  const matches = parts.filter((part) => part !== '').map((part) => PAIR.exec(part));
  if (matches.includes(null)) return fail('pair');
  if (matches.length < MIN || matches.length > MAX) return fail('count');
  const table = matches
    .map((match) => [numberIn(match?.[1]), numberIn(match?.[2])] as const)
    .toSorted(([a], [b]) => a - b);
  const steps = table.slice(1).map(([raw, litres], i) => {
    const [rawBefore, litresBefore] = table[i] ?? [raw, litres];
    return { raw: raw - rawBefore, litres: litres - litresBefore };
  });
  if (steps.some(({ raw }) => raw === 0)) return fail('twice');
  if (steps.some(({ litres }) => litres > 0) && steps.some(({ litres }) => litres < 0)) return fail('turns');
  return ok(table);
}

/** Straight between two pairs; beyond the first and last as they say. */
export function litresAt(table: FuelTable, raw: number): number {
  const at = table.findIndex(([value]) => value >= raw);
  const [toRaw, toLitres] = table[at] ?? table.at(-1) ?? [raw, 0];
  const [fromRaw, fromLitres] = table[at - 1] ?? [toRaw, toLitres];
  if (at <= 0 || toRaw === fromRaw) return toLitres;
  return fromLitres + ((raw - fromRaw) / (toRaw - fromRaw)) * (toLitres - fromLitres);
}
