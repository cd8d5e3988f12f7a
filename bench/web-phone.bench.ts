// npm run bench web-phone: a first visit on a slow phone with a slow line, until the first content and until the map is
// usable.
import type { Browser, Page } from '@playwright/test';
import { makeData, OWNER, writeLatest } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { COUNT_VEHICLES, waitDrawn } from './web/drawn-vehicles.ts';
import { p, print } from './web/figures.ts';
import { openBrowser } from './web/open-browser.ts';

const ROUNDS = 5;
const SLOWER = 4;
/** 1.6 Mbit/s, as a phone far from the mast. */
const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const browser = await openBrowser();
for (const devices of [50, 500]) {
  const data = await makeData(devices);
  await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
  const server = await startMeasuredServer(data.folder);
  for (const path of ['/login', '/home']) {
    const rounds: { paint: number; map: number }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await visit(browser, server.url, { path, devices }));
    print(`web-phone${path.replace('/', '.')}`, {
      n: devices,
      paint_ms: p(
        rounds.map(({ paint }) => paint),
        0.5,
      ),
      ...(path === '/home'
        ? {
            map_ms: p(
              rounds.map(({ map }) => map),
              0.5,
            ),
          }
        : {}),
      rounds: ROUNDS,
    });
  }
  await server.stop();
  data.remove();
}
await browser.close();

/** A browser that never was here before: nothing in its cache. */
async function visit(
  opened: Browser,
  url: string,
  { path, devices }: { readonly path: string; readonly devices: number },
): Promise<{ paint: number; map: number }> {
  const context = await opened.newContext({ ...PHONE, locale: 'en-US' });
  const page = await context.newPage();
  if (path !== '/login') {
    const form = { email: OWNER.email, password: OWNER.password };
    await context.request.post(`${url}/api/session`, { form, headers: { origin: url } });
  }
  await slowDown(page);
  await page.addInitScript({ content: COUNT_VEHICLES });
  const startedAt = performance.now();
  await page.goto(`${url}${path}`, { waitUntil: 'commit' });
  if (path !== '/login') await waitDrawn(page, devices);
  const map = performance.now() - startedAt;
  const paint = await firstPaint(page);
  await context.close();
  return { paint, map };
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
}

/** When the first text or picture stood there, after the address was called. */
async function firstPaint(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
  );
  return Number(await found.jsonValue());
}
