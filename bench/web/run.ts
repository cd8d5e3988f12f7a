import { readFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { serveFleet, type FleetServer } from './fleet-server.ts';
import { p, print } from './figures.ts';
import { threadTimes, TRACE_CATEGORIES, type ThreadTimes } from './thread-times.ts';

/**
 * What the live map costs the page. `node bench/web/run.ts` prints one JSON line per figure.
 * Drawing is switched off: the figures are script and uploads, not the software rasteriser of this machine.
 * Times are processor time of the main thread, from Chromium's trace; `.wall` figures are by the clock.
 */
const SIZES = [5_000, 50_000] as const;
const UPDATES = 2_000;
const EVERY_MS = 500;
const BATCHES = 60;
/** Batches before the first that counts. */
const WARM_UP = 8;
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
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Told {
  batches: number[];
  lists: number[];
  frames: number[];
  longTasks: number[];
}
/** What the page offers the benchmark; see page/measure.tsx. */
interface BenchWindow {
  map?: unknown;
  fleet: { list(): { loaded: boolean; ids: ArrayLike<number> } };
  measure: {
    reset(): void;
    read(): Told;
    ask(query: object): Promise<number>;
  };
}
declare const window: BenchWindow;

await build({ configFile: `${import.meta.dirname}/vite.config.ts`, logLevel: 'error' });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_ARGS });
const p95: Record<string, number> = {};
for (const count of SIZES) {
  const server = await serveFleet({ count, folder: `${import.meta.dirname}/dist` });
  for (const cluster of ['no', 'yes'] as const) {
    const page = await openPage(`${server.url}?draw=no&cluster=${cluster}`, count);
    const { told, times } = await drive(page, server);
    p95[`${count}-${cluster}`] = p(times.messages, 0.95);
    const part = { n: count, clustered: cluster === 'yes' };
    print('web.batch', { ...part, updates: UPDATES, ...spread(times.messages) });
    print('web.frame', { ...part, ...spread(times.frames) });
    print('web.longtask', {
      ...part,
      count: times.longTasks.length,
      max_ms: Math.max(0, ...times.longTasks),
    });
    // The same by the wall clock: what a busy machine adds.
    print('web.batch.wall', { ...part, updates: UPDATES, ...spread(told.batches) });
    print('web.frame.wall', { ...part, ...spread(told.frames) });
    if (cluster === 'no') await measureKeys(page, count);
    print('web.memory', { ...part, ...(await memory(page)) });
    await page.close();
  }
  await server.close();
}
for (const cluster of ['no', 'yes']) {
  const [few, many] = SIZES.map((count) => p95[`${count}-${cluster}`] ?? 0) as [number, number];
  print('web.growth', {
    clustered: cluster === 'yes',
    n: SIZES[0],
    n10: SIZES[1],
    p95_ratio: many / Math.max(0.05, few),
  });
}
await browser.close();

async function openPage(url: string, count: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const startedAt = performance.now();
  await page.goto(url);
  await page.waitForFunction((wanted) => window.fleet.list().ids.length === wanted, count);
  const listedMs = performance.now() - startedAt;
  await page.waitForFunction(() => window.map !== undefined);
  print('web.open', { n: count, list_ms: listedMs, map_ms: performance.now() - startedAt });
  await page.waitForTimeout(1_500);
  return page;
}

async function drive(page: Page, server: FleetServer): Promise<{ told: Told; times: ThreadTimes }> {
  await drivePart(page, server, WARM_UP);
  await page.evaluate(() => window.measure.reset());
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await drivePart(page, server, BATCHES);
  const times = threadTimes(await browser.stopTracing());
  return { told: await page.evaluate(() => window.measure.read()), times };
}

async function drivePart(page: Page, server: FleetServer, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const startedAt = performance.now();
    server.send({ positions: server.fleet.step(UPDATES) });
    await page.waitForTimeout(Math.max(0, EVERY_MS - (performance.now() - startedAt)));
  }
}

async function measureKeys(page: Page, count: number): Promise<void> {
  const answers: number[] = [];
  await page.evaluate(() => window.measure.reset());
  const ask = (text: string, sort: string): Promise<number> =>
    page.evaluate((query) => window.measure.ask(query), { text, sort, status: 'all', motion: 'all' });
  for (const sort of ['name-asc', 'lastUpdate-desc']) {
    // A change of order is no keystroke.
    await ask('', sort);
    for (const text of KEYS) {
      answers.push(await ask(text, sort));
      await page.waitForTimeout(60);
    }
  }
  const { lists, longTasks } = await page.evaluate(() => window.measure.read());
  print('web.keystroke.answer', { n: count, ...spread(answers) });
  print('web.keystroke.main', { n: count, ...spread(lists), longtasks: longTasks.length });
}

/** Script heap of the page, and the whole renderer, data worker included. */
async function memory(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  let renderer = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    renderer = Math.max(renderer, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  }
  return { page_heap_mb: usedSize / 1_048_576, renderer_mb: renderer };
}

function spread(values: readonly number[]): Record<string, number> {
  return {
    p50_ms: p(values, 0.5),
    p95_ms: p(values, 0.95),
    max_ms: Math.max(0, ...values),
    count: values.length,
  };
}
