// Forbidden contents of the repository: unfinished marks, disabled tests, secrets, blobs, absolute paths, hosts, and
// paths that lead out of it: a user has only the clone, so nothing may depend on files outside it.
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { filesBelow } from './source-files.ts';

const MAX_BYTES = 600_000;
const OFFENCES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:TODO|FIXME|XXX|HACK)\b/, 'an unfinished mark: finish it or write an issue'],
  // A condition (a recording that is absent) may skip a test; a title means that it was disabled.
  [/\b(?:test|it|describe)\.(?:only|skip|todo)\(\s*['"`]/, 'a silenced test'],
  [/https?:\/\/registry\./, 'a download host'],
  [/(?:^|["'\s(])\/(?:home|root|Users|work)\/[a-z]/, 'a path of one machine'],
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  [/\b(?:AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{36}|xox[bp]-[0-9A-Za-z-]{20,})\b/, 'a secret'],
];
const CODE = /\.(?:ts|tsx|mjs|js)$/;
/** A path that climbs, as in `import` or `new URL`. */
const CLIMBING = /['"`]((?:\.\.\/)+[^'"`$]*)/g;
const ROOT = resolve(import.meta.dirname, '..') + sep;
const leadsOut = (name: string, path: string): boolean =>
  !`${resolve(dirname(name), path)}${sep}`.startsWith(ROOT);

const TEXT = /\.(?:ts|tsx|mjs|js|json|md|css|html|yml|sh|svg)$|(?:^|\/)\.[a-z]+rc$|^\.ci\//;
/** Files that name the offenses in order to forbid them, or list what others publish. */
const EXEMPT = new Set(['tools/check-hygiene.ts', 'package-lock.json']);

const files = filesBelow(process.argv[2]).filter((name) => !EXEMPT.has(name));
const complaints: string[] = [];
for (const name of files) {
  if (statSync(name).size > MAX_BYTES) complaints.push(`${name}: larger than ${MAX_BYTES} bytes`);
  if (!TEXT.test(name)) continue;
  for (const [index, line] of readFileSync(name, 'utf8').split('\n').entries()) {
    for (const [pattern, what] of OFFENCES)
      if (pattern.test(line)) complaints.push(`${name}:${index + 1}: ${what}`);
    if (!CODE.test(name)) continue;
    for (const [, path = ''] of line.matchAll(CLIMBING))
      if (leadsOut(name, path))
        complaints.push(
          `${name}:${index + 1}: a path out of the repository; REFERENCE_DIR names what lies elsewhere`,
        );
  }
}
console.log([...complaints, `${files.length} files`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;
