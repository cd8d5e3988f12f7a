// The words of docs/glossary.md: names, files and folders use the field's own terms, doc comments begin with the thing
// they document, and persons are "they" or their role.
import { existsSync, readFileSync } from 'node:fs';
import { filesBelow } from './source-files.ts';

/** Words that names may not have, with what to write instead. */
const REPLACED: Readonly<Record<string, string>> = {
  act: 'action',
  acted: 'action',
  acting: 'impersonation',
  acts: 'actions',
  ahead: 'pending',
  book: 'store, registry, cache, or trips',
  books: 'trips, daily totals',
  deed: 'audit entry, action',
  deeds: 'audit entries, actions',
  desk: 'dispatcher, service',
  door: 'authenticator, sink, listener, entry point',
  doors: 'listeners',
  facts: 'fields, readings',
  floor: 'layer',
  floors: 'layers',
  fold: 'reducer, reduce',
  he: 'they, or the role',
  hear: 'receive, subscribe',
  heard: 'received, message',
  his: 'their, or the role',
  kept: 'stored',
  letters: 'length, text',
  look: 'check, poll, style, theme',
  looks: 'checks, styles',
  needs: 'deps, required',
  owed: 'pending correction, amount due',
  people: 'users, drivers, contacts',
  person: 'user, driver, contact, data subject',
  persons: 'data subjects',
  refusal: 'error',
  refusals: 'errors',
  room: 'deps, layer, capacity',
  rooms: 'layers',
  said: 'reported',
  shelf: 'store',
  silence: 'gap',
  silences: 'gaps',
  standing: 'account status, stationary',
  stay: 'stop, visit',
  stays: 'stops, visits',
  surroundings: 'context, reference data',
  tell: 'notify, publish',
  told: 'notified, message',
  viewing: 'access log entry',
  viewings: 'access log',
  words: 'messages, labels',
};
/** Names whose word has another meaning here: a vehicle's door, packets of 16 bits, what others call so. */
const ALLOWED: ReadonlySet<string> = new Set(
  readFileSync('tools/glossary-exceptions.txt', 'utf8').split('\n'),
);
const CODE = /\.(?:ts|tsx|mjs)$/;
const PROSE = /^(?:[A-Z]+|docs\/(?!glossary).*|packages\/.*\/SPEC)\.md$/;
const DECLARED =
  /^(?:export )?(?:default )?(?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) +([A-Za-z_$][\w$]*)/gm;
const DOC = /^\s*\/\*\*\s*(?:\n\s*\* *)?(What|Who|Whom|Whose|Whoever|How)\b/gm;
const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
const PERSONAL = /\b(?:he|him|his|himself|she|her|hers|herself)\b/i;

const complaints: string[] = [];
const files = filesBelow(process.argv[2]).filter((name) => !name.startsWith('tools/check-glossary'));
for (const path of files) {
  for (const part of path.replace(/\.[^/]*$/, '').split('/')) complainOf(path, 1, part, part.split('-'));
  if (CODE.test(path)) checkCode(path, readFileSync(path, 'utf8'));
  else if (PROSE.test(path)) checkProse(path, readFileSync(path, 'utf8'));
}
if (process.argv[2] === undefined) checkPaths('docs/where-is.md');
console.log([...complaints, `${files.length} files`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;

function checkCode(path: string, text: string): void {
  for (const { 1: name = '', index } of text.matchAll(DECLARED))
    complainOf(path, lineAt(text, index), name, wordsOf(name));
  for (const { 1: first, index } of text.matchAll(DOC))
    complaints.push(
      `${path}:${lineAt(text, index)}: a comment that begins with "${first}": begin with the thing or a verb`,
    );
  for (const { 0: comment, index } of text.matchAll(COMMENT))
    if (PERSONAL.test(comment))
      complaints.push(
        `${path}:${lineAt(text, index)}: a person is "they", or the role: ${PERSONAL.exec(comment)?.[0]}`,
      );
}

function checkProse(path: string, text: string): void {
  for (const [index, line] of text.split('\n').entries())
    if (PERSONAL.test(line)) complaints.push(`${path}:${index + 1}: a person is "they", or the role`);
}

/** Paths that a page names must exist. */
function checkPaths(page: string): void {
  for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(/\| `([^`]+)`/g))
    if (!existsSync(`packages/${path}`)) complaints.push(`${page}: ${path} does not exist`);
}

function complainOf(path: string, line: number, name: string, words: readonly string[]): void {
  if (ALLOWED.has(name)) return;
  for (const word of words)
    if (Object.hasOwn(REPLACED, word))
      complaints.push(`${path}:${line}: ${name}: instead of "${word}" write ${REPLACED[word]}`);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _$]/);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
