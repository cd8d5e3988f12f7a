// npm run cluster-test -- [--minutes N] [--seed N] [--only part of a fault's name] [--logs]: see docs/testing.md.
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/test/cluster/main.ts', ...process.argv.slice(2)]);
});
