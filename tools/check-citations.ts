// Citations of facts resolve inside the repository: each `docs/reference/<file>.md §…` has its heading, and nothing cites
// pages that a clone does not have.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from './source-files.ts';

const folder = process.argv[2];
const READ = /\.(?:ts|tsx|mjs|css|md)$/;
/** The file and its sections; a comment may break the line between them. */
const CITATION =
  /docs\/reference\/([\w-]+\.md)((?:(?:,|,? and|,? to)?[\s*/]+(?:(?:SPEC|PRODUCT|DESIGN)[\s*/]+)?§[\w.-]*[\w])*)/g;
const SECTION = /(?:(SPEC|PRODUCT|DESIGN)[\s*/]+)?§([\w.-]*\w)/g;
/** Citations that lead out of the repository. A quoted path is a file of REFERENCE_DIR. */
const OUTSIDE: readonly RegExp[] = [
  /(?<![\w/'])reference\/[\w-]+/g,
  /\b(?:SPEC|PRODUCT|DESIGN) §[\w.]+/g,
  /\b(?:reference|tracking-api|history-and-reports|integrations)(?:\.md)?,? §[\w.]+/g,
];
const HEADING = /^#{1,6} (?:(SPEC|PRODUCT|DESIGN) §)?([\w.-]*\w)/gm;
const headings = new Map<string, ReadonlySet<string>>();

const complaints: string[] = [];
const files = filesBelow(folder).filter(
  (name) => READ.test(name) && !name.startsWith('tools/check-citations') && !name.startsWith('docs/help/'),
);
let count = 0;
for (const name of files) {
  const text = readFileSync(name, 'utf8');
  for (const match of text.matchAll(CITATION)) checkCitation(name, text, match);
  if (name.includes('docs/reference/')) checkOwnSections(name, text);
  else checkOutside(name, text);
}
console.log([...complaints, `${files.length} files, ${count} citations`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;

function checkCitation(
  name: string,
  text: string,
  { 1: page = '', 2: sections = '', index }: RegExpMatchArray,
): void {
  const known = headingsOf(page);
  if (known === null) return complain(name, text, index, `docs/reference/${page} does not exist`);
  let title = '';
  for (const [, named = title, section = ''] of sections.matchAll(SECTION)) {
    title = named;
    count++;
    if (!known.has(`${title}${section}`))
      complain(name, text, index, `docs/reference/${page} has no heading ${`${title} §${section}`.trim()}`);
  }
}

/** Pages of docs/reference name their own sections without a path. */
function checkOwnSections(name: string, text: string): void {
  const known = headingsOf(basename(name));
  for (const { 1: section = '', index } of text
    .replaceAll(CITATION, (all) => '·'.repeat(all.length))
    .matchAll(/(?<!(?:SPEC|PRODUCT|DESIGN) )§([\d.]*\d)/g))
    if (!known?.has(section)) complain(name, text, index, `no heading §${section} in this file`);
}

function checkOutside(name: string, text: string): void {
  const rest = text.replaceAll(CITATION, (all) => all.replaceAll(/[^\n]/g, '·'));
  for (const pattern of OUTSIDE)
    for (const { 0: cited, index } of rest.matchAll(pattern))
      complain(name, text, index, `${cited} is not in the repository: cite docs/reference/`);
}

function headingsOf(page: string): ReadonlySet<string> | null {
  const path = join(folder ?? '.', 'docs/reference', page);
  if (!existsSync(path)) return null;
  const known =
    headings.get(page) ??
    new Set(
      [...readFileSync(path, 'utf8').matchAll(HEADING)].map(
        ([, title = '', section = '']) => `${title}${section}`,
      ),
    );
  headings.set(page, known);
  return known;
}

function complain(name: string, text: string, index: number | undefined, what: string): void {
  complaints.push(`${name}:${text.slice(0, index).split('\n').length}: ${what}`);
}
