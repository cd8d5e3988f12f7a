// npm run sim -- [--seed N | --seeds A..B] [--hours H] …: simulates the tracking server in virtual time (docs/testing.md).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/test/simulation/main.ts', ...process.argv.slice(2)]);
});
