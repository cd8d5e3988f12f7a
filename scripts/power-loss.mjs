// npm run power-loss -- [--images N] [--seed S]: opens images of the data folder as losses of power may leave them. Needs strace. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/test/power-loss/main.ts', ...process.argv.slice(2)]);
});
