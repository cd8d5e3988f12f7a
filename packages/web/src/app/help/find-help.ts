import { foldText, searchWords } from '@rastro/fleet';
import type { HelpPage } from './load-help.ts';

/** Pages in which every word occurs, those that have one in their title first. No words find all of them. */
export function findHelp(pages: readonly HelpPage[], text: string): readonly HelpPage[] {
  const words = searchWords(text);
  const found = pages.filter(({ words: all }) => {
    const folded = foldText(all);
    return words.every((word) => folded.includes(word));
  });
  const inTitle = ({ title }: HelpPage): number =>
    words.filter((word) => foldText(title).includes(word)).length;
  return words.length === 0 ? found : found.toSorted((a, b) => inTitle(b) - inTitle(a));
}
