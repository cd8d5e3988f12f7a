// npm run bench wall [MINUTES]: does the memory of a wall grow? Rotation at 60 times, over pages and map; 20 minutes when not given.
import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '@rastro/base';
import type { NewWall } from '@rastro/fleet/layouts';
import { makeData, writeLatest } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { print } from './web/figures.ts';
import { largestRenderer, MEBIBYTE } from './web/memory.ts';
import { openBrowser } from './web/open-browser.ts';
import { openPlainPage } from './web/plain-page.ts';

const MINUTES = Number(process.argv[2] ?? 20);
const DEVICES = 500;
/** As fast as a wall whose pages stand for half a minute, sixty times over. */
const SECONDS = 30 / 60;
const MAX_GROWTH = 0.05;
/** One differs from the next by a twentieth: pages and answers that are under way. */
const SAMPLES = 60;
/** Shares of the run whose medians are compared. Before, the browser compiles what runs often. */
const EARLY = { from: 0.1, to: 0.25 };
const LATE = { from: 0.85, to: 1 };

/**
 * Has every answer turn the pages sixty times as fast; figures are sent anew each time, as at the end of their quarter
 * minute. Counts pages by the number that each shows.
 */
const QUICKEN = `
  const read = window.fetch;
  window.fetch = async (address, ...options) => {
    const url = new URL(address instanceof Request ? address.url : address, location.href);
    if (!url.pathname.includes('/ext/wall')) return read(address, ...options);
    url.searchParams.delete('known');
    const answer = await read(url, ...options);
    if (answer.status !== 200) return answer;
    return Response.json({ ...(await answer.json()), seconds: ${SECONDS} }, { headers: answer.headers });
  };
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
  const url = `${server.url}/overview/wall/${wall.token}`;
  const page = await openPlainPage(browser, { url, width: 1920, height: 1080, script: QUICKEN });
  while (!(await page.evaluate<boolean>('window.turns > 0'))) await setTimeout(1000);
  const samples: Sample[] = [];
  const began = performance.now();
  for (let at = 1; at <= SAMPLES; at++) {
    const due = began + (at / SAMPLES) * MINUTES * 60_000;
    await setTimeout(Math.max(0, due - performance.now()));
    const heap = (await page.heapBytes()) / MEBIBYTE;
    samples.push({ share: at / SAMPLES, heap, renderer: (await largestRenderer(browser)).own });
  }
  const [early, late] = [mediansOf(samples, EARLY), mediansOf(samples, LATE)];
  print('wall', {
    n: DEVICES,
    minutes: MINUTES,
    pages: await page.evaluate<number>('window.turns'),
    heap_mb_first: early.heap,
    heap_mb_last: late.heap,
    heap_growth_percent: (late.heap / early.heap - 1) * 100,
    renderer_mb_first: early.renderer,
    renderer_mb_last: late.renderer,
    renderer_growth_percent: (late.renderer / early.renderer - 1) * 100,
  });
  for (const name of ['heap', 'renderer'] as const) {
    const growth = late[name] / early[name] - 1;
    if (growth <= MAX_GROWTH) continue;
    console.error(`The ${name} of a wall grew by ${(growth * 100).toFixed(1)} %: at most 5 % may be lost`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}

/** MiB. */
interface Sample {
  readonly share: number;
  readonly heap: number;
  readonly renderer: number;
}
function mediansOf(samples: readonly Sample[], { from, to }: typeof EARLY): Omit<Sample, 'share'> {
  const some = samples.filter(({ share }) => share >= from - 1e-9 && share <= to + 1e-9);
  const median = (of: (sample: Sample) => number): number =>
    some.map(of).toSorted((a, b) => a - b)[some.length >> 1] ?? NaN;
  return { heap: median(({ heap }) => heap), renderer: median(({ renderer }) => renderer) };
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
