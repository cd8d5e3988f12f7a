// npm run import-traccar -- --from ADDRESS: moves a Traccar here. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE, SERVER } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/src/traccar-import/main.ts', ...process.argv.slice(2)], SERVER);
});
