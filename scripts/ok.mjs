// npm run ok: the fast gates, each with the planted offense that it must reject. Under a minute.
import { orExplain } from './lib/failing.mjs';
import { runGates } from './lib/gates.mjs';
import { ensureInstalled } from './lib/prepare.mjs';

orExplain(async () => {
  await ensureInstalled();
  const { passed, failed } = await runGates();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
});
