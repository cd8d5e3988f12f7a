/** Languages of the product; the first is its default. @source SPEC §1 */
export const LANGUAGES = ['pt-BR', 'es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const FALLBACK: Language = 'en';

/** Where a language may come from, each possibly absent or not ours. */
export interface LanguageSources {
  /** Query parameter `locale`. */
  readonly query: string | null;
  /** What this browser's user chose before. */
  readonly chosen: string | null;
  /** What the account says. */
  readonly account: string | null;
  readonly browser: readonly string[];
  /** `lang` of the page. */
  readonly page: string;
}

/**
 * Chooses the language: query, own choice, account, browser, page; English when none is ours.
 * @source SPEC §1 (query, browser, page); an explicit choice stands before what is only guessed.
 */
export function chooseLanguage({ query, chosen, account, browser, page }: LanguageSources): Language {
  for (const wish of [query, chosen, account, ...browser, page]) {
    const match = matchLanguage(wish);
    if (match !== null) return match;
  }
  return FALLBACK;
}

/** Ours for any spelling: `pt`, `pt_PT`, `PT-br` → pt-BR; `es-419` → es. */
export function matchLanguage(wish: string | null): Language | null {
  const primary = wish?.trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language.toLowerCase().split('-')[0] === primary) ?? null;
}
