// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { LANGUAGES, type Language } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { readTexts } from '../testing/read-texts.ts';
import { GLOSSARY, GLOSSARY_EXCEPTIONS, REJECTED_STYLE, type Term } from './glossary.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;
/** Texts that the servers write: tables with one block per language. */
const SERVER_FILES = globSync(
  [
    'packages/tracker/src/{notifications/texts,users,account,sessions,reports}/**/*.ts',
    'packages/extension/src/billing/**/*.ts',
    'packages/outgoing/src/mail/*.ts',
  ],
  { cwd: ROOT },
).filter((file) => !file.endsWith('.test.ts'));
/** Synonyms that users type into the palette, or other programs write above columns, are no wording of the product. */
const TYPED = /^(palette:(find\.\w+\.words|silent|period\.)|reports:kind\.\w+\.words|costs:import\.names\.)/;
const BLOCK: Readonly<Record<Language, RegExp>> = {
  'pt-BR': /^(?: {2}'pt-BR': \{|const PT = \{)\n([\s\S]*?)^ {0,2}\}/gm,
  es: /^ {2}es: \{\n([\s\S]*?)^ {2}\}/gm,
  en: /^ {2}en: \{\n([\s\S]*?)^ {2}\}/gm,
};
const LITERAL = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
const INLINE: Readonly<Record<Language, RegExp>> = {
  'pt-BR': /'pt-BR': '([^']*)'/g,
  es: /\bes: '([^']*)'/g,
  en: /\ben: '([^']*)'/g,
};

function serverTexts(language: Language): readonly (readonly [string, string])[] {
  return SERVER_FILES.flatMap((file) => {
    const source = readFileSync(`${ROOT}${file}`, 'utf8');
    const blocks = [...source.matchAll(BLOCK[language])].flatMap(([, block = '']) =>
      [...block.matchAll(LITERAL)].map((match) => match.slice(1).join('')),
    );
    const inline = [...source.matchAll(INLINE[language])].map(([, text = '']) => text);
    return [...blocks, ...inline].map((text) => [file, text.replaceAll(/\$\{[^}]*\}/g, ' ')] as const);
  });
}

const helpPages = (language: Language): readonly (readonly [string, string])[] =>
  globSync(`docs/help/${language}/*.md`, { cwd: ROOT }).flatMap((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8')
      .replaceAll(/\]\([^)]*\)|`[^`]*`/g, ' ')
      .split('\n')
      .map((line) => [basename(file), line] as const),
  );

const screens = (language: Language): readonly (readonly [string, string])[] =>
  [...(readTexts().get(language) ?? [])].filter(([key]) => !TYPED.test(key));

const everyText = (language: Language): readonly (readonly [string, string])[] =>
  [...screens(language), ...helpPages(language), ...serverTexts(language)].map(
    ([where, text]) => [where, text.replaceAll(/\{\{[^}]*\}\}/g, ' ')] as const,
  );

/** Finds whole words: letters with accents are letters. */
function complaints(language: Language, words: readonly string[]): readonly string[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}-])(${words.map((word) => word.replaceAll(/[.*+?^$()|[\]]/g, String.raw`\$&`)).join('|')})(?![\\p{L}\\p{N}-])`,
    'giu',
  );
  return everyText(language).flatMap(([where, text]) =>
    [...text.matchAll(pattern)]
      .map(([word]) => word)
      .filter((word) => !(GLOSSARY_EXCEPTIONS[language][where] ?? []).includes(word.toLowerCase()))
      .map((word) => `${language} ${where}: “${word}” in “${text.trim()}”`),
  );
}
const termsOf = (language: Language): readonly Term[] => Object.values(GLOSSARY[language]);

test.each(LANGUAGES)('[TEXT-702] no text in %s uses a rejected word', (language) => {
  expect(screens(language).length).toBeGreaterThan(1000);
  expect(helpPages(language).length).toBeGreaterThan(100);
  expect(serverTexts(language).length).toBeGreaterThan(200);
  const words = termsOf(language).flatMap((term) => term.not);
  expect(complaints(language, words)).toEqual([]);
});

test.each(LANGUAGES)('[TEXT-703] texts in %s read as the product is spoken of there', (language) => {
  expect(complaints(language, REJECTED_STYLE[language])).toEqual([]);
});

test('[TEXT-702] every exception is needed', () => {
  const idle = LANGUAGES.flatMap((language) =>
    Object.entries(GLOSSARY_EXCEPTIONS[language]).flatMap(([where, words]) =>
      words
        .filter(
          (word) =>
            !everyText(language).some(
              ([place, text]) => place === where && text.toLowerCase().includes(word),
            ),
        )
        .map((word) => `${language} ${where}: ${word}`),
    ),
  );
  expect(idle).toEqual([]);
});

test('[TEXT-702] languages name the same things, and no chosen word is a rejected one', () => {
  const shared = Object.keys(GLOSSARY.es).filter((term) => term in GLOSSARY.en && term in GLOSSARY['pt-BR']);
  expect(shared.length).toBeGreaterThanOrEqual(28);
  const clashes = LANGUAGES.flatMap((language) =>
    termsOf(language).flatMap(({ use, not }) => not.filter((word) => use.split(/[,;] | \(/).includes(word))),
  );
  expect(clashes).toEqual([]);
});
