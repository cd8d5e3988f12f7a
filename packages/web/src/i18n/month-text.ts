import type { Language } from '@rastro/fleet';
import type { CivilMonth } from '@rastro/fleet/billing';

/** A month in words: `May 2026`. */
export const monthText = (month: CivilMonth, language: Language, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, {
    month: style,
    ...(style === 'long' ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01T00:00:00Z`));
