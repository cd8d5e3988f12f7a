import { searchWords, type PeriodPreset } from '@rastro/fleet';

/** A period, and the words that users say for it: every one of a phrase must be there, in any order. */
export interface PeriodPhrase {
  readonly preset: PeriodPreset;
  readonly words: readonly string[];
}
export interface AskedPeriod {
  /** null = none is named. */
  readonly preset: PeriodPreset | null;
  /** The rest of the typed text, without stop words. */
  readonly rest: string;
}

/** @param phrases By preset, alternatives parted by commas. */
export const phrasesOf = (
  phrases: readonly (readonly [preset: PeriodPreset, text: string])[],
): readonly PeriodPhrase[] =>
  phrases
    .flatMap(([preset, text]) => text.split(',').map((phrase) => ({ preset, words: searchWords(phrase) })))
    // "Last 7 days" before "today" and "week": the most words say the most.
    .toSorted((a, b) => b.words.length - a.words.length);

/** Takes the period out of what was typed: `km do mês passado` is `km`, last month. */
export function readPeriodWords(
  text: string,
  phrases: readonly PeriodPhrase[],
  stopWords: ReadonlySet<string>,
): AskedPeriod {
  const words = searchWords(text);
  const phrase = phrases.find((each) => each.words.every((word) => words.includes(word)));
  const rest = words.filter((word) => !stopWords.has(word) && phrase?.words.includes(word) !== true);
  return { preset: phrase?.preset ?? null, rest: rest.join(' ') };
}
