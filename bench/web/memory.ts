import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

export const MEBIBYTE = 1_048_576;

/**
 * Script heap of the page after a collection, and the whole renderer, data worker included; MiB. `own` is memory that
 * is in no file and not shared: without the browser's program and the part shared with the process that draws.
 */
export async function memoryOf(
  browser: Browser,
  page: Page,
): Promise<{
  readonly page_heap_mb: number;
  readonly renderer_mb: number;
  readonly renderer_own_mb: number;
}> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const { all, own } = await largestRenderer(browser);
  return { page_heap_mb: usedSize / MEBIBYTE, renderer_mb: all, renderer_own_mb: own };
}

/** Memory of the largest renderer, MiB. */
export async function largestRenderer(
  browser: Browser,
): Promise<{ readonly all: number; readonly own: number }> {
  const root = await browser.newBrowserCDPSession();
  const { processInfo } = await root.send('SystemInfo.getProcessInfo');
  await root.detach();
  let [all, own] = [0, 0];
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    const mebibytes = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024;
    all = Math.max(all, mebibytes('VmRSS'));
    own = Math.max(own, mebibytes('RssAnon'));
  }
  return { all, own };
}
