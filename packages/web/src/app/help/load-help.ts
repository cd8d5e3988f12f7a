import type { Language } from '@rastro/fleet';
import { isHelpTopic, type HelpTopic } from './help-topics.ts';
import { parseHelp, searchTextOf, type HelpBlock } from './parse-help.ts';

export interface HelpPage {
  readonly topic: HelpTopic;
  readonly title: string;
  /** Below the title. */
  readonly blocks: readonly HelpBlock[];
  /** All of it, to be searched. */
  readonly searchText: string;
}

const LOADERS: Readonly<
  Record<Language, () => Promise<{ readonly files: Readonly<Record<string, string>> }>>
> = {
  'pt-BR': () => import('./pages-pt-br.ts'),
  es: () => import('./pages-es.ts'),
  en: () => import('./pages-en.ts'),
};

/** The pages in a language. @param product Name of the product, as its brand says. */
export async function loadHelp(
  language: Language,
  product: string,
): Promise<ReadonlyMap<HelpTopic, HelpPage>> {
  const { files } = await LOADERS[language]();
  const pages = Object.entries(files).flatMap(([path, text]) => {
    const topic = /([^/]+)\.md$/.exec(path)?.[1];
    return isHelpTopic(topic) ? [[topic, readHelp(topic, text, product)] as const] : [];
  });
  return new Map(pages);
}

export function readHelp(topic: HelpTopic, text: string, product: string): HelpPage {
  const all = parseHelp(text.replaceAll('{{product}}', product));
  const [first, ...blocks] = all;
  return {
    topic,
    title: first?.kind === 'heading' ? first.text : topic,
    blocks,
    searchText: searchTextOf(all),
  };
}
