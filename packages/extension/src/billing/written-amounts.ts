import type { Language } from '@rastro/fleet';
import type { CivilDate } from '@rastro/fleet/billing';

/** @source docs/reference/requirements.md SPEC §9 "Currency" */
export const moneyText = (cents: number, language: Language): string => {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return `${language === 'en' ? '$' : 'R$'} ${new Intl.NumberFormat(language, digits).format(cents / 100)}`;
};
export const dayText = (date: CivilDate, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).format(Date.parse(date));
