// npm run bench wall [MINUTES]: does the memory of a wall grow? Rotation at 60 times, over pages and map; 20 minutes when not given.
import type { Page } from '@playwright/test';
import { DAY_MS } from '@rastro/base';
import type { WallView } from '@rastro/fleet/figures';
import type { NewWall } from '@rastro/fleet/layouts';
import { makeData, writeLatest } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { print } from './web/figures.ts';
import { memoryOf } from './web/memory.ts';
import { openBrowser } from './web/open-browser.ts';

const MINUTES = Number(process.argv[2] ?? 20);
const DEVICES = 500;
/** As fast as a wall whose pages stand for half a minute, sixty times over. */
const SECONDS = 30 / 60;
const MAX_GROWTH = 0.05;
const SAMPLES = 20;

declare const window: { readonly turns: number };
/** Counts pages by the number that each shows. */
const COUNT_TURNS = `
  window.turns = 0;
  let last = '';
  new MutationObserver(() => {
    const [text = ''] = /\\d+ de \\d+/.exec(document.querySelector('footer')?.textContent ?? '') ?? [];
    if (text !== '' && text !== last) window.turns += 1;
    last = text === '' ? last : text;
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

const data = await makeData(DEVICES);
await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
const server = await startMeasuredServer(data.folder);
const browser = await openBrowser();
try {
  const wall = await makeWall(server);
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await quicken(page);
  await page.addInitScript({ content: COUNT_TURNS });
  await page.goto(`${server.url}/overview/wall/${wall.token}`);
  // A bench of two hours runs beside other work.
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 });
  const samples: { share: number; heap: number; renderer: number }[] = [];
  const began = performance.now();
  for (let at = 1; at <= SAMPLES; at++) {
    const due = began + (at / SAMPLES) * MINUTES * 60_000;
    await page.waitForTimeout(Math.max(0, due - performance.now()));
    const { page_heap_mb: heap, renderer_own_mb: renderer } = await memoryOf(browser, page);
    samples.push({ share: at / SAMPLES, heap, renderer });
  }
  const first = at(samples, 0.1);
  const last = at(samples, 1);
  const growth = (last.heap - first.heap) / first.heap;
  print('wall', {
    n: DEVICES,
    minutes: MINUTES,
    pages: await page.evaluate(() => window.turns),
    heap_mb_first: first.heap,
    heap_mb_last: last.heap,
    heap_growth_percent: growth * 100,
    renderer_mb_first: first.renderer,
    renderer_mb_last: last.renderer,
  });
  if (growth > MAX_GROWTH) {
    console.error(`The heap of a wall grew by ${(growth * 100).toFixed(1)} %: at most 5 % may be lost`);
    process.exitCode = 1;
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}

function at<T extends { readonly share: number }>(samples: readonly T[], share: number): T {
  const found = samples.find((sample) => sample.share >= share - 1e-9);
  if (!found) throw new Error(`Cannot compare: no sample at ${share}`);
  return found;
}

/** Has every answer turn the pages sixty times as fast; figures are sent anew each time, as at the end of their quarter minute. */
async function quicken(page: Page): Promise<void> {
  await page.route('**/ext/wall*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('known');
    const answer = await route.fetch({ url: url.href });
    if (answer.status() !== 200) return route.fulfill({ response: answer });
    const view = (await answer.json()) as WallView;
    return route.fulfill({ response: answer, json: { ...view, seconds: SECONDS } });
  });
}

/** A wall of the owner of all vehicles, over the default overview and the map. */
async function makeWall({ url, cookie }: MeasuredServer): Promise<NewWall> {
  const expiration = new Date(Date.now() + DAY_MS).toISOString();
  const token = await fetch(`${url}/api/session/token`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ expiration }),
  });
  const loginToken = await token.text();
  const made = await fetch(`${url}/ext/walls`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Hall',
      layoutIds: [0],
      map: true,
      seconds: 30,
      expiration,
      zone: 'America/Sao_Paulo',
      language: 'pt-BR',
      loginToken,
    }),
  });
  if (made.status !== 200) throw new Error(`Cannot make a wall: ${made.status} ${await made.text()}`);
  return (await made.json()) as NewWall;
}
