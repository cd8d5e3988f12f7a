import type { Page } from '@playwright/test';
import { enterAsAdministrator, expect, test, waitInstalled, waitLive } from '../support/journey.ts';
import { NewerBuild } from '../support/newer-build.ts';

const offer = (page: Page) => page.getByRole('alertdialog', { name: /Há uma nova versão/ });
/** Which builds this browser keeps for times without a network. */
const builds = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));

test(
  '[E2E-290] a newer build is offered, waits until it is wanted, and takes over where the reader is',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    const build = await NewerBuild.before(server.url);
    try {
      await enterAsAdministrator(context, build.url);
      await page.goto(`${build.url}/devices`);
      await waitLive(page);
      await waitInstalled(page);
      const [former] = await builds(page);
      await page.reload();
      await waitLive(page);
      await expect(offer(page)).toBeHidden();

      build.release();
      await page.goto(`${build.url}/account`);
      await expect(offer(page)).toBeVisible();
      await offer(page).getByRole('button', { name: 'Depois' }).click();
      await expect(offer(page)).toBeHidden();
      expect(await builds(page)).toContain(former);

      await page.reload();
      const loaded = page.waitForEvent('load');
      await offer(page).getByRole('button', { name: 'Atualizar' }).click();
      await loaded;
      await expect.poll(() => builds(page)).toEqual([expect.stringMatching(/^shell-newer-/)]);
      await expect(page).toHaveURL(`${build.url}/account`);
      await expect(page.getByLabel('Nome', { exact: true })).toBeVisible();
      await expect(offer(page)).toBeHidden();
    } finally {
      // A page that still polls would report the stopped server.
      await page.close();
      build.close();
    }
  },
);
