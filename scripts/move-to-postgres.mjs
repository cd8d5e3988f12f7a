// npm run move-to-postgres: moves the data in DATA_DIR to the database of DATABASE_URL. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE, SERVER } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/src/move-to-postgres.ts', ...process.argv.slice(2)], SERVER);
});
