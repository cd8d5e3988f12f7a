// npm run check-data -- [FOLDER]: says what is damaged or lost in a data folder. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/src/check-data.ts', ...process.argv.slice(2)]);
});
