import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

/** Script heap of the page after a collection, and the whole renderer, data worker included; MiB. */
export async function memoryOf(
  browser: Browser,
  page: Page,
): Promise<{ readonly page_heap_mb: number; readonly renderer_mb: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const root = await browser.newBrowserCDPSession();
  const { processInfo } = await root.send('SystemInfo.getProcessInfo');
  await root.detach();
  let renderer = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    renderer = Math.max(renderer, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  }
  return { page_heap_mb: usedSize / 1_048_576, renderer_mb: renderer };
}
