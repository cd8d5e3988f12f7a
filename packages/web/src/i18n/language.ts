import { matchLanguage, type Language } from '@rastro/fleet';

const FALLBACK: Language = 'en';

/** Sources of a language, each possibly absent or not ours. */
export interface LanguageSources {
  /** Query parameter `locale`. */
  readonly query: string | null;
  /** Language that the user of this browser chose before. */
  readonly chosen: string | null;
  /** Language of the account. */
  readonly account: string | null;
  readonly browser: readonly string[];
  /** `lang` of the page. */
  readonly page: string;
}

/**
 * Chooses the language: query, own choice, account, browser, page; English when none is ours.
 * @source docs/reference/requirements.md SPEC §1 (query, browser, page); an explicit choice stands before what is only
 * guessed.
 */
export function chooseLanguage({ query, chosen, account, browser, page }: LanguageSources): Language {
  for (const wish of [query, chosen, account, ...browser, page]) {
    const match = matchLanguage(wish);
    if (match !== null) return match;
  }
  return FALLBACK;
}
