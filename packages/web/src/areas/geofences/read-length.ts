const METRES = { '': 1, m: 1, km: 1000, ft: 0.3048, mi: 1609.344 } as const;
/** Nothing on earth is further away. */
const MOST_M = 20_000_000;

/** A length as people write it: a number with a unit, metres without one. Null = it is none, or none above 0. */
export function readLength(text: string): number | null {
  const match = /^(\d+(?:[.,]\d+)?)\s*(m|km|ft|mi)?$/.exec(text.trim().toLowerCase());
  const unit = match?.[2] ?? '';
  if (match === null || !isUnit(unit)) return null;
  const metres = Number(match[1]?.replace(',', '.')) * METRES[unit];
  return metres > 0 && metres <= MOST_M ? metres : null;
}

const isUnit = (text: string): text is keyof typeof METRES => text in METRES;
