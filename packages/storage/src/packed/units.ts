/**
 * Factors by which devices and decoders make doubles out of whole numbers: value = whole * mul / div. Their place in
 * the list is part of the stored format: add at the end, never change one.
 */
const UNITS = [
  { mul: 1, div: 1 },
  { mul: 1, div: 10 },
  { mul: 1, div: 100 },
  { mul: 1, div: 1000 },
  // Speeds in km/h and tenths of it, as `knotsFromKmPerHour` converts them.
  { mul: 0.539957, div: 1 },
  { mul: 0.539957, div: 10 },
  // Coordinates.
  { mul: 1, div: 1e7 },
  { mul: 1, div: 1e6 },
  { mul: 1, div: 1e5 },
  // Coordinates of GT06: 30,000 to a minute.
  { mul: 1, div: 1_800_000 },
] as const;
export const UNIT_COUNT = UNITS.length;

/** Sums and differences of two stay exact, and so do those of these. */
const MOST = 2 ** 50;

/** The unit in which every value is a whole number that gives it back, bit by bit; null = there is none. */
export function wholesOf(
  values: Float64Array,
): { readonly unit: number; readonly wholes: Float64Array } | null {
  for (const unit of UNITS.keys()) {
    const wholes = isWhole(values[0] ?? 0, unit) ? wholesIn(values, unit) : null;
    if (wholes) return { unit, wholes };
  }
  return null;
}

/** A look at one value, before there is space for all. */
function isWhole(value: number, unit: number): boolean {
  const { mul, div } = UNITS[unit] ?? UNITS[0];
  return (Math.round((value * div) / mul) * mul) / div === value;
}

function wholesIn(values: Float64Array, unit: number): Float64Array | null {
  const { mul, div } = UNITS[unit] ?? UNITS[0];
  const wholes = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const whole = Math.round((value * div) / mul);
    if ((whole * mul) / div !== value || whole > MOST || whole < -MOST) return null;
    // Of -0 the sign would be lost.
    if (Object.is(whole, -0)) return null;
    wholes[i] = whole;
  }
  return wholes;
}

/** Puts the values in the place of the whole numbers. */
export function applyUnit(wholes: Float64Array, unit: number): void {
  const { mul, div } = UNITS[unit] ?? UNITS[0];
  if (mul === 1 && div === 1) return;
  for (let i = 0; i < wholes.length; i++) wholes[i] = ((wholes[i] ?? 0) * mul) / div;
}
