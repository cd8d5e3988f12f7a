// Figures in documents: docs/figures.md has what the product is measured to have, and every other number that states a
// figure names the one it means and agrees with it. Figures that need a quiet machine are only compared with texts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BENCHED_FIGURES } from './benched-figures.ts';
import { COUNTED_FIGURES } from './counted-figures.ts';
import { complaintsOf } from './figure-claims.ts';
import { describe, isNear, PAGE, readPage, roundedCount } from './figure-page.ts';
import { filesBelow } from './source-files.ts';

const folder = process.argv[2];
const DOCUMENT = /^(?:README|ARCHITECTURE|CONTRIBUTING|STYLE)\.md$|^docs\/(?:decisions\/)?[\w-]+\.md$/;
const ALL = [...COUNTED_FIGURES, ...BENCHED_FIGURES];
const AGAIN = 'npm run figures -- counted';
const path = join(folder ?? '.', PAGE);
const page = readPage(existsSync(path) ? readFileSync(path, 'utf8') : '');

const inFolder = (name: string): string => (folder === undefined ? name : name.slice(folder.length + 1));
const documents = filesBelow(folder).filter(
  (name) => DOCUMENT.test(inFolder(name)) && inFolder(name) !== PAGE,
);
const complaints = [
  ...(folder === undefined ? badRows() : []),
  ...(await wrongRows()),
  ...documents.flatMap((name) => complaintsOf(name, readFileSync(name, 'utf8'), page)),
];
console.log([...complaints, `${page.size} figures, ${documents.length} documents`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;

/** Rows that are missing, that nothing measures, or that describe their figure otherwise than its declaration. */
function badRows(): readonly string[] {
  const declared = new Map(ALL.map((figure) => [figure.id, describe(figure)] as const));
  return [
    ...[...declared.keys()].filter((id) => !page.has(id)).map((id) => `${id} is missing: npm run figures`),
    ...[...page.keys()].filter((id) => !declared.has(id)).map((id) => `nothing measures ${id}`),
    ...[...page.values()]
      .filter((row) => declared.has(row.id) && !isDeepStrictEqual(describe(row), declared.get(row.id)))
      .map(({ id }) => `${id} is declared otherwise: ${AGAIN}`),
  ].map((complaint) => `${PAGE}: ${complaint}`);
}

async function wrongRows(): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id, count, tolerance } of COUNTED_FIGURES) {
    const row = page.get(id);
    if (!row) continue;
    const value = await count();
    if (!isNear(row.value, value, tolerance))
      wrong.push(`${PAGE}: ${id} is ${roundedCount(value)}, not ${row.value} ± ${tolerance} %: ${AGAIN}`);
  }
  return wrong;
}
