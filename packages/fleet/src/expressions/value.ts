/** An expression could not be evaluated; the message gives the reason to its author. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** A time, as expressions see it: only its methods say something. */
export class DateValue {
  readonly time: number;
  constructor(time: number) {
    this.time = time;
  }
}
export type Value =
  | null
  | boolean
  | number
  | string
  | DateValue
  | readonly Value[]
  | { readonly [name: string]: Value };
export type ValueMap = { readonly [name: string]: Value };

/** Longest text that an expression may make. */
export const MAX_TEXT = 4000;

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isMap = (value: Value): value is ValueMap =>
  typeof value === 'object' && value !== null && !isList(value) && !(value instanceof DateValue);

/** Arithmetic of nothing is an error, as in strict JEXL. */
export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  throw new ExpressionError(`${describe(value)} is not a number`);
}

export function toTruth(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  if (typeof value === 'string') return value !== '' && value !== 'false';
  throw new ExpressionError(`${describe(value)} is neither true nor false`);
}

export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof DateValue) return new Date(value.time).toISOString();
  if (isList(value)) return bounded(`[${value.map(toText).join(', ')}]`);
  if (isMap(value)) return bounded(JSON.stringify(value));
  return String(value);
}

export function toList(value: Value): readonly Value[] {
  if (isList(value)) return value;
  throw new ExpressionError(`${describe(value)} is not a list`);
}

export function bounded(text: string): string {
  if (text.length > MAX_TEXT) throw new ExpressionError(`text is longer than ${MAX_TEXT} characters`);
  return text;
}

export function isEmpty(value: Value): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && !(value instanceof DateValue) && sizeOf(value) === 0;
}

export function sizeOf(value: Value): number {
  if (value === null) return 0;
  if (typeof value === 'string' || isList(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  return 1;
}

export function describe(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `text "${value.slice(0, 40)}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof DateValue) return 'a date';
  return isList(value) ? 'a list' : 'a map';
}
