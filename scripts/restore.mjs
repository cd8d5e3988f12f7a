// npm run restore -- --from FOLDER: puts a backup into DATA_DIR. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/server/src/restore.ts', ...process.argv.slice(2)]);
});
