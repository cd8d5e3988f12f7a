import type { AttributeValue } from '@rastro/fleet';
import type { ByteSource } from './byte-source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';
import { readNumbers, skipNumbers, writeNumbers } from './numbers.ts';
import { readRuns, writeRuns } from './runs.ts';
import { readTextColumn, skipTextColumn, writeTextColumn } from './texts.ts';

const NUMBERS = 0;
const BOOLEANS = 1;
const TEXTS = 2;
/** Runs of which are numbers, the numbers, the others. */
const MIXED = 3;
/** Numbers that are the one before and that of another column, added up, with exceptions. */
const SUMS = 4;
/** Of this many numbers one may be an exception. */
const NUMBERS_PER_EXCEPTION = 4;

/** Form in which values of attributes are wanted. */
export interface ValueForm<T> {
  readonly ofNumber: (value: number) => T;
  readonly ofBoolean: (value: boolean) => T;
  /** JSON of anything else. Rows with the same text share the result. */
  readonly ofText: (json: string) => T;
}
export const AS_VALUES: ValueForm<AttributeValue> = {
  ofNumber: (value) => value,
  ofBoolean: (value) => value,
  ofText: (json) => JSON.parse(json),
};
export const AS_TEXTS: ValueForm<string> = {
  ofNumber: (value) => `${value}`,
  ofBoolean: (value) => `${value}`,
  ofText: (json) => json,
};

/** Numbers of values that are nothing else; null = there are others. */
export function numbersOf(values: readonly AttributeValue[]): Float64Array | null {
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== 'number') return null;
    numbers[i] = value;
  }
  return numbers;
}

/**
 * Writes the values of one attribute.
 * @param steps Numbers that these may be the running sum of; null = none.
 */
export function writeValues(
  writer: ByteWriter,
  values: readonly AttributeValue[],
  steps: Float64Array | null,
): void {
  const numbers = numbersOf(values);
  if (numbers) writeNumberValues(writer, numbers, steps);
  else if (values.every((value) => typeof value === 'boolean')) {
    writer.byte(BOOLEANS);
    writeRuns(writer, values);
  } else if (!values.some((value) => typeof value === 'number')) {
    writer.byte(TEXTS);
    writeTextColumn(writer, values.map(jsonOf));
  } else writeMixed(writer, values);
}

/** @param steps Numbers of the column that this one may be the running sum of; null = there is none. */
export function readValues<T>(
  source: ByteSource,
  count: number,
  form: ValueForm<T>,
  steps: Float64Array | null,
): { readonly values: T[]; readonly numbers: Float64Array | null } {
  const kind = source.byte();
  if (kind === NUMBERS || kind === SUMS) {
    const numbers = kind === NUMBERS ? readNumbers(source, count) : readSums(source, count, steps);
    return { values: Array.from(numbers, form.ofNumber), numbers };
  }
  return { values: readOthers(source, count, { kind, form }), numbers: null };
}

export function skipValues(source: ByteSource, count: number): void {
  const kind = source.byte();
  if (kind === NUMBERS) skipNumbers(source, count);
  else if (kind === BOOLEANS) readRuns(source, count);
  else if (kind === TEXTS) skipTextColumn(source, count);
  else if (kind === SUMS) readExceptions(source, count);
  else if (kind === MIXED) {
    const numbers = readRuns(source, count).filter(Boolean).length;
    skipNumbers(source, numbers);
    skipTextColumn(source, count - numbers);
  } else throw damaged(`values of kind ${kind}`);
}

const jsonOf = (value: AttributeValue): string => JSON.stringify(value);

function writeNumberValues(writer: ByteWriter, numbers: Float64Array, steps: Float64Array | null): void {
  const exceptions = steps?.length === numbers.length ? exceptionsOf(numbers, steps) : null;
  if (!exceptions || exceptions.length > numbers.length / NUMBERS_PER_EXCEPTION) {
    writer.byte(NUMBERS);
    writeNumbers(writer, numbers);
    return;
  }
  writer.byte(SUMS);
  writer.varint(exceptions.length);
  for (const at of exceptions) writer.varint(at);
  writeNumbers(
    writer,
    Float64Array.from(exceptions, (at) => numbers[at] ?? 0),
  );
}

/** Where a number is not the one before plus its step; the first is none. */
function exceptionsOf(numbers: Float64Array, steps: Float64Array): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const sum = (numbers[i - 1] ?? 0) + (steps[i] ?? 0);
    if (i === 0 || !Object.is(sum, numbers[i])) found.push(i);
  }
  return found;
}

function readExceptions(source: ByteSource, count: number): ReadonlyMap<number, number> {
  const places = Array.from({ length: source.count(count) }, () => source.varint());
  const values = readNumbers(source, places.length);
  return new Map(places.map((place, i) => [place, values[i] ?? 0]));
}

function readSums(source: ByteSource, count: number, steps: Float64Array | null): Float64Array {
  const exceptions = readExceptions(source, count);
  if (steps?.length !== count) throw damaged('sums of nothing');
  const sums = new Float64Array(count);
  for (let i = 0; i < count; i++) sums[i] = exceptions.get(i) ?? (sums[i - 1] ?? 0) + (steps[i] ?? 0);
  return sums;
}

function writeMixed(writer: ByteWriter, values: readonly AttributeValue[]): void {
  writer.byte(MIXED);
  writeRuns(
    writer,
    values.map((value) => typeof value === 'number'),
  );
  writeNumbers(writer, Float64Array.from(values.filter((value) => typeof value === 'number')));
  writeTextColumn(writer, values.filter((value) => typeof value !== 'number').map(jsonOf));
}

function readOthers<T>(
  source: ByteSource,
  count: number,
  { kind, form }: { readonly kind: number; readonly form: ValueForm<T> },
): T[] {
  if (kind === BOOLEANS) return readRuns(source, count).map(form.ofBoolean);
  if (kind === TEXTS) return readTextColumn(source, count, form.ofText);
  if (kind !== MIXED) throw damaged(`values of kind ${kind}`);
  const areNumbers = readRuns(source, count);
  const countOfNumbers = areNumbers.filter(Boolean).length;
  const numbers = Array.from(readNumbers(source, countOfNumbers), form.ofNumber);
  const texts = readTextColumn(source, count - countOfNumbers, form.ofText);
  let [number, text] = [0, 0];
  return areNumbers.flatMap((isNumber) =>
    isNumber ? numbers.slice(number, ++number) : texts.slice(text, ++text),
  );
}
