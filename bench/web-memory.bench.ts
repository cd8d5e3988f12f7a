// npm run bench web-memory: does the page's memory grow? MINUTES (30) of updates, 50,000 vehicles.
import { drive } from './web/drive.ts';
import { serveFleet } from './web/fleet-server.ts';
import { print } from './web/figures.ts';
import { memoryOf } from './web/memory.ts';
import { buildPage, openBrowser, openFleetPage, PAGE_FOLDER } from './web/open-browser.ts';

const VEHICLES = 50_000;
const MINUTES = Number(process.env['MINUTES'] ?? 30);
const BATCHES_A_MINUTE = 120;
/** Caches fill in the first minutes; the slope counts from here. */
const SETTLED_MINUTE = Math.min(5, MINUTES / 2);

await buildPage();
const browser = await openBrowser();
const server = await serveFleet({ count: VEHICLES, folder: PAGE_FOLDER });
const { page } = await openFleetPage(browser, `${server.url}?draw=no&cluster=yes`, VEHICLES);
const samples: { minute: number; heap: number; renderer: number }[] = [];
for (let minute = 1; minute <= MINUTES; minute++) {
  await drive(page, server, BATCHES_A_MINUTE);
  const { page_heap_mb: heap, renderer_mb: renderer } = await memoryOf(browser, page);
  samples.push({ minute, heap, renderer });
}
const settled = samples.filter(({ minute }) => minute >= SETTLED_MINUTE);
print('web-memory', {
  n: VEHICLES,
  minutes: MINUTES,
  heap_mb_first: settled[0]?.heap ?? 0,
  heap_mb_last: settled.at(-1)?.heap ?? 0,
  heap_kb_per_minute: slope(settled.map(({ heap }) => heap)) * 1_024,
  renderer_mb_first: settled[0]?.renderer ?? 0,
  renderer_mb_last: settled.at(-1)?.renderer ?? 0,
  renderer_mb_peak: Math.max(...settled.map(({ renderer }) => renderer)),
  renderer_kb_per_minute: slope(settled.map(({ renderer }) => renderer)) * 1_024,
});
await server.close();
await browser.close();

/** Least squares: growth per sample. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return (
    over /
    Math.max(
      1,
      values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0),
    )
  );
}
