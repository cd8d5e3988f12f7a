// npm run move-to-files: moves the data of the database of DATABASE_URL into DATA_DIR. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE, SERVER } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/src/move-to-files.ts', ...process.argv.slice(2)], SERVER);
});
