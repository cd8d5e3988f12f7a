// Values in the text of a state. A schema of a library took most of the time in which a fleet's states are read.

/** @throws RangeError when it is no list of so many values. */
export function listOf(value: unknown, length: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length !== length) throw failure(`a list of ${length}`);
  return value;
}
export function n(value: unknown): number {
  if (typeof value !== 'number') throw failure('a number');
  return value;
}
export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw failure('true or false');
  return value;
}
export function text(value: unknown): string {
  if (typeof value !== 'string') throw failure('text');
  return value;
}
export function all<T>(value: unknown, read: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw failure('a list');
  const items: T[] = [];
  for (const item of value) items.push(read(item));
  return items;
}
export const orNull = <T>(value: unknown, read: (value: unknown) => T): T | null =>
  value === null ? null : read(value);
export function oneOf<T extends string>(value: unknown, names: readonly T[]): T {
  for (const name of names) if (name === value) return name;
  throw failure(`one of ${names.join()}`);
}
export function figuresIn(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw failure('figures');
  return Object.fromEntries(Object.entries(value).map(([name, figure]) => [name, n(figure)]));
}

const failure = (wanted: string): RangeError => new RangeError(`Cannot read a state: ${wanted} is missing`);
