// npm run bench deep-link: a year of one vehicle by its address, a record every 15 s, in a browser that has nothing in its
// cache; from the address to the route on the map. `DRAW=no` leaves out drawing, which here the processor does.
// The server has made the tracks of its days before.
import { DAY_MS } from '@rastro/base';
import type { Browser } from '@playwright/test';
import { OWNER } from './support/made-data.ts';
import { RECORDS_A_DAY, YEAR_START, yearOf } from './support/made-year.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { waitForTrips } from './support/track-days.ts';
import { openStorage } from '@rastro/storage';
import { p, print } from './web/figures.ts';
import { openBrowser } from './web/open-browser.ts';

const ROUNDS = 7;
/** Of a segment; see map/tracks/track-layer.ts. */
const CORNERS = 6;
const WITHIN_MS = 120_000;
const SETTLED_MS = 1_500;
/** In the page: every track that was drawn, with its points, a frame after it got there. */
const WATCH = `
  window.drawn = [];
  const gl = WebGL2RenderingContext.prototype;
  const draw = gl.drawArrays;
  const isDrawn = ${process.env['DRAW'] !== 'no'};
  if (!isDrawn) gl.drawElements = gl.drawElementsInstanced = gl.drawArraysInstanced = () => undefined;
  // The map draws elements; arrays of segments are tracks.
  gl.drawArrays = function (mode, first, count) {
    if (isDrawn) draw.call(this, mode, first, count);
    const points = count / ${CORNERS} + 1;
    if (points === window.drawn.at(-1)?.points) return;
    const one = { calledAt: performance.now(), at: Infinity, points };
    window.drawn.push(one);
    requestAnimationFrame(() => { one.at = performance.now(); });
  };`;
interface Round {
  /** A worker has drawn its picture, where the map will be; 0 = none does. */
  readonly picture: number;
  /** Script has given the first track to the graphics card, or to the processor in its place. */
  readonly called: number;
  /** A frame after. */
  readonly first: number;
  readonly whole: number;
  readonly points: number;
}
interface Drawn {
  readonly calledAt: number;
  readonly at: number;
  readonly points: number;
}
declare const window: { readonly drawn: readonly Drawn[] };

const browser = await openBrowser();
for (const days of process.env['DAYS']?.split(',').map(Number) ?? [36, 365]) {
  const folder = await yearOf(days);
  const storage = await openStorage({ folder });
  await storage.close();
  const server = await startMeasuredServer(folder);
  await waitForTrips(storage.location, days);
  await server.settled();
  const rounds: Round[] = [];
  // The first round lets the server make the tracks.
  await visit(browser, server.url, days);
  for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, server.url, days));
  const firsts = rounds.map(({ first }) => first);
  print('deep-link', {
    drawn: process.env['DRAW'] !== 'no',
    n: days * RECORDS_A_DAY,
    picture_ms: p(
      rounds.map(({ picture }) => picture),
      0.5,
    ),
    called_ms: p(
      rounds.map(({ called }) => called),
      0.5,
    ),
    first_ms: p(firsts, 0.5),
    first_max_ms: Math.max(...firsts),
    whole_ms: p(
      rounds.map(({ whole }) => whole),
      0.5,
    ),
    points: rounds.at(-1)?.points ?? 0,
    rounds: ROUNDS,
  });
  await server.stop();
}
await browser.close();

async function visit(opened: Browser, url: string, days: number): Promise<Round> {
  const context = await opened.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.request.post(`${url}/api/session`, { form: OWNER, headers: { origin: url } });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  const [from, to] = [YEAR_START, YEAR_START + days * DAY_MS].map((at) => new Date(at).toISOString());
  await page.goto(`${url}/history?devices=1&from=${from}&to=${to}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.drawn.length > 0, null, { timeout: WITHIN_MS });
  await page.getByText('Trip 1', { exact: true }).first().waitFor({ timeout: WITHIN_MS });
  await page.waitForTimeout(SETTLED_MS);
  const drawn = await page.evaluate(() => window.drawn);
  const picture = await page.evaluate(() => performance.getEntriesByName('track-picture')[0]?.startTime ?? 0);
  await context.close();
  const there = drawn.filter(({ at }) => Number.isFinite(at));
  const most = there.reduce((max, { points }) => Math.max(max, points), 0);
  return {
    picture,
    called: there[0]?.calledAt ?? 0,
    first: there[0]?.at ?? 0,
    whole: there.find(({ points }) => points === most)?.at ?? 0,
    points: most,
  };
}
