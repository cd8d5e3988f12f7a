import type { Language, ReaderPreferences } from '@rastro/fleet';

/** The locale of dates: a language alone does not say in which order day and month stand. */
export const DATE_LOCALES: Readonly<Record<Language, string>> = {
  'pt-BR': 'pt-BR',
  es: 'es-419',
  en: 'en-US',
};

/** An unambiguous text for a moment: `25 Nov 2026, 16:34`. */
export const momentText = (
  at: number,
  { language, zone, hour12 }: Pick<ReaderPreferences, 'language' | 'zone' | 'hour12'>,
): string =>
  new Intl.DateTimeFormat(DATE_LOCALES[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12,
    timeZone: zone,
  })
    .format(at)
    .replaceAll(/\s+/g, ' ');
