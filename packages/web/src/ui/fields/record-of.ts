/** A value for each name. */
export function recordOf<K extends string, T>(
  names: readonly K[],
  valueOf: (name: K) => T,
): Readonly<Record<K, T>> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, T>;
}
