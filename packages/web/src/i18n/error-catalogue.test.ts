// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@rastro/fleet';
import { ERROR_CODES } from '@rastro/fleet/api';
import { expect, test } from 'vitest';
import { readTexts } from '../testing/read-texts.ts';

const PACKAGES = new URL('../../../', import.meta.url).pathname;
/** No user reads these: the provider of payments does, and who sends no HTTP that a browser sends. */
const FOR_MACHINES = ['TOKEN_WRONG', 'HTTP_408_REQUEST_TIMEOUT', 'HTTP_431_REQUEST_HEADER_FIELDS_TOO_LARGE'];
const CODES: ReadonlySet<string> = new Set(ERROR_CODES);
const SOURCES = globSync('{tracker,server,extension,outgoing}/src/**/*.ts', { cwd: PACKAGES })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${PACKAGES}${file}`, 'utf8').replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, ''));

/** Everything that the gateway and the extension say as `Code in words - explanation`. */
function messageHeads(): ReadonlySet<string> {
  const heads = SOURCES.flatMap((source) => [
    ...source.matchAll(/['"`]([A-Z][A-Za-z0-9 ]{3,60}?) - [^'"`\n]*['"`]/g),
  ]);
  return new Set(heads.map(([, head = '']) => head.trim().replaceAll(' ', '_').toUpperCase()));
}

test('[TEXT-700] every error code that a server declares has a text in every language', () => {
  expect(CODES.size).toBeGreaterThan(120);
  expect(FOR_MACHINES.filter((code) => !CODES.has(code))).toEqual([]);
  const texts = readTexts();
  const missing = LANGUAGES.flatMap((language) =>
    ERROR_CODES.filter((code) => !FOR_MACHINES.includes(code))
      .filter((code) => (texts.get(language)?.get(`errors:${code}`) ?? '') === '')
      .map((code) => `${language} ${code}`),
  );
  expect(missing).toEqual([]);
});

test('[TEXT-700] what a server says in words is declared, and what is declared is said', () => {
  const heads = messageHeads();
  expect(heads.size).toBeGreaterThan(60);
  expect([...heads].filter((code) => !CODES.has(code))).toEqual([]);
  const all = SOURCES.join('\n');
  expect(ERROR_CODES.filter((code) => !heads.has(code) && !all.includes(`'${code}'`))).toEqual([]);
});
