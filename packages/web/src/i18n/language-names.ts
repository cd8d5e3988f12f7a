import type { Language } from '@rastro/fleet';

/** Own names: a reader finds their language without knowing the present one. Never translated. */
export const LANGUAGE_NAMES: Readonly<Record<Language, { readonly short: string; readonly long: string }>> = {
  'pt-BR': { short: 'PT', long: 'Português (Brasil)' },
  es: { short: 'ES', long: 'Español' },
  en: { short: 'EN', long: 'English' },
};
