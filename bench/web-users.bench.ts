// npm run bench web-users: lists of users in the whole product: from the address to the first rows, and the cost of
// scrolling.
import type { Browser, Page } from '@playwright/test';
import { makeData, OWNER, userBody, type MadeData } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { p, print } from './web/figures.ts';
import { openBrowser } from './web/open-browser.ts';
import { threadTimes, TRACE_CATEGORIES } from './web/thread-times.ts';

const ROUNDS = 5;
const SCROLLS = 60;
const SCROLL_PX = 900;
const LISTS = ['users', 'drivers'] as const;

const browser = await openBrowser();
for (const people of [1_000, 10_000]) {
  const data = await makeData(100);
  await writeUsers(data, people);
  const server = await startMeasuredServer(data.folder);
  for (const list of LISTS) {
    const opened: number[] = [];
    for (let round = 0; round < ROUNDS; round++) opened.push(await open(browser, server.url, list));
    const { long, longest } = await scroll(browser, server.url, list);
    print(`web-people.${list}`, {
      n: people,
      open_ms: p(opened, 0.5),
      open_max_ms: Math.max(...opened),
      scroll_long_tasks: long,
      scroll_longest_ms: longest,
      rounds: ROUNDS,
    });
  }
  await server.stop();
  data.remove();
}
await browser.close();

/** Writes users that the owner sees, created one after the other. */
async function writeUsers(data: MadeData, count: number): Promise<void> {
  await data.write(async (storage) => {
    const rows = Array.from({ length: count }, (_, i) => i);
    await Promise.all(
      rows.map((i) =>
        storage.insertDocument('user', `person${i}@example.com`, {
          ...userBody('no hash'),
          administrator: false,
          name: `Person ${i} da Silva`,
          email: `person${i}@example.com`,
        }),
      ),
    );
    const attributes = { 'rastro.licenceValidity': '2027-05-01' };
    const drivers = await Promise.all(
      rows.map((i) =>
        storage.insertDocument('driver', null, { name: `Driver ${i}`, uniqueId: `d${i}`, attributes }),
      ),
    );
    const ofOwner = { ownerKind: 'user', ownerId: data.ownerId, propertyKind: 'driver' };
    await storage.changeLinks(
      drivers.map((propertyId) => ({ ...ofOwner, propertyId })),
      [],
    );
  });
}

/** A returning user: the application is in the browser's cache, the list is not. */
async function atWork(opened: Browser, url: string): Promise<Page> {
  const context = await opened.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await context.request.post(`${url}/api/session`, { form: OWNER, headers: { origin: url } });
  const page = await context.newPage();
  await page.goto(`${url}/groups`);
  await page.getByRole('option').first().waitFor();
  return page;
}

/** From the press in the menu to the first rows. */
async function open(opened: Browser, url: string, list: (typeof LISTS)[number]): Promise<number> {
  const page = await atWork(opened, url);
  await page.getByRole('button', { name: 'Menu of Benchmark' }).click();
  const entry = page.getByRole('menuitem', { name: list, exact: false });
  await entry.waitFor();
  const startedAt = performance.now();
  await entry.click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  const took = performance.now() - startedAt;
  await page.context().close();
  return took;
}

async function scroll(
  opened: Browser,
  url: string,
  list: (typeof LISTS)[number],
): Promise<{ long: number; longest: number }> {
  const page = await atWork(opened, url);
  await page.goto(`${url}/${list}`);
  const rows = page.getByRole('listbox');
  await rows.getByRole('option').first().waitFor();
  await page.waitForTimeout(2_000);
  await rows.hover();
  await opened.startTracing(page, { categories: TRACE_CATEGORIES });
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, SCROLL_PX);
    await page.waitForTimeout(30);
  }
  const { longTasks } = threadTimes(await opened.stopTracing());
  await page.context().close();
  return { long: longTasks.length, longest: Math.max(0, ...longTasks) };
}
