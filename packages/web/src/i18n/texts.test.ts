import { LANGUAGES } from '@rastro/fleet';
// @vitest-environment node
import { expect, test } from 'vitest';
import { readSources } from '../testing/read-sources.ts';
import { readTexts } from '../testing/read-texts.ts';

const texts = readTexts();
const sources = readSources();
const PLURAL = /_(zero|one|two|few|many|other)$/;
const pluralForms = (language: string): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** All keys of a language without their plural endings. */
const keysOf = (language: string): Set<string> =>
  new Set([...(texts.get(language)?.keys() ?? [])].map((key) => key.replace(PLURAL, '')));

test('looks at a plausible number of texts and files', () => {
  expect(keysOf('pt-BR').size).toBeGreaterThan(200);
  expect(sources.files).toBeGreaterThan(50);
});

test('every key is there in every language', () => {
  const known = LANGUAGES.map((language) => ({ language, keys: keysOf(language) }));
  const all = [...new Set(known.flatMap(({ keys }) => [...keys]))];
  const missing = known.flatMap(({ language, keys }) =>
    all.filter((key) => !keys.has(key)).map((key) => `${language} ${key}`),
  );
  expect(missing).toEqual([]);
});

test('no text is empty, and every text has the same variables in every language', () => {
  const variables = (text: string): string =>
    (text.match(/\{\{\s*\w+/g) ?? [])
      .map((name) => name.replaceAll(/\W/g, ''))
      .toSorted()
      .join(' ');
  const wrong: string[] = [];
  for (const [key, text] of texts.get('pt-BR') ?? []) {
    for (const language of LANGUAGES) {
      const other = texts.get(language)?.get(key);
      if (other === undefined) continue;
      if (other.trim() === '' || variables(other) !== variables(text)) wrong.push(`${language} ${key}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a plural text has every form that its language knows', () => {
  const missing = LANGUAGES.flatMap((language) => {
    const keys = texts.get(language) ?? new Map<string, string>();
    const plurals = new Set(
      [...keys.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
    );
    return [...plurals].flatMap((key) =>
      pluralForms(language)
        .filter((form) => !keys.has(`${key}_${form}`))
        .map((form) => `${language} ${key}_${form}`),
    );
  });
  expect(missing).toEqual([]);
});

test('the code asks only for keys that exist', () => {
  const known = [...keysOf('pt-BR')];
  const missing = sources.keys.filter(({ key }) => !known.includes(key));
  const idle = sources.patterns.filter(({ pattern }) => !known.some((key) => pattern.test(key)));
  expect([...missing, ...idle]).toEqual([]);
});

test('every key is asked for', () => {
  const asked = new Set(sources.keys.map(({ key }) => key));
  const unused = [...keysOf('pt-BR')].filter(
    (key) => !asked.has(key) && !sources.patterns.some(({ pattern }) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});

test('no component has text of its own', () => {
  expect(sources.literals).toEqual([]);
});
