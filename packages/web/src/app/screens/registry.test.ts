// @vitest-environment node
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { markedScreens } from '../../../marked-screens.ts';
import { readTexts } from '../../testing/read-texts.ts';
import { SETTINGS } from '../palette/settings.ts';
import { DRIVER_SCREENS } from './driver-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { SCREENS } from './registry.ts';

const ALL = [...SCREENS, ...DRIVER_SCREENS, ...PUBLIC_SCREENS];
const APP = fileURLToPath(new URL('../', import.meta.url));
const texts = readTexts();
const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

test('[WEB-88] every screen has its title, and every setting its words, in three languages', () => {
  const keys = [
    ...ALL.map(({ title }) => title),
    ...SETTINGS.flatMap(({ name }) => [`palette:find.${name}.title`, `palette:find.${name}.words`]),
  ];
  expect(keys.length).toBeGreaterThan(100);
  const missing = LANGUAGES.flatMap((language) =>
    keys.filter((key) => (texts.get(language)?.get(key) ?? '') === '').map((key) => `${language} ${key}`),
  );
  expect(missing).toEqual([]);
  // The menu does not wait for the texts of areas.
  const inMenu = SCREENS.filter(({ menu }) => menu !== undefined && menu.group !== 'palette');
  expect(inMenu.filter(({ title }) => !title.startsWith('shell:'))).toEqual([]);
});

test('[WEB-88] an address, a place in the menu, a key and the name of a setting are given once', () => {
  expect(repeated(ALL.map(({ path }) => path))).toEqual([]);
  expect(repeated(SCREENS.flatMap(({ letter }) => letter ?? []))).toEqual([]);
  expect(repeated(SETTINGS.map(({ name }) => name))).toEqual([]);
  expect(repeated(SCREENS.flatMap(({ menu }) => (menu ? [`${menu.group} ${menu.order}`] : [])))).toEqual([]);
});

test('[WEB-88] outside of the registry nothing says what a screen requires, and no menu or route lists paths', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: APP }).filter((name) => !/^screens\/|\.test\./.test(name));
  expect(sources.length).toBeGreaterThan(50);
  const second = sources.filter((name) =>
    /\b(?:path: '\/|requires: ')/.test(readFileSync(`${APP}${name}`, 'utf8')),
  );
  expect(second).toEqual([]);
});

test('[WEB-83] the build reads the same marks as the application', () => {
  for (const mark of ['likely', 'offline'] as const) {
    const files = [...markedScreens(mark)];
    expect(files).toHaveLength(ALL.filter((screen) => screen[mark] === true).length);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  }
  expect(SCREENS.flatMap(({ likely, path }) => (likely === true ? [path] : []))).toEqual([
    '/devices',
    '/devices/:deviceId',
    '/events',
    '/geofence',
  ]);
});
