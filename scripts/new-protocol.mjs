// npm run new-protocol -- <name> [port]: a skeleton with a passing test. See docs/add-a-protocol.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { protocolFiles, ruleOf } from './lib/protocol-templates.mjs';
import { ROOT } from './lib/run.mjs';

const PACKAGE = join(ROOT, 'packages/protocols');
const FREE_PORT = 5999;

orExplain(async () => {
  const [name = '', port = String(FREE_PORT)] = process.argv.slice(2);
  if (!/^[a-z][a-z0-9]{1,20}$/.test(name)) {
    throw new Error('Cannot make a protocol: name it in lower-case letters and digits');
  }
  if (!/^[1-9]\d{3,4}$/.test(port)) throw new Error(`Cannot use port "${port}": give one of 1000..99999`);
  const folder = join(PACKAGE, 'src', name);
  if (existsSync(folder))
    throw new Error(`Cannot make ${name}: packages/protocols/src/${name} is there already`);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(protocolFiles(name, Number(port)))) {
    writeFileSync(join(folder, file), text);
  }
  change('src/catalogue.ts', (text) => withImport(text, name).replace(/\n\];/, `\n  ${name},\n];`));
  change(
    'src/engine/texts-of-protocols.ts',
    (text) =>
      `import { ENGINE_TEXTS as ${name} } from '../${name}/engine-texts.ts';\n${text.replace(/,?\n\];/, `,\n  ${name},\n];`)}`,
  );
  change('src/catalogue.test.ts', (text) =>
    text.replace(/(const PORTS = \{[^}]*?),?\s*\};/, `$1,\n  ${name}: ${port},\n};`),
  );
  change(
    'SPEC.md',
    (text) => `${text.trimEnd()}\n\n## ${name}\n\n- **[${ruleOf(name)}-1]** A line names its device.\n`,
  );
  process.stdout.write(`Made packages/protocols/src/${name}. Next: docs/add-a-protocol.md, step 2.\n`);
});

/** Imports are sorted by path. */
function withImport(text, name) {
  const lines = text.split('\n');
  const added = `import { ${name} } from './${name}/index.ts';`;
  const pathOf = (line) => line.slice(line.lastIndexOf('./'));
  const before = lines.findIndex((line) => !line.startsWith('import') || pathOf(line) > pathOf(added));
  return lines.toSpliced(before, 0, added).join('\n');
}

function change(file, edit) {
  const path = join(PACKAGE, file);
  const before = readFileSync(path, 'utf8');
  const after = edit(before);
  if (after === before)
    throw new Error(`Cannot add the protocol to packages/protocols/${file}: its form has changed`);
  writeFileSync(path, after);
}
