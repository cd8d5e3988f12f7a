// Behavior has rule ids in SPEC.md files; tests have them in their titles. Lists rules without a test and tests without
// a rule. An id in a comment, or in a disabled test, tests nothing.
import { readFileSync } from 'node:fs';
import { filesBelow } from './source-files.ts';

const RULE = /\[([A-Z][A-Z0-9]*-\d+)\]/g;
/** A call with a title; a title may be on the next line and name its case. */
const TITLE =
  /(?<![.\w])(?:test|it|describe|suite)(?:\.(?:each\([^)]*\)|describe|only))?\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
const files = filesBelow(process.argv[2]);

type Place = readonly [id: string, file: string];
const idsIn = (text: string, file: string): Place[] =>
  [...text.matchAll(RULE)].map(([, id = '']) => [id, file] as const);
const withoutComments = (text: string): string =>
  text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');

const written = new Map(
  files.filter((name) => name.endsWith('SPEC.md')).flatMap((name) => idsIn(readFileSync(name, 'utf8'), name)),
);
const tested = new Map(
  files
    .filter((name) => /\.test\.tsx?$|\/contract\/|^e2e\/.*\.spec\.ts$/.test(name))
    .flatMap((name) =>
      [...withoutComments(readFileSync(name, 'utf8')).matchAll(TITLE)].flatMap((match) =>
        idsIn(match.slice(1).join(''), name),
      ),
    ),
);

const complaints = [
  ...[...written].filter(([id]) => !tested.has(id)).map(([id, file]) => `${file}: rule ${id} has no test`),
  ...[...tested]
    .filter(([id]) => !written.has(id))
    .map(([id, file]) => `${file}: rule ${id} is written nowhere`),
];
console.log([...complaints, `${written.size} rules, ${tested.size} tested`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;
