// npm run bench history-year: years of one vehicle in the browser, a record every 15 s, the whole product: from the
// press on "apply" to the track on the map, main-thread work for it, moving the map, replay, and leaving early.
import { DAY_MS } from '@rastro/base';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { OWNER } from './support/made-data.ts';
import { RECORDS_A_DAY, YEAR_START, yearOf } from './support/made-year.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { waitForTrips, forgetTracks } from './support/track-days.ts';
import { p, print } from './web/figures.ts';
import { memoryOf } from './web/memory.ts';
import { openBrowser } from './web/open-browser.ts';
import { threadTimes, TRACE_CATEGORIES, type ThreadTimes } from './web/thread-times.ts';

const ROUNDS = 3;
/** Of a segment; see map/tracks/track-layer.ts. */
const CORNERS = 6;
const SETTLED_MS = 2_500;
const REPLAY_MS = 6_000;
const LEAVE_AFTER_MS = 150;
const WITHIN_MS = 120_000;
/** In the page: time and size of the first drawn track; times of the press, of the last byte and of further requests. */
const WATCH = `
  const nothing = () => ({ pressedAt: 0, readAt: 0, closerAt: Infinity, drawn: [] });
  window.seen = nothing();
  window.forget = () => { window.seen = nothing(); };
  const ask = window.fetch;
  window.fetch = (input, init) => {
    if (String(input).includes('/tracks/') && String(input).includes('zoom='))
      window.seen.closerAt = Math.min(window.seen.closerAt, performance.now());
    return ask(input, init);
  };
  const gl = WebGL2RenderingContext.prototype;
  const draw = gl.drawArrays;
  // The map draws elements; arrays of segments are ways.
  gl.drawArrays = function (mode, first, count) {
    draw.call(this, mode, first, count);
    const points = count / ${CORNERS} + 1;
    if (points === window.seen.drawn.at(-1)?.points) return;
    const one = { calledAt: performance.now(), at: Infinity, points };
    window.seen.drawn.push(one);
    requestAnimationFrame(() => { one.at = performance.now(); });
  };
  addEventListener('click', () => { window.seen.pressedAt = performance.now(); }, true);
  let isReading = false;
  const look = () => {
    const isNow = document.querySelector('[role=progressbar]') !== null;
    if (isReading && !isNow) window.seen.readAt = performance.now();
    isReading = isNow;
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });`;

interface Seen {
  readonly pressedAt: number;
  readonly readAt: number;
  /** Infinity = the view was never closer. */
  readonly closerAt: number;
  readonly drawn: readonly { readonly calledAt: number; readonly at: number; readonly points: number }[];
}
declare const window: { seen: Seen; forget: () => void };

const browser = await openBrowser();
const DAYS = process.env['DAYS']?.split(',').map(Number) ?? [36, 365];
for (const days of DAYS) {
  const n = days * RECORDS_A_DAY;
  // Nobody opened these days before. Opening the last one and then the year finds them prepared in advance.
  const first = await startAnew(days);
  await measure(browser, first, { name: 'history-year.ahead', n, days, rounds: 1, openedOn: days - 1 });
  await first.stop();
  // Any other start waits while they are made.
  const server = await startAnew(days);
  await measure(browser, server, { name: 'history-year.made', n, days, rounds: 1 });
  await measure(browser, server, { name: 'history-year.kept', n, days, rounds: ROUNDS });
  await handle(browser, server, n, days);
  await leave(browser, server, n, days);
  await server.stop();
}
await browser.close();

/** Starts the server with all records and derived history of the vehicle, and no track of any day. */
async function startAnew(days: number): Promise<MeasuredServer> {
  const folder = await yearOf(days);
  const location = await forgetTracks(folder, days);
  const server = await startMeasuredServer(folder);
  await waitForTrips(location, days);
  return server;
}

interface Measurement {
  readonly name: string;
  readonly n: number;
  readonly days: number;
  readonly rounds: number;
  /** The day that is open when the year is asked for; absent = the first. */
  readonly openedOn?: number;
}

interface Try {
  readonly first: number;
  readonly whole: number;
  readonly points: number;
  readonly times: ThreadTimes;
  readonly memory: Awaited<ReturnType<typeof memoryOf>>;
}

async function measure(opened: Browser, server: MeasuredServer, wanted: Measurement): Promise<void> {
  const { name, n, days, rounds, openedOn } = wanted;
  const tries: Try[] = [];
  for (let i = 0; i < rounds; i++) {
    const page = await atWork(opened, server, openedOn);
    const times = await traced(opened, page, () => show(page, days));
    tries.push({ ...(await timesOf(page)), times, memory: await memoryOf(opened, page) });
    await page.context().close();
  }
  const middle = (of: (one: (typeof tries)[number]) => number): number => p(tries.map(of), 0.5);
  print(name, {
    n,
    first_ms: middle(({ first }) => first),
    overview_ms: middle(({ whole }) => whole),
    points: middle(({ points }) => points),
    ...tasksOf(tries.map(({ times }) => times)),
    page_heap_mb: middle(({ memory }) => memory.page_heap_mb),
    renderer_mb: Math.max(...tries.map(({ memory }) => memory.renderer_mb)),
    renderer_own_mb: Math.max(...tries.map(({ memory }) => memory.renderer_own_mb)),
    server_mb: (server.rssPeakKiB() ?? 0) / 1_024,
    rounds,
  });
}

