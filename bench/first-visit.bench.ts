// npm run bench first-visit: from the address to a map with every vehicle on it, signed in, with nothing in the browser's
// cache; the whole product.
import type { Browser } from '@playwright/test';
import { makeData, OWNER, writeLatest } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { COUNT_VEHICLES, waitDrawn } from './web/drawn-vehicles.ts';
import { p, print } from './web/figures.ts';
import { openBrowser } from './web/open-browser.ts';

const ROUNDS = 7;
const SIZES = process.env['VEHICLES']?.split(',').map(Number) ?? [5_000, 50_000];

const browser = await openBrowser();
for (const devices of SIZES) {
  const data = await makeData(devices);
  await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
  const server = await startMeasuredServer(data.folder);
  await server.settled();
  // The first round warms the server up, not the browser.
  await visit(browser, server.url, devices);
  const rounds: { paint: number; map: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, server.url, devices));
  const maps = rounds.map(({ map }) => map);
  print('first-visit', {
    n: devices,
    paint_ms: p(
      rounds.map(({ paint }) => paint),
      0.5,
    ),
    map_ms: p(maps, 0.5),
    map_max_ms: Math.max(...maps),
    rounds: ROUNDS,
  });
  await server.stop();
  data.remove();
}
await browser.close();

/** A browser that never was here before and has the cookie of a session. */
async function visit(
  opened: Browser,
  url: string,
  devices: number,
): Promise<{ readonly paint: number; readonly map: number }> {
  const context = await opened.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.request.post(`${url}/api/session`, { form: OWNER, headers: { origin: url } });
  const page = await context.newPage();
  await page.addInitScript({ content: COUNT_VEHICLES });
  await page.goto(`${url}/home`, { waitUntil: 'commit' });
  await waitDrawn(page, devices);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    map: window.vehiclesDrawnAt ?? 0,
  }));
  await context.close();
  return times;
}

declare const window: { readonly vehiclesDrawnAt?: number };
