import type { Page } from '@playwright/test';
import { drive, UPDATES } from './drive.ts';
import { serveFleet, type FleetServer } from './fleet-server.ts';
import { p, print } from './figures.ts';
import { measureLayers } from './layers.ts';
import { memoryOf } from './memory.ts';
import { buildPage, openBrowser, openFleetPage, PAGE_FOLDER } from './open-browser.ts';
import { threadTimes, TRACE_CATEGORIES, type ThreadTimes } from './thread-times.ts';

/**
 * Measures the cost of the live map in the page. `node bench/web/run.ts` prints one JSON line per figure.
 * Drawing is switched off: the figures are script and uploads, not the software rasterizer of this machine.
 * Times are processor time of the main thread, from Chromium's trace; `.wall` figures are by the clock.
 */
const SIZES: readonly number[] = process.env['VEHICLES']?.split(',').map(Number) ?? [5_000, 50_000];
/** A minute of them. */
const BATCHES = 120;
/** Batches before the first that counts. */
const WARM_UP = 8;
/**
 * Updates that an installation of 5,000 vehicles receives in half a second, and the number of half seconds measured.
 */
const EVERYDAY_UPDATES = 500;
const EVERYDAY_BATCHES = 40;
const KEYS = [
  'v',
  'vo',
  'vol',
  'volv',
  'volvo',
  'volvo f',
  'volvo fh 1',
  '8600',
  'abc',
  'nothing like it',
] as const;
/** Filters that a user chooses, and the reset at the end. */
const FILTERS = [
  { status: 'online' },
  { status: 'offline' },
  { motion: 'moving' },
  { status: 'online', motion: 'stopped' },
  { hiddenCategories: ['car', 'truck'] },
  { advanced: { ignition: true, technology: '4G' } },
  { groupIds: [3] },
  {},
] as const;
const SORTS = [
  'name-desc',
  'lastUpdate-desc',
  'lastUpdate-asc',
  'state-asc',
  'motion-desc',
  'ignition-desc',
  'locked-desc',
  'driver-asc',
  'alert-desc',
  'anchor-desc',
  'name-asc',
] as const;

interface Measured {
  batches: number[];
  lists: number[];
  frames: number[];
  longTasks: number[];
}
/** Functions that the page offers the benchmark; see page/measure.tsx. */
interface BenchWindow {
  map?: unknown;
  fleet: { list(): { loaded: boolean; ids: ArrayLike<number> } };
  measure: {
    reset(): void;
    read(): Measured;
    ask(query: object): Promise<number>;
  };
}
declare const window: BenchWindow;

await buildPage();
const browser = await openBrowser();
const p95: Record<string, number> = {};
for (const count of SIZES) {
  const server = await serveFleet({ count, folder: PAGE_FOLDER });
  for (const cluster of ['no', 'yes'] as const) {
    const url = `${server.url}?draw=no&cluster=${cluster}`;
    const { page, listMs, mapMs } = await openFleetPage(browser, url, count);
    print('web.open', { n: count, list_ms: listMs, map_ms: mapMs });
    const { measured, times } = await driveTraced(page, server);
    p95[`${count}-${cluster}`] = p(times.messages, 0.95);
    const part = { n: count, clustered: cluster === 'yes' };
    print('web.batch', { ...part, updates: UPDATES, ...spread(times.messages) });
    print('web.frame', { ...part, ...spread(times.frames) });
    print('web.longtask', {
      ...part,
      count: times.longTasks.length,
      max_ms: Math.max(0, ...times.longTasks),
    });
    await measureSeconds(page, server, part);
    // The same by the wall clock: what a busy machine adds.
    print('web.batch.wall', { ...part, updates: UPDATES, ...spread(measured.batches) });
    print('web.frame.wall', { ...part, ...spread(measured.frames) });
    if (cluster === 'no') await measureList(page, count);
    print('web.memory', { ...part, ...(await memoryOf(browser, page)) });
    await page.close();
  }
  await server.close();
}
for (const cluster of ['no', 'yes']) {
  const [few, many] = SIZES.map((count) => p95[`${count}-${cluster}`] ?? 0) as [number, number];
  print('web.growth', {
    clustered: cluster === 'yes',
    n: SIZES[0] ?? 0,
    n10: SIZES[1] ?? 0,
    p95_ratio: many / Math.max(0.05, few),
  });
}
await browser.close();
await measureLayers();

async function driveTraced(
  page: Page,
  server: FleetServer,
): Promise<{ measured: Measured; times: ThreadTimes }> {
  await drive(page, server, WARM_UP);
  await page.evaluate(() => window.measure.reset());
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await drive(page, server, BATCHES);
  const times = threadTimes(await browser.stopTracing());
  return { measured: await page.evaluate(() => window.measure.read()), times };
}

/** Measures the main-thread cost per second of 1,000 updates a second. */
async function measureSeconds(
  page: Page,
  server: FleetServer,
  part: Record<string, number | boolean>,
): Promise<void> {
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  const startedAt = performance.now();
  await drive(page, server, EVERYDAY_BATCHES, EVERYDAY_UPDATES);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { script, longestScript } = threadTimes(await browser.stopTracing());
  print('web.second', { ...part, script_ms_per_s: script / seconds, longest_script_ms: longestScript });
}

/** From the key, the filter or the order to its answer in the page: search, filter and sort on their own. */
async function measureList(page: Page, count: number): Promise<void> {
  const all = { text: '', sort: 'name-asc', status: 'all', motion: 'all' };
  const ask = (query: object): Promise<number> =>
    page.evaluate((asked) => window.measure.ask(asked), { ...all, ...query });
  await page.evaluate(() => window.measure.reset());
  const kinds = {
    keystroke: [
      ...KEYS.map((text) => ({ text })),
      ...KEYS.map((text) => ({ text, sort: 'lastUpdate-desc' })),
    ],
    filter: FILTERS,
    sort: SORTS.map((sort) => ({ sort })),
  };
  for (const [kind, queries] of Object.entries(kinds)) {
    const answers: number[] = [];
    await ask({});
    for (const query of queries) {
      // The order changes before the search text does.
      if (kind === 'keystroke' && query === queries[KEYS.length]) await ask({ sort: 'lastUpdate-desc' });
      answers.push(await ask(query));
      await page.waitForTimeout(60);
    }
    print(`web.${kind}.answer`, { n: count, ...spread(answers) });
  }
  const { lists, longTasks } = await page.evaluate(() => window.measure.read());
  print('web.list.main', { n: count, ...spread(lists), longtasks: longTasks.length });
}

function spread(values: readonly number[]): Record<string, number> {
  return {
    p50_ms: p(values, 0.5),
    p95_ms: p(values, 0.95),
    max_ms: Math.max(0, ...values),
    count: values.length,
  };
}
