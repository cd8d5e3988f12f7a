// Every server file must run unbuilt: types are stripped, nothing is compiled (STYLE.md).
// tsc does not check decorators, so each file is stripped and parsed as Node would.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';
import { filesBelow } from './source-files.ts';

const files = filesBelow(process.argv[2]).filter((f) => f.endsWith('.ts') && !f.endsWith('.d.ts'));
const offences: string[] = [];
for (const file of files) {
  try {
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' });
    // Module syntax cannot be parsed as a script; imports and exports are no carrier of unerasable syntax.
    void new Script(`async () => {${withoutModuleSyntax(code)}\n}`, { filename: file });
  } catch (error) {
    offences.push(`${file}: ${(error as Error).message}`);
  }
}
console.log([...offences, `${files.length} files`].join('\n'));
process.exit(offences.length === 0 ? 0 : 1);

function withoutModuleSyntax(code: string): string {
  return code
    .replaceAll(/^import\s[^;]*?;$/gms, '')
    .replaceAll(/^export\s+(?:type\s+)?\{[^}]*\}(?:\s+from\s+'[^']+')?;?$/gms, '')
    .replaceAll(/^export\s+default\s+/gm, 'const theDefault = ')
    .replaceAll(/^export\s+/gm, '')
    .replaceAll('import.meta', 'importMeta');
}
