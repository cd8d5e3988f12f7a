import type { Page } from '@playwright/test';
import type { FleetServer } from './fleet-server.ts';

export const UPDATES = 2_000;
const EVERY_MS = 500;

/** So many batches of updates, one every half second. */
export async function drive(
  page: Page,
  server: FleetServer,
  batches: number,
  updates = UPDATES,
): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const startedAt = performance.now();
    server.send({ positions: server.fleet.step(updates) });
    await page.waitForTimeout(Math.max(0, EVERY_MS - (performance.now() - startedAt)));
  }
}
