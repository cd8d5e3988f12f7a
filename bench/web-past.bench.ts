// npm run bench web-past: the past of several vehicles in the browser, the whole product: a report of some 10,000 and 100,000
// positions, what scrolling through it costs, and replay of six vehicles at ×300 over three days and a month.
import { DAY_MS } from '@rastro/base';
import type { Browser, Page } from '@playwright/test';
import { OWNER } from './support/made-data.ts';
import { RECORDS_A_DAY, YEAR_START, yearOf } from './support/made-year.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { p, print } from './web/figures.ts';
import { memoryOf } from './web/memory.ts';
import { openBrowser } from './web/open-browser.ts';
import { threadTimes, TRACE_CATEGORIES, type ThreadTimes } from './web/thread-times.ts';

const VEHICLES = 6;
const SETTLED_MS = 2_500;
const WITHIN_MS = 120_000;
const SCROLLS = 60;
const SCROLL_PX = 1_500;
const REPLAY_MS = 6_000;

const browser = await openBrowser();
for (const days of [2, 17]) await report(browser, days);
for (const days of [3, 30]) await replay(browser, days);
await browser.close();

/** From the press on "load" to the last row, and scrolling. */
async function report(opened: Browser, days: number): Promise<void> {
  const server = await startMeasuredServer(await yearOf(days));
  const page = await pageAt(opened, server, `/reports/history?devices=1&${spanOf(days)}`);
  const loading = await traced(opened, page, async () => {
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('row').nth(5).waitFor({ timeout: WITHIN_MS });
    const count = `Number(document.querySelector('[role=table]')?.getAttribute('aria-rowcount'))`;
    await page.waitForFunction(`${count} >= ${days * RECORDS_A_DAY}`, null, { timeout: WITHIN_MS });
    await page.waitForTimeout(SETTLED_MS);
  });
  const scrolling = await traced(opened, page, async () => {
    await page.getByRole('row').nth(5).hover();
    for (let step = 0; step < SCROLLS; step++) {
      await page.mouse.wheel(0, SCROLL_PX);
      await page.waitForTimeout(30);
    }
  });
  const n = days * RECORDS_A_DAY;
  print('web-past.report', { n, ...tasksOf(loading), ...(await memoryOf(opened, page)) });
  print('web-past.scroll', { n, px: SCROLLS * SCROLL_PX, ...tasksOf(scrolling) });
  await page.context().close();
  await server.stop();
}

async function replay(opened: Browser, days: number): Promise<void> {
  const server = await startMeasuredServer(await yearOf(days, VEHICLES));
  const ids = Array.from({ length: VEHICLES }, (_, i) => i + 1).join(',');
  const page = await pageAt(opened, server, `/history?devices=${ids}&${spanOf(days)}`);
  await page.getByText('Trip 1', { exact: true }).first().waitFor({ timeout: WITHIN_MS });
  await page.waitForTimeout(SETTLED_MS * 2);
  await page.getByLabel('Playback speed').selectOption('300');
  const times = await traced(opened, page, async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForTimeout(REPLAY_MS);
  });
  print('web-past.replay', {
    n: days * RECORDS_A_DAY * VEHICLES,
    vehicles: VEHICLES,
    frame_script_p50_ms: p(times.frames, 0.5),
    frame_script_p95_ms: p(times.frames, 0.95),
    frames: times.frames.length,
    ...tasksOf(times),
  });
  await page.context().close();
  await server.stop();
}

async function pageAt(opened: Browser, { url }: MeasuredServer, path: string): Promise<Page> {
  const context = await opened.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.request.post(`${url}/api/session`, { form: OWNER, headers: { origin: url } });
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
  return page;
}

function spanOf(days: number): string {
  const [from, to] = [YEAR_START, YEAR_START + days * DAY_MS].map((at) => new Date(at).toISOString());
  return `from=${from}&to=${to}`;
}

async function traced(opened: Browser, page: Page, work: () => Promise<void>): Promise<ThreadTimes> {
  await opened.startTracing(page, { categories: TRACE_CATEGORIES });
  await work();
  return threadTimes(await opened.stopTracing());
}

function tasksOf({ longTasks, longest, longestScript }: ThreadTimes) {
  return { long_tasks: longTasks.length, longest_ms: longest, longest_script_ms: longestScript };
}
