// npm run durability -- [--images N] [--seed S]: tries crashes, losses of power and errors of the disk, and writes docs/durability.md. Needs strace. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/test/power-loss/durability.ts', ...process.argv.slice(2)]);
});
