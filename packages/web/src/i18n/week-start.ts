/** The day that a week begins with where the language is spoken; 0 = Sunday. */
export const WEEK_START = { 'pt-BR': 0, en: 0, es: 1 } as const;
