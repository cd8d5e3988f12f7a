// npm start: everything a fresh machine needs, then the server. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled, ensureWebBuilt } from './lib/prepare.mjs';
import { become, HEAP, NODE, SERVER } from './lib/run.mjs';

orExplain(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled();
  if (!args.includes('--help')) await ensureWebBuilt();
  const cluster = [...HEAP, 'packages/server/test/cluster/start.ts'];
  if (args.includes('--cluster')) await become(NODE, cluster, SERVER);
  else await become(NODE, [...HEAP, 'packages/server/src/main.ts', ...args], SERVER);
});
