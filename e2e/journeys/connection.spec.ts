import type { Page } from '@playwright/test';
import { CuttableLine } from '../support/cuttable-line.ts';
import {
  coordinatesInPanel,
  createDevice,
  enterAsAdministrator,
  expect,
  test,
  waitInstalled,
  waitLive,
} from '../support/journey.ts';

// While the server is away on purpose, the browser itself reports what it cannot reach.
test.use({
  // A request through the service worker fails as ERR_FAILED.
  tolerated:
    /ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket connection to/,
});

const badge = (page: Page) => page.getByRole('banner').locator('[data-state]').first();

test(
  '[E2E-20] the server goes away and comes back',
  { tag: ['@no-map', '@cluster'] },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    await page.goto(`${server.url}/devices`);
    await waitLive(page);
    // The service worker keeps the application for times without a server.
    // All parts of the page are there; what comes now is an outage, not half a start.
    await waitInstalled(page);
    await server.kill();
    await expect(badge(page)).toHaveAttribute('data-state', 'waiting');
    await expect(page.getByText(/Reconectando em \d s/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Não foi possível falar com o servidor' })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/maintenance?to=%2Fdevices`);
    await server.start();
    await expect(page.getByRole('heading', { name: /^(Veículos|Entre para)/ })).toBeVisible({
      timeout: 15_000,
    });
    expect(page.url()).toContain('devices');
  },
);

test(
  '[E2E-21] a lost live connection comes back and catches up',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    const line = await CuttableLine.to(server.url);
    try {
      await enterAsAdministrator(context, line.url);
      const id = await createDevice(context, line.url, { name: 'Van da Ana', uniqueId: 'van' });
      const speak = async (latitude: number): Promise<void> => {
        const query = new URLSearchParams({ id: 'van', lat: String(latitude), lon: '-46.6' });
        expect((await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`)).status).toBe(200);
      };
      await speak(-23.5);
      await page.goto(`${line.url}/devices/${id}`);
      await waitLive(page);
      await expect(coordinatesInPanel(page, '-23.500000, -46.600000')).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));

      line.cut();
      await expect(badge(page)).toHaveAttribute('data-state', 'waiting');
      await speak(-23.502);
      line.mend();
      await expect(badge(page)).toHaveAttribute('data-state', 'live', { timeout: 15_000 });
      await expect(coordinatesInPanel(page, '-23.502000, -46.600000')).toBeVisible();
      await speak(-23.504);
      await expect(coordinatesInPanel(page, '-23.504000, -46.600000')).toBeVisible();
      expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
    } finally {
      line.close();
    }
  },
);
