// npm run bench web-login: from the press on "sign in" to a list and a map that can be used, the whole product.
import type { Browser } from '@playwright/test';
import { makeData, OWNER, writeLatest } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { COUNT_VEHICLES, waitDrawn } from './web/drawn-vehicles.ts';
import { p, print } from './web/figures.ts';
import { openBrowser } from './web/open-browser.ts';

const ROUNDS = 5;
const browser = await openBrowser();
for (const devices of [5_000, 50_000]) {
  const data = await makeData(devices);
  await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
  const server = await startMeasuredServer(data.folder);
  const rounds: { list: number; map: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await signIn(browser, server.url, devices));
  const [lists, maps] = [rounds.map(({ list }) => list), rounds.map(({ map }) => map)];
  print('web-login', {
    n: devices,
    list_ms: p(lists, 0.5),
    list_max_ms: Math.max(...lists),
    map_ms: p(maps, 0.5),
    map_max_ms: Math.max(...maps),
    rounds: ROUNDS,
  });
  await server.stop();
  data.remove();
}
await browser.close();

/** A browser that never was here before: nothing in its cache. */
async function signIn(opened: Browser, url: string, devices: number): Promise<{ list: number; map: number }> {
  const context = await opened.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.addInitScript({ content: COUNT_VEHICLES });
  await page.goto(`${url}/login?to=%2Fdevices`);
  await page.getByLabel('Username').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  const startedAt = performance.now();
  await page.getByRole('button', { name: 'Sign in' }).click();
  const list = page
    .getByRole('option')
    .first()
    .waitFor()
    .then(() => performance.now() - startedAt);
  const map = waitDrawn(page, devices).then(() => performance.now() - startedAt);
  const took = { list: await list, map: await map };
  await context.close();
  return took;
}
