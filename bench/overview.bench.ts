// npm run bench overview [VEHICLES]: the first numbers of an overview over one year, directly after a start of the server: the
// report of its totals, and in a browser all that a person sees, from the address on; and the same once more, as it is
// while somebody looks at it. 10,000 vehicles when not given.
import type { Browser } from '@playwright/test';
import { DAY_MS } from '@rastro/base';
import { makeData, OWNER } from './support/made-data.ts';
import { inFiles, inSqlite, makeTotals, TOTALS_DAYS, TOTALS_START } from './support/made-totals.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { p, print } from './web/figures.ts';
import { openBrowser } from './web/open-browser.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const ROUNDS = 3;
const WITHIN_MS = 120_000;
const YEAR = { from: TOTALS_START, to: TOTALS_START + (TOTALS_DAYS + 1) * DAY_MS - 1 };
const MONTH = { from: YEAR.to + 1 - 30 * DAY_MS, to: YEAR.to };

declare const window: { readonly overview: { readonly first: number; readonly all: number } };
/** In the page: when the first figure of a widget was there, and when the last widget had its own. */
const WATCH = `
  window.overview = { first: 0, all: 0 };
  new MutationObserver(() => {
    const figures = [...document.querySelectorAll('section[data-id] li')];
    if (!figures.some((each) => /\\d/.test(each.textContent))) return;
    window.overview.first ||= performance.now();
    const isBusy = document.querySelector('section[data-id] [aria-busy]') !== null;
    window.overview.all = isBusy ? 0 : window.overview.all || performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

const data = await makeData(VEHICLES);
await data.write((storage) => makeTotals(storage, (sql) => inFiles(data.folder, sql), inSqlite(VEHICLES)));
// Vehicles of this server have no limit of their own: another one would have their history derived anew.
await inFiles(
  data.folder,
  `UPDATE book_heads SET settings = replace(settings, '"deviceKmh":80', '"deviceKmh":null')`,
);
const first = await startMeasuredServer(data.folder);
await first.settled();
await first.stop();
const browser = await openBrowser();
const rounds: Readonly<Record<'month' | 'year' | 'first' | 'all', readonly [number, number]>>[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const month = await afterStart((server) => twice(() => totals(server, MONTH)));
  const year = await afterStart((server) => twice(() => totals(server, YEAR)));
  const [early, late] = await afterStart((server) => twice(() => visit(browser, server)));
  rounds.push({ month, year, first: [early.first, late.first], all: [early.all, late.all] });
}
const median = (name: keyof (typeof rounds)[number], time: 0 | 1): number =>
  p(
    rounds.map((round) => round[name][time]),
    0.5,
  );
print('overview', {
  n: VEHICLES,
  month_ms: median('month', 0),
  year_ms: median('year', 0),
  first_number_ms: median('first', 0),
  all_widgets_ms: median('all', 0),
  month_again_ms: median('month', 1),
  year_again_ms: median('year', 1),
  first_number_again_ms: median('first', 1),
  all_widgets_again_ms: median('all', 1),
  rounds: ROUNDS,
});
await browser.close();
data.remove();

async function afterStart<T>(measure: (server: MeasuredServer) => Promise<T>): Promise<T> {
  const server = await startMeasuredServer(data.folder);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function twice<T>(measure: () => Promise<T>): Promise<readonly [T, T]> {
  const first = await measure();
  return [first, await measure()];
}

async function totals({ url, cookie }: MeasuredServer, { from, to }: typeof YEAR): Promise<number> {
  const [first, last] = [from, to].map((at) => new Date(at).toISOString());
  const began = performance.now();
  const answer = await fetch(`${url}/api/reports/totals?from=${first}&to=${last}&sum=true`, {
    headers: { cookie, accept: 'application/json' },
  });
  const text = await answer.text();
  if (!text.includes(`"vehicles":${VEHICLES}`))
    throw new Error(`Cannot count totals: ${answer.status} ${text}`);
  return performance.now() - began;
}

async function visit(opened: Browser, { url }: MeasuredServer): Promise<{ first: number; all: number }> {
  const context = await opened.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.request.post(`${url}/api/session`, { form: OWNER, headers: { origin: url } });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  const [from, to] = [YEAR.from, YEAR.to].map((at) => new Date(at).toISOString());
  await page.goto(`${url}/overview?from=${from}&to=${to}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.overview.all > 0, null, { timeout: WITHIN_MS });
  // Widgets that come late are busy first.
  await page.waitForTimeout(1000);
  await page.waitForFunction(() => window.overview.all > 0, null, { timeout: WITHIN_MS });
  const seen = await page.evaluate(() => window.overview);
  await context.close();
  return seen;
}
