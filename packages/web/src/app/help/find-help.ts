import { foldText, searchWords } from '@rastro/fleet';
import type { HelpPage } from './load-help.ts';

/** Words begin after a space: `van` finds vans, not "advanced". */
const begins = (text: string): string => ` ${foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`;

/** Pages in which every word begins a word, those that have one in their title first. No words find all of them. */
export function findHelp(pages: readonly HelpPage[], text: string): readonly HelpPage[] {
  const words = searchWords(text).map((word) => ` ${word}`);
  const found = pages.filter(({ searchText: all }) => {
    const folded = begins(all);
    return words.every((word) => folded.includes(word));
  });
  const inTitle = ({ title }: HelpPage): number =>
    words.filter((word) => begins(title).includes(word)).length;
  return words.length === 0 ? found : found.toSorted((a, b) => inTitle(b) - inTitle(a));
}
