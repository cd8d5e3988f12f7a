// npm run pictures: takes the pictures in docs/images from the demonstration, desktop and phone, light and dark.
import { orExplain } from './lib/failing.mjs';
import { ensureChromium, ensureInstalled, ensureWebBuilt } from './lib/prepare.mjs';
import { NODE, run } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await ensureWebBuilt();
  const { code } = await run(NODE, ['e2e/take-pictures.ts'], { env: { CHROMIUM: chromium.whole } });
  process.exit(code);
});
