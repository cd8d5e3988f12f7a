// npm run decode -- --protocol <name> [--json]: explains frames. Plain JavaScript for the system's Node (20 or newer).
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { become, NODE } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  await become(NODE, ['packages/protocols/src/decode-command/main.ts', ...process.argv.slice(2)]);
});
