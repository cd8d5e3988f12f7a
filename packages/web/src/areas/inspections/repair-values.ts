import { distanceIn, FIELD_LIMITS, metresFrom, type DistanceUnit, type Language } from '@rastro/fleet';
import { ownSigns, readNumber } from '../../i18n/number-text.ts';

const { cost: MAX_CENTS, odometerKm: MAX_KM } = FIELD_LIMITS.inspection;
interface Typing {
  readonly language: Language;
  readonly unit: DistanceUnit;
}

/** Null = nothing was typed; not a number = it is none, or more than there can be. */
function within(amount: number | null, most: number): number {
  return amount === null || amount < 0 || amount > most ? Number.NaN : amount;
}
/** Cents of a typed cost. */
export function readCost(text: string, { language }: Typing): number | null {
  if (text.trim() === '') return null;
  const money = readNumber(text, language, ownSigns.money(language));
  return within(money === null ? null : Math.round(money * 100), MAX_CENTS);
}
/** Kilometers of an odometer that was typed in the unit of the reader. */
export function readOdometerKm(text: string, { language, unit }: Typing): number | null {
  if (text.trim() === '') return null;
  const distance = readNumber(text, language, ownSigns.distance(unit));
  const km = distance === null ? null : distanceIn(metresFrom(distance, unit), 'km');
  // No odometer shows more digits.
  return within(km === null ? null : Math.round(km * 10) / 10, MAX_KM);
}
