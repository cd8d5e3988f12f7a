import { enterDemo, expect, test, waitLive } from '../support/journey.ts';
import { WireCount } from '../support/wire-count.ts';

const FIRST_REQUESTS = 35;
const FIRST_BYTES = 900_000;
/** Code of screens that were not asked for yet (`app/shell/likely-screens.ts`). */
const PREFETCHED = /\/assets\/likely-/;
const PREFETCHED_BYTES = 130_000;
/** The resource that loads last when the processor is busy. */
const MAP_WORKER = /\/assets\/map-worker-/;
const FINE_GROUND = /\/base-map\/fine\.json/;
const NEXT_BYTES = 100_000;
const COMPRESSIBLE = /\.(m?js|css|html|json|svg)(\?|$)/;
/** Less than this is not worth a compressed copy. */
const SMALL_BYTES = 2500;

test('[E2E-230] a first visit is light, the next one comes from the cache', async ({ browser, demo }) => {
  const line = await WireCount.to(demo.url);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  const visit = async (awaited: readonly RegExp[]): Promise<void> => {
    line.forget();
    const page = await context.newPage();
    await page.goto(`${line.url}/home`);
    await waitLive(page);
    // Prefetched files come last; the worker of the application has its files by then.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    for (const each of awaited)
      await expect.poll(() => line.crossed.some(({ path }) => each.test(path))).toBe(true);
    await expect.poll(() => line.quietMs).toBeGreaterThan(3000);
    await page.close();
  };
  try {
    await enterDemo(context, { ...demo, url: line.url });
    await visit([MAP_WORKER, FINE_GROUND, PREFETCHED]);
    const first = line.crossed;
    const ahead = first.filter(({ path }) => PREFETCHED.test(path));
    note(`first visit: ${first.length} requests, ${sum(first)} bytes, ${sum(ahead)} of them ahead`);
    expect(ahead.length, 'likely screens are fetched ahead').toBeGreaterThan(0);
    expect(first.length, first.map(({ path }) => path).join('\n')).toBeLessThan(FIRST_REQUESTS);
    expect(sum(first) - sum(ahead)).toBeLessThan(FIRST_BYTES);
    expect(sum(ahead)).toBeLessThan(PREFETCHED_BYTES);
    const bare = first.filter(
      ({ path, bytes, encoding }) => COMPRESSIBLE.test(path) && bytes > SMALL_BYTES && encoding === '',
    );
    expect(bare, 'sent uncompressed').toEqual([]);

    await visit([]);
    note(`next visit: ${line.crossed.length} requests, ${sum(line.crossed)} bytes`);
    expect(sum(line.crossed)).toBeLessThan(NEXT_BYTES);
    expect(
      line.crossed.filter(({ path }) => /\/(assets|base-map)\//.test(path) && !path.startsWith('/ext/')),
    ).toEqual([]);
  } finally {
    await context.close();
    await line.stop();
  }
});

/** Adds figures to the report, not only whether they pass. */
const note = (description: string): void =>
  void test.info().annotations.push({ type: 'weight', description });
const sum = (crossed: readonly { readonly bytes: number }[]): number =>
  crossed.reduce((total, { bytes }) => total + bytes, 0);
