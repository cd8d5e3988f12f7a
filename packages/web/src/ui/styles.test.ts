import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../', import.meta.url));
const LAYERS = fileURLToPath(new URL('../../../../node_modules/@mantine/core/styles/', import.meta.url));
/** Components that are made of others; the library names them in its documentation of styles. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  Autocomplete: ['Combobox'],
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  Select: ['Combobox'],
  TagsInput: ['Combobox', 'Pill', 'PillsInput'],
};

const stylesIn = (source: string): readonly string[] =>
  [...source.matchAll(/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name);
const componentsIn = (source: string): readonly string[] =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
const isLayer = (name: string): boolean => /^\w+$/.test(name) && existsSync(`${LAYERS}${name}.layer.css`);

test('each component of the library comes with its styles', () => {
  const read = (file: string): string => readFileSync(`${SOURCES}${file}`, 'utf8');
  const always = ['ui/base-styles.ts', 'ui/shell-styles.ts'].flatMap((file) => stylesIn(read(file)));
  const files = globSync('**/*.tsx', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.tsx'));
  const missing = files.flatMap((file) => {
    const source = read(file);
    const loaded = [...always, ...stylesIn(source)];
    return componentsIn(source)
      .flatMap((name) => [name, ...(MADE_OF[name] ?? [])])
      .filter((name) => isLayer(name) && !loaded.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
