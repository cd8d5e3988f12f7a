// npm run fuzz -- [--protocol <name>] [--frames <n>] [--runs <n>] [--seed <n>]: mutated bytes against the protocols.
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['--expose-gc', 'packages/protocols/test/fuzz-main.ts', ...process.argv.slice(2)]);
});
