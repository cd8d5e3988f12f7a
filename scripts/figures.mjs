// npm run figures [name …]: measures the figures of docs/figures.md and writes them. "counted" = the quick ones.
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled, ensureWebAlone } from './lib/prepare.mjs';
import { NODE, run } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await ensureWebAlone();
  const { code } = await run(NODE, ['tools/write-figures.ts', ...process.argv.slice(2)]);
  process.exit(code);
});