/** Uses the history as a user does: zooms in, pans along, scrolls the list, replays. */
async function handle(opened: Browser, server: MeasuredServer, n: number, days: number): Promise<void> {
  const page = await atWork(opened, server);
  await show(page, days);
  const map = await traced(opened, page, () => moveMap(page));
  const list = await traced(opened, page, () => scrollList(page));
  const replay = await traced(opened, page, () => play(page));
  print('history-year.map', { n, ...tasksOf([map]) });
  print('history-year.list', { n, ...tasksOf([list]) });
  const frames = replay.frames;
  print('history-year.replay', {
    n,
    frame_p50_ms: p(frames, 0.5),
    frame_p95_ms: p(frames, 0.95),
    frames: frames.length,
    ...tasksOf([replay]),
  });
  print('history-year.memory', {
    n,
    ...(await memoryOf(opened, page)),
    server_mb: (server.rssPeakKiB() ?? 0) / 1_024,
  });
  await page.context().close();
}

/** Requests the year and navigates away before it arrives: measures how long the server still works on it. */
async function leave(opened: Browser, server: MeasuredServer, n: number, days: number): Promise<void> {
  const page = await atWork(opened, server);
  await page.waitForTimeout(SETTLED_MS);
  await server.measure();
  await page.waitForTimeout(SETTLED_MS);
  const { cpuMs: idle } = await server.measure();
  const ended: string[] = [];
  page.on('requestfailed', (request) => void ended.push(new URL(request.url()).pathname));
  await ask(page, days);
  await page.waitForTimeout(LEAVE_AFTER_MS);
  await page.goto('about:blank');
  await page.waitForTimeout(SETTLED_MS);
  const { cpuMs } = await server.measure();
  print('history-year.left', { n, ended_calls: ended.length, server_cpu_ms: Math.max(0, cpuMs - idle) });
  await page.context().close();
}

/** The application is in the browser's cache and shows a day of the vehicle. */
async function atWork(opened: Browser, { url }: MeasuredServer, openedOn = 0): Promise<Page> {
  const context: BrowserContext = await opened.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  });
  await context.request.post(`${url}/api/session`, { form: OWNER, headers: { origin: url } });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  const [from, to] = [openedOn, openedOn + 1].map((day) => new Date(YEAR_START + day * DAY_MS).toISOString());
  await page.goto(`${url}/history?devices=1&from=${from}&to=${to}`);
  await page.getByText('Trip 1', { exact: true }).first().waitFor();
  await page.waitForFunction(() => window.seen.drawn.length > 0);
  await page.waitForTimeout(SETTLED_MS);
  return page;
}

/** Asks as a user does who types both ends. */
async function ask(page: Page, days: number): Promise<void> {
  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: '–' }).click();
  await page.getByLabel('From', { exact: true }).fill(typed(YEAR_START));
  await page.getByLabel('To', { exact: true }).fill(typed(YEAR_START + days * DAY_MS));
  await page.evaluate(() => window.forget());
  await page.getByRole('button', { name: 'Apply' }).click();
}

function typed(at: number): string {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year} 00:00`;
}

/** Until the way, the list and what is in view are there. */
async function show(page: Page, days: number): Promise<void> {
  await ask(page, days);
  await page.waitForFunction(() => window.seen.readAt > 0, null, { timeout: WITHIN_MS });
  await page.getByText('Trip 1', { exact: true }).first().waitFor({ timeout: WITHIN_MS });
  await page.waitForTimeout(SETTLED_MS);
}

/** Of the first points on the map, and of the last of the overview. */
async function timesOf(page: Page): Promise<{ first: number; whole: number; points: number }> {
  const { pressedAt, closerAt, drawn } = await page.evaluate(() => window.seen);
  const overview = drawn.filter(({ calledAt }) => calledAt < closerAt);
  const last = overview.at(-1);
  return {
    first: (overview[0]?.at ?? 0) - pressedAt,
    whole: (last?.at ?? 0) - pressedAt,
    points: last?.points ?? 0,
  };
}

async function moveMap(page: Page): Promise<void> {
  await page.mouse.move(900, 350);
  for (let step = 0; step < 6; step++) {
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(700);
  }
  for (let step = 0; step < 4; step++) {
    await page.mouse.down();
    await page.mouse.move(700 + step * 40, 250, { steps: 12 });
    await page.mouse.up();
    await page.mouse.move(900, 350);
    await page.waitForTimeout(900);
  }
}

async function scrollList(page: Page): Promise<void> {
  await page.getByText('Trip 1', { exact: true }).first().hover();
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(30);
  }
}

async function play(page: Page): Promise<void> {
  await page.getByLabel('Playback speed').selectOption('300');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(REPLAY_MS);
}

async function traced(opened: Browser, page: Page, work: () => Promise<void>): Promise<ThreadTimes> {
  await opened.startTracing(page, { categories: TRACE_CATEGORIES });
  await work();
  return threadTimes(await opened.stopTracing());
}

function tasksOf(
  times: readonly ThreadTimes[],
): Readonly<Record<'long_tasks' | 'longest_ms' | 'longest_script_ms', number>> {
  return {
    long_tasks: Math.max(...times.map(({ longTasks }) => longTasks.length)),
    longest_ms: Math.max(...times.map(({ longest }) => longest)),
    longest_script_ms: Math.max(...times.map(({ longestScript }) => longestScript)),
  };
}
