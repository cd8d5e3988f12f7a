import { readdirSync, readFileSync } from 'node:fs';

type Tree = { readonly [key: string]: string | Tree };

const FOLDER = new URL('../i18n/locales/', import.meta.url);

/** All texts by language, then by `namespace:key.path`. */
export function readTexts(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const languages = new Map<string, ReadonlyMap<string, string>>();
  for (const language of readdirSync(FOLDER)) {
    const texts = new Map<string, string>();
    for (const file of readdirSync(new URL(`${language}/`, FOLDER))) {
      const tree = JSON.parse(readFileSync(new URL(`${language}/${file}`, FOLDER), 'utf8')) as Tree;
      collect(tree, `${file.replace(/\.json$/, '')}:`, texts);
    }
    languages.set(language, texts);
  }
  return languages;
}

function collect(tree: Tree, prefix: string, texts: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(`${prefix}${key}`, value);
    else collect(value, `${prefix}${key}.`, texts);
  }
}
