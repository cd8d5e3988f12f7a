import type { Language } from '@rastro/fleet';
import { readNumber } from '../../i18n/number-text.ts';

const METRES = { '': 1, m: 1, km: 1000, ft: 0.3048, mi: 1609.344 } as const;
/** Nothing on earth is further away. */
const MAX_LENGTH_M = 20_000_000;

/** A length as users write it: a number with a unit, meters without one. Null = it is none, or none above 0. */
export function readLength(text: string, language: Language): number | null {
  const match = /^(\d[\d.,\s]*?)\s*(m|km|ft|mi)?$/.exec(text.trim().toLowerCase());
  const unit = match?.[2] ?? '';
  if (match === null || !isUnit(unit)) return null;
  const metres = (readNumber(match[1] ?? '', language) ?? 0) * METRES[unit];
  return metres > 0 && metres <= MAX_LENGTH_M ? metres : null;
}

const isUnit = (text: string): text is keyof typeof METRES => text in METRES;
