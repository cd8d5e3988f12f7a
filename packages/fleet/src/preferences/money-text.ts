import type { Language } from '../languages/language.ts';

/** Cents as they stand in a field. */
export function centsText(cents: number, language: Language): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    cents / 100,
  );
}
/** @source docs/reference/requirements.md SPEC §9 "Currency" */
export const moneySign = (language: Language): string => (language === 'en' ? '$' : 'R$');
export const moneyText = (cents: number, language: Language): string =>
  `${moneySign(language)} ${centsText(cents, language)}`;
