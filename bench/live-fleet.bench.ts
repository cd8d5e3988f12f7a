// npm run bench live-fleet: a very large fleet on the map, 10,000 updates a second: script of the main thread a second, and
// of each batch that it takes from the data worker. Drawing is switched off, as in web/run.ts.
import { serveFleet } from './web/fleet-server.ts';
import { p, print } from './web/figures.ts';
import { memoryOf } from './web/memory.ts';
import { buildPage, openBrowser, openFleetPage, PAGE_FOLDER } from './web/open-browser.ts';
import { threadTimes, TRACE_CATEGORIES } from './web/thread-times.ts';

const SIZES: readonly number[] = process.env['VEHICLES']?.split(',').map(Number) ?? [50_000, 250_000];
/** The server sends a frame of a kind each 100 ms (LIVE-3). */
const UPDATES = 1_000;
const EVERY_MS = 100;
const WARM_UP = 50;
const FRAMES = 200;

await buildPage();
const browser = await openBrowser();
for (const count of SIZES) {
  for (const cluster of ['yes', 'no'] as const) {
    const server = await serveFleet({ count, folder: PAGE_FOLDER });
    const { page } = await openFleetPage(browser, `${server.url}?draw=no&cluster=${cluster}`, count);
    const drive = async (frames: number): Promise<number> => {
      const startedAt = performance.now();
      for (let frame = 1; frame <= frames; frame++) {
        server.send({ positions: server.fleet.step(UPDATES) });
        await page.waitForTimeout(Math.max(0, frame * EVERY_MS - (performance.now() - startedAt)));
      }
      return (performance.now() - startedAt) / 1_000;
    };
    await drive(WARM_UP);
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const seconds = await drive(FRAMES);
    const { script, messages, frames, longestScript } = threadTimes(await browser.stopTracing());
    print('live-fleet', {
      n: count,
      clustered: cluster === 'yes',
      updates_per_s: (UPDATES * FRAMES) / seconds,
      script_ms_per_s: script / seconds,
      batches_per_s: messages.length / seconds,
      batch_p50_ms: p(messages, 0.5),
      batch_p95_ms: p(messages, 0.95),
      frame_p95_ms: p(frames, 0.95),
      frames_per_s: frames.length / seconds,
      longest_script_ms: longestScript,
      ...(await memoryOf(browser, page)),
    });
    await page.close();
    await server.close();
  }
}
await browser.close();
