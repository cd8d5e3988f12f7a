// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { DRIVER_SCREENS } from '../screens/driver-screens.ts';
import { PUBLIC_SCREENS } from '../screens/public-screens.ts';
import { SCREENS } from '../screens/registry.ts';
import { findHelp } from './find-help.ts';
import { HELP_PAGES, type HelpTopic } from './help-topics.ts';
import { loadHelp, readHelp, type HelpPage } from './load-help.ts';
import { parseHelp, type HelpBlock } from './parse-help.ts';

const FOLDER = new URL('../../../../../docs/help/', import.meta.url);
const PATHS: readonly string[] = [...SCREENS, ...DRIVER_SCREENS, ...PUBLIC_SCREENS].map(({ path }) => path);
const HELP_TOPICS = [...HELP_PAGES.keys()];
const HEADINGS = {
  'pt-BR': ['Como fazer', 'Termos', 'Solução de problemas'],
  es: ['Cómo hacerlo', 'Términos', 'Solución de problemas'],
  en: ['How to', 'Terms', 'Troubleshooting'],
} as const;
const textOf = (language: string, topic: string): string =>
  readFileSync(new URL(`${language}/${topic}.md`, FOLDER), 'utf8');

const linksIn = (blocks: readonly HelpBlock[]): readonly string[] =>
  blocks
    .flatMap((block) => (block.kind === 'heading' ? [] : block.kind === 'list' ? block.items : [block.line]))
    .flat()
    .flatMap(({ kind, to }) => (kind === 'link' ? [to] : []));
/** Structure of a page, without its text. */
const shapeOf = (text: string): readonly unknown[] =>
  parseHelp(text).map((block) => (block.kind === 'list' ? [block.kind, block.items.length] : block.kind));

test('[HELP-700] each page is there in every language, with the same parts and links', () => {
  for (const language of LANGUAGES) {
    const there = readdirSync(new URL(`${language}/`, FOLDER)).map((file) => file.replace(/\.md$/, ''));
    expect(there.toSorted(), language).toEqual([...HELP_TOPICS].toSorted());
    for (const topic of HELP_TOPICS) {
      const [text, english] = [textOf(language, topic), textOf('en', topic)];
      const headings = parseHelp(text).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
      expect(headings.slice(1), `${language} ${topic}`).toEqual(HEADINGS[language]);
      expect(shapeOf(text), `${language} ${topic}`).toEqual(shapeOf(english));
      expect(linksIn(parseHelp(text)).toSorted(), `${language} ${topic}`).toEqual(
        linksIn(parseHelp(english)).toSorted(),
      );
    }
  }
});

test('[HELP-700] links of a page lead to pages and screens that there are', () => {
  for (const topic of HELP_TOPICS)
    for (const to of linksIn(parseHelp(textOf('en', topic))))
      expect(
        to.endsWith('.md') ? HELP_TOPICS.some((each) => `${each}.md` === to) : PATHS.includes(to),
        `${topic}: ${to}`,
      ).toBe(true);
});

test('[HELP-701] a page has the name of the brand, and no name of ours', async () => {
  for (const language of LANGUAGES) {
    const pages = await loadHelp(language, 'Frota Já');
    expect(pages.size).toBe(HELP_TOPICS.length);
    const all = [...pages.values()].map(({ searchText }) => searchText).join('\n');
    expect(all).toContain('Frota Já');
    expect(all).not.toMatch(/rastro\b|\{\{/i);
  }
});

test('[HELP-701] nothing of its text becomes markup', () => {
  const [heading, line, list] = parseHelp(
    '# A <b>\n\n<img src=x> **x** [y](javascript:z)\n\n1. a\n   b\n2. `c`',
  );
  expect(heading).toEqual({ kind: 'heading', level: 1, text: 'A <b>' });
  expect(line).toMatchObject({
    line: [{ text: '<img src=x> ' }, { kind: 'strong' }, { text: ' ' }, { kind: 'link' }],
  });
  expect(list).toMatchObject({ isOrdered: true, items: [[{ text: 'a b' }], [{ kind: 'code', text: 'c' }]] });
});

test('[HELP-703] pages are found by all words, without accents; those with a word in their title come first', () => {
  const page = (topic: HelpTopic, text: string): HelpPage => readHelp(topic, text, 'X');
  const pages = [
    page('map', '# Mapa\n\nCercas e veículos'),
    page('geofences', '# Cercas\n\nÁreas, veículos'),
  ];
  const find = (text: string): readonly string[] => findHelp(pages, text).map(({ topic }) => topic);
  expect(find('veiculos cercas')).toEqual(['geofences', 'map']);
  expect(find('areas')).toEqual(['geofences']);
  expect(find('areas mapa')).toEqual([]);
  expect(find(' ')).toEqual(['map', 'geofences']);
});

test('[HELP-704] a language is one file of its own, that nothing imports at once', () => {
  const loader = readFileSync(new URL('load-help.ts', import.meta.url), 'utf8');
  expect(loader.match(/import\('\.\/pages-/g)).toHaveLength(LANGUAGES.length);
  expect(loader).not.toMatch(/from '\.\/pages-/);
});
