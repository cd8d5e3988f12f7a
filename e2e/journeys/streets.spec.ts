import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import { countPixels, type Colour } from '../support/map-eye.ts';
import { makeStreetArchives } from '../support/street-archives.ts';
import { startStyleServer, STYLE_DAY, STYLE_NIGHT } from '../support/style-server.ts';
import { isBehindTraccar } from '../support/behind.ts';

const PORTO_ALEGRE = { latitude: -30.0277, longitude: -51.2187, zoom: 15 };
const SAO_PAULO = { latitude: -23.5505, longitude: -46.6333, zoom: 15 };
/** Colors of street names, light and dark. */
const LABEL_COLOURS: Readonly<Record<'light' | 'dark', Colour>> = {
  light: { red: 0x5a, green: 0x5f, blue: 0x66 },
  dark: { red: 0xb3, green: 0xc0, blue: 0xcc },
};
/** Of a few names; a city alone has less. */
const MANY = 700;

// Thin letters are read here: they need every point of the screen.
test.use({ deviceScaleFactor: 1 });

/** Where the map opens for the administrator. */
async function openMapAt(
  context: BrowserContext,
  url: string,
  view: { readonly latitude: number; readonly longitude: number; readonly zoom: number },
): Promise<void> {
  const headers = { origin: url };
  const user = (await (await context.request.get(`${url}/api/session`)).json()) as { readonly id: number };
  const answer = await context.request.put(`${url}/api/users/${user.id}`, {
    data: { ...user, ...view },
    headers,
  });
  expect(answer.status()).toBe(200);
}

/** Thin letters are mostly edge: half way to the ground counts. */
const labelPixels = (page: Page, scheme: 'light' | 'dark'): Promise<number> =>
  countPixels(page, LABEL_COLOURS[scheme], 32);

async function choose(page: Page, base: string): Promise<void> {
  await page.getByRole('button', { name: 'Camadas do mapa', exact: true }).click();
  await page.getByRole('radio', { name: base }).check();
  await page.keyboard.press('Escape');
}

let archives = '';
test.beforeAll(() => {
  archives = makeStreetArchives();
});
test.afterAll(() => rmSync(archives, { recursive: true }));

for (const scheme of ['light', 'dark'] as const) {
  test(`[E2E-220] [STREET-22] streets with their names, from files of the operator: ${scheme}`, async ({
    page,
    context,
    startServer,
  }) => {
    test.slow();
    const server = await startServer({ administrator: true, env: { MAP_PMTILES: archives } });
    await enterAsAdministrator(context, server.url);
    await page.emulateMedia({ colorScheme: scheme });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    for (const view of [PORTO_ALEGRE, SAO_PAULO]) {
      await openMapAt(context, server.url, view);
      await page.goto(`${server.url}/home`);
      await waitLive(page);
      await expect.poll(() => labelPixels(page, scheme), { timeout: 30_000 }).toBeGreaterThan(MANY);
      await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
    }
    // The text of the checklist is not part of the map.
    if (!isBehindTraccar) await page.getByRole('button', { name: 'Dispensar', exact: true }).click();
    await choose(page, 'Mapa local, sem internet');
    await expect.poll(() => labelPixels(page, scheme), { timeout: 30_000 }).toBeLessThan(MANY);
    await expect(page.getByText('© OpenStreetMap contributors')).toHaveCount(0);
    await choose(page, 'Mapa de ruas desta instalação');
    await expect.poll(() => labelPixels(page, scheme), { timeout: 30_000 }).toBeGreaterThan(MANY);
    expect([...hosts], 'nobody else is asked').toEqual([new URL(server.url).host]);
  });
}

test.describe('a style of others', () => {
  test.use({ tolerated: /status of 503/ });

  test('[E2E-221] [STREET-25] [STREET-26] a style that does not answer stays away quietly, and comes when it does', async ({
    page,
    context,
    startServer,
  }) => {
    test.slow();
    const style = await startStyleServer();
    try {
      const env = { MAP_STYLE_URL: `${style.light} ${style.dark}` };
      const server = await startServer({ administrator: true, env });
      await enterAsAdministrator(context, server.url);
      await openMapAt(context, server.url, PORTO_ALEGRE);
      await page.goto(`${server.url}/home`);
      await waitLive(page);
      const note = page.getByRole('note');
      await expect(note).toContainText('127.0.0.1');
      await checkAccessibility(page, 'note about streets');
      expect(await countPixels(page, STYLE_DAY)).toBe(0);

      style.speak(true);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect.poll(() => countPixels(page, STYLE_DAY)).toBeGreaterThan(100_000);
      await expect(note).toHaveCount(0);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => countPixels(page, STYLE_NIGHT)).toBeGreaterThan(100_000);
    } finally {
      style.close();
    }
  });
});

test('[E2E-222] [STREET-27] who can set a street map is told that there is none, near the ground', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  await openMapAt(context, server.url, PORTO_ALEGRE);
  await page.goto(`${server.url}/home`);
  await expect(page.getByRole('note')).toContainText('Nenhum mapa de ruas está configurado.');
  await page.getByRole('button', { name: 'Como configurar' }).click();
  await expect(page).toHaveURL(/\/server$/);
  await expect(page.getByText('MAP_PMTILES')).toBeVisible();
});
