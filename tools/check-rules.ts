// Behaviour has rule ids in SPEC.md files; tests carry them in their titles. Lists rules without a test and
// tests of rules that nobody wrote down.
import { readFileSync } from 'node:fs';
import { filesBelow } from './source-files.ts';

const RULE = /\[([A-Z][A-Z0-9]*-\d+)\]/g;
const files = filesBelow(process.argv[2]);
const idsIn = (names: readonly string[]): Map<string, string> =>
  new Map(
    names.flatMap((name) =>
      [...readFileSync(name, 'utf8').matchAll(RULE)].map((match) => [match[1] ?? '', name] as const),
    ),
  );
const written = idsIn(files.filter((name) => name.endsWith('SPEC.md')));
const tested = idsIn(files.filter((name) => /\.test\.tsx?$|\/contract\/|^e2e\/.*\.spec\.ts$/.test(name)));

const complaints = [
  ...[...written].filter(([id]) => !tested.has(id)).map(([id, file]) => `${file}: rule ${id} has no test`),
  ...[...tested]
    .filter(([id]) => !written.has(id))
    .map(([id, file]) => `${file}: rule ${id} is written nowhere`),
];
console.log([...complaints, `${written.size} rules, ${tested.size} tested`].join('\n'));
process.exit(complaints.length === 0 ? 0 : 1);
