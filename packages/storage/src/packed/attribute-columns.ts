import type { AttributeValue, Attributes } from '@rastro/fleet';
import type { ByteSource } from './byte-source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';
import { readNumbers, writeNumbers } from './numbers.ts';
import { convertTexts, writeTexts } from './texts.ts';
import { numbersOf, readValues, skipValues, writeValues, type ValueForm } from './value-column.ts';

/** The odometer of the pipeline is the running sum of the steps of its records, to the last bit. */
const STEPS = 'distance';
const SUM = 'totalDistance';

interface KeySet {
  readonly names: readonly string[];
  readonly columns: readonly AttributeValue[][];
}

/**
 * Attributes of some rows: names, the sets of names that rows have, of each row which set, and of each name the values
 * of the rows that have it.
 */
export function writeAttributes(writer: ByteWriter, rows: readonly Attributes[]): void {
  const columns = new Map<string, AttributeValue[]>();
  const sets = new Map<string, number>();
  const list: KeySet[] = [];
  const setOfRow = new Float64Array(rows.length);
  let place = -1;
  for (const [i, attributes] of rows.entries()) {
    const names = Object.keys(attributes);
    if (!isSame(names, list[place]?.names)) place = placeOf(names, { sets, list, columns });
    setOfRow[i] = place;
    const set = list[place];
    for (const [at, name] of names.entries()) set?.columns[at]?.push(jsonValue(attributes[name]));
  }
  // Sums come behind the steps that they are made of.
  const names = [...columns.keys()].sort((a, b) => Number(a === SUM) - Number(b === SUM));
  const placeOfName = new Map(names.map((name, at) => [name, at]));
  writeTexts(
    writer,
    names.map((name) => JSON.stringify(name)),
  );
  writer.varint(list.length);
  for (const set of list) {
    writer.varint(set.names.length);
    for (const name of set.names) writer.varint(placeOfName.get(name) ?? 0);
  }
  writeNumbers(writer, setOfRow);
  const steps = haveBothOrNone(list) ? numbersOf(columns.get(STEPS) ?? []) : null;
  for (const name of names) writeValues(writer, columns.get(name) ?? [], name === SUM ? steps : null);
}

/** As JSON has it, which knows no other numbers. */
const jsonValue = (value: AttributeValue | undefined): AttributeValue =>
  value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;

const isSame = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.length === b?.length && a.every((name, i) => name === b[i]);

const haveBothOrNone = (sets: readonly KeySet[]): boolean =>
  sets.every(({ names }) => names.includes(STEPS) === names.includes(SUM));

interface Gathered {
  readonly sets: Map<string, number>;
  readonly list: KeySet[];
  readonly columns: Map<string, AttributeValue[]>;
}

function placeOf(names: readonly string[], { sets, list, columns }: Gathered): number {
  const key = JSON.stringify(names);
  const known = sets.get(key);
  if (known !== undefined) return known;
  const ofSet = names.map((name) => {
    const column = columns.get(name) ?? [];
    columns.set(name, column);
    return column;
  });
  sets.set(key, list.length);
  return list.push({ names, columns: ofSet }) - 1;
}

/** Attributes as they are stored: the sets of names, and a column of values for each name. */
export interface AttributeColumns<T> {
  readonly names: readonly string[];
  /** Places in `names`. */
  readonly sets: readonly (readonly number[])[];
  /** Of each row. */
  readonly setOfRow: Float64Array;
  /** Values of the rows that have the name, for each name; null = not wanted. */
  readonly columns: readonly (readonly T[] | null)[];
}

/** @param wanted Names to read; null = all. */
export function readAttributes<T>(
  source: ByteSource,
  count: number,
  form: ValueForm<T>,
  wanted: readonly string[] | null,
): AttributeColumns<T> {
  const names = convertTexts(source, (json): string => JSON.parse(json));
  const sets = Array.from({ length: source.count(count) }, () =>
    Array.from({ length: source.count(names.length) }, () => source.count(names.length - 1)),
  );
  const setOfRow = readNumbers(source, count);
  const counts = countsOf(names, sets, setOfRow);
  let steps: Float64Array | null = null;
  const columns = names.map((name, at) => {
    const isWanted = wanted?.includes(name) ?? true;
    const isStep = name === STEPS && wanted?.includes(SUM) === true;
    if (!isWanted && !isStep) {
      skipValues(source, counts[at] ?? 0);
      return null;
    }
    const { values, numbers } = readValues(source, counts[at] ?? 0, form, name === SUM ? steps : null);
    if (name === STEPS) steps = numbers;
    return isWanted ? values : null;
  });
  return {
    names,
    sets: wanted === null ? sets : sets.map((set) => inOrderOf(wanted, set, names)),
    setOfRow,
    columns,
  };
}

const inOrderOf = (
  wanted: readonly string[],
  set: readonly number[],
  names: readonly string[],
): readonly number[] =>
  set.toSorted((a, b) => wanted.indexOf(names[a] ?? '') - wanted.indexOf(names[b] ?? ''));

/** Numbers of rows that have each name. */
function countsOf(
  names: readonly string[],
  sets: readonly (readonly number[])[],
  setOfRow: Float64Array,
): readonly number[] {
  const rows = sets.map(() => 0);
  for (const place of setOfRow) {
    const before = rows[place];
    if (before === undefined) throw damaged('names that are not there');
    rows[place] = before + 1;
  }
  const counts = names.map(() => 0);
  for (const [place, set] of sets.entries())
    for (const name of set) counts[name] = (counts[name] ?? 0) + (rows[place] ?? 0);
  return counts;
}
