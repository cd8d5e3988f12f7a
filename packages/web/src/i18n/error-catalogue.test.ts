// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTexts } from '../testing/read-texts.ts';

const PACKAGES = new URL('../../../', import.meta.url).pathname;
/** No person reads these: the provider of payments does, and who sends no HTTP that a browser sends. */
const FOR_MACHINES = ['TOKEN_WRONG', 'HTTP_408_REQUEST_TIMEOUT', 'HTTP_431_REQUEST_HEADER_FIELDS_TOO_LARGE'];

/** Everything that a server says as `Code in words - explanation`, or by a code alone. */
function saidByServers(): ReadonlySet<string> {
  const files = globSync('{tracker,server,extension,outgoing}/src/**/*.ts', { cwd: PACKAGES });
  const sources = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${PACKAGES}${file}`, 'utf8').replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, ''));
  const codes = sources.flatMap((source) => [
    ...source.matchAll(/Refusal\(\s*'([A-Z][A-Z0-9_]+)'/g),
    ...source.matchAll(/['"`]([A-Z][A-Za-z0-9 ]{3,60}?) - [^'"`\n]*['"`]/g),
  ]);
  return new Set(codes.map(([, head = '']) => head.trim().replaceAll(' ', '_').toUpperCase()));
}

test('every refusal of a server has a text in the catalogue', () => {
  const said = saidByServers();
  expect(said.size).toBeGreaterThan(100);
  expect(FOR_MACHINES.filter((code) => !said.has(code))).toEqual([]);
  const known = readTexts().get('pt-BR');
  const unknown = [...said].filter((code) => known?.has(`errors:${code}`) !== true);
  expect(unknown.filter((code) => !FOR_MACHINES.includes(code))).toEqual([]);
});
