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

/** Writes moments with day, month and year in figures, in the order of the language. */
export function shortMoment({
  language,
  zone,
  hour12,
}: Pick<ReaderPreferences, 'language' | 'zone' | 'hour12'>): (at: number) => string {
  const format = new Intl.DateTimeFormat(DATE_LOCALES[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12,
    timeZone: zone,
  });
  return (at) => format.format(at).replaceAll(/\s+/g, ' ');
}
