import type { Browser, Page } from '@playwright/test';
import { drive } from './drive.ts';
import { serveFleet } from './fleet-server.ts';
import { p, print } from './figures.ts';
import { openBrowser, openFleetPage, PAGE_FOLDER } from './open-browser.ts';
import { threadTimes, TRACE_CATEGORIES } from './thread-times.ts';

/**
 * Measures how much geofences and a trail add to each frame, with 50,000 vehicles, all of it in view. The figures are
 * script time of the main thread per frame (processor time, drawing off): while vehicles move, and while the map moves
 * without a pause, so that every layer is placed again.
 */
const VEHICLES = 50_000;
const BATCHES = 24;
const PAN_MS = 6_000;
const AT = '-46.63,-23.55,10';
/** The trail is that of the first moving vehicle; the ones before it are parked. */
const SELECTED = 8;
const CASES = {
  none: '',
  fences: '&fences=2000',
  trail: `&select=${SELECTED}&trail=yes&trailPoints=5000`,
  both: `&fences=2000&select=${SELECTED}&trail=yes&trailPoints=5000`,
} as const;

interface MapWindow {
  map: { panBy(by: [number, number], options: { duration: number; easing: (t: number) => number }): void };
}
declare const window: MapWindow;

/** Prints one figure per case and kind of frame, and what each case adds to the bare map. */
export async function measureLayers(): Promise<void> {
  const browser = await openBrowser();
  const server = await serveFleet({ count: VEHICLES, folder: PAGE_FOLDER });
  const bare = new Map<string, { readonly p50: number; readonly p95: number }>();
  for (const [name, query] of Object.entries(CASES)) {
    const { page } = await openFleetPage(
      browser,
      `${server.url}?draw=no&cluster=no&at=${AT}${query}`,
      VEHICLES,
    );
    await drive(page, server, 6);
    const kinds = {
      moving: await framesDuring(browser, page, () => drive(page, server, BATCHES)),
      panning: await framesDuring(browser, page, () => pan(page)),
    };
    for (const [kind, frames] of Object.entries(kinds)) {
      const [p50, p95] = [p(frames, 0.5), p(frames, 0.95)];
      const { p50: bare50, p95: bare95 } = bare.get(kind) ?? { p50, p95 };
      if (name === 'none') bare.set(kind, { p50, p95 });
      print(`web.layers.${kind}`, {
        n: VEHICLES,
        fences: name === 'fences' || name === 'both' ? 2_000 : 0,
        trail: name === 'trail' || name === 'both' ? 5_000 : 0,
        p50_ms: p50,
        p95_ms: p95,
        added_p50_ms: p50 - bare50,
        added_p95_ms: p95 - bare95,
        count: frames.length,
      });
    }
    await page.close();
  }
  await server.close();
  await browser.close();
}

async function framesDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await work();
  return threadTimes(await browser.stopTracing()).frames;
}

async function pan(page: Page): Promise<void> {
  await page.evaluate((duration) => {
    window.map.panBy([1_500, 400], { duration, easing: (t) => t });
  }, PAN_MS);
  await page.waitForTimeout(PAN_MS);
}
