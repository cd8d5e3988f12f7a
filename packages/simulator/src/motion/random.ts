/** A seeded random generator: the same numbers for the same seed. */
export interface Random {
  /** [0, 1). */
  next(): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** A 32-bit mixing generator: plenty for routes, nothing for secrets. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: ([first, ...rest]) => rest[Math.floor(next() * (rest.length + 1)) - 1] ?? first,
  };
}
