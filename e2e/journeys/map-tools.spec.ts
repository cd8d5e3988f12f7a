import type { BrowserContext, Page } from '@playwright/test';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { startGeocoder } from '../support/geocoder.ts';
import { createDevice, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';

const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a van parked in São Paulo, in the middle of the map. */
async function openVan(page: Page, context: BrowserContext, server: RastroServer): Promise<void> {
  await enterAsAdministrator(context, server.url);
  await createDevice(context, server.url, { name: 'Van 12', uniqueId: 'map-tools-1', category: 'van' });
  const place = 'lat=-23.55&lon=-46.63&speed=0&accuracy=60&valid=true';
  const report = await fetch(`http://127.0.0.1:${server.protocols['osmand'] ?? 0}/?id=map-tools-1&${place}`);
  expect(report.status).toBe(200);
  await page.goto(`${server.url}/home`);
  await waitLive(page);
}

async function openTool(page: Page, name: string): Promise<void> {
  await button(page, 'Mais ferramentas').click();
  await button(page, name).click();
}
const storedPreferences = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mapPref') ?? '{}') as unknown);

test('[E2E-120] [WEBMAP-34] labels are chosen and kept; the ruler measures by mouse and keyboard', async ({
  page,
  context,
  startServer,
}) => {
  // It checks the drawn map repeatedly, and the processor draws it.
  test.slow();
  await openVan(page, context, await startServer({ administrator: true }));
  await button(page, 'Camadas do mapa').click();
  const named = await settled(page);
  await page.getByRole('checkbox', { name: 'Placa' }).check();
  await page.getByRole('checkbox', { name: 'Situação' }).check();
  await page.getByRole('checkbox', { name: 'Círculo de precisão' }).check();
  const full = await settled(page);
  expect(full.equals(named), 'the label and the circle are drawn').toBe(false);
  await checkAccessibility(page, 'layers');
  await page.getByRole('checkbox', { name: 'Agrupar veículos próximos' }).uncheck();
  expect(await storedPreferences(page)).toEqual({
    clustered: false,
    counts: false,
    groups: false,
    name: true,
    plate: true,
    status: true,
    precision: true,
  });
  await page.keyboard.press('Escape');
  await page.reload();
  await waitLive(page);
  await button(page, 'Camadas do mapa').click();
  await expect(page.getByRole('checkbox', { name: 'Situação' })).toBeChecked();
  await page.keyboard.press('Escape');

  await openTool(page, 'Régua');
  const ruler = page.getByRole('region', { name: 'Régua' });
  await expect(ruler.getByRole('status')).toHaveText('0 m');
  await expect(canvas(page)).toHaveCSS('cursor', 'crosshair');
  await canvas(page).click({ position: { x: 420, y: 320 } });
  await canvas(page).click({ position: { x: 560, y: 320 } });
  await expect(ruler.getByText(/\(1 trecho\)/)).toBeVisible();
  const first = await ruler.getByRole('status').textContent();
  await canvas(page).click({ position: { x: 560, y: 440 } });
  await expect(ruler.getByText(/\(2 trechos\)/)).toBeVisible();
  await expect(ruler.getByRole('status')).not.toHaveText(first ?? '');
  await checkAccessibility(page, 'ruler');
  await page.keyboard.press('Backspace');
  await expect(ruler.getByRole('status')).toHaveText(first ?? '');
  expect(new URL(page.url()).pathname, 'clicks of the ruler choose nothing').toBe('/home');
  await button(page, 'Limpar').click();
  await canvas(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(ruler.getByText(/\(\d+ trechos?\)/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(ruler).toHaveCount(0);
});

test('[E2E-123] [WEBMAP-48] an address and coordinates are found, and the keys of the map are told', async ({
  page,
  context,
  startServer,
}) => {
  const geocoder = await startGeocoder();
  const server = await startServer({ administrator: true, env: { GEOCODER_URL: `photon:${geocoder.url}` } });
  await openVan(page, context, server);
  await button(page, 'Buscar endereço ou coordenadas').click();
  await page.getByRole('searchbox').fill('Rua que não existe');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhum lugar encontrado.')).toBeVisible();
  await page.getByRole('searchbox').fill('avenida paulista');
  await page.keyboard.press('Enter');
  await checkAccessibility(page, 'search');
  const before = await settled(page);
  await page.getByRole('button', { name: /Avenida Paulista/ }).click();
  await expect.poll(async () => (await canvas(page).screenshot()).equals(before)).toBe(false);
  await page.getByRole('searchbox').fill(`23°33'00" S, 46°37'48" O`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /-23,55|-23\.55/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveCount(0);

  await canvas(page).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do mapa' })).toBeVisible();
  await checkAccessibility(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  geocoder.close();
});

test('[E2E-121] [WEBMAP-47] the map is printed with title, legend and attribution', async ({
  page,
  context,
  startServer,
}) => {
  await openVan(page, context, await startServer({ administrator: true }));
  await settled(page);
  // As a browser does it: the event comes before the paper.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('section[data-print]');
  await expect(sheet.getByRole('heading', { name: 'Rastro' })).toBeVisible();
  await expect(sheet.getByText('Natural Earth')).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'Legenda' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('banner').first()).toBeHidden();
  const colours = await sheet.locator('canvas').evaluate((picture) => {
    const paper = picture as HTMLCanvasElement;
    const { data } = paper.getContext('2d')?.getImageData(0, 0, paper.width, paper.height) ?? { data: [] };
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return seen.size;
  });
  // Ground, grid, letters, and the tones of the van.
  expect(colours, 'the picture is not empty').toBeGreaterThan(20);
  expect((await page.pdf({ landscape: true })).length).toBeGreaterThan(20_000);
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });

  test('[E2E-122] [WEBMAP-46] own place and fingers, with the sheet open', async ({
    page,
    context,
    startServer,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -8.05, longitude: -34.9, accuracy: 40 });
    await openVan(page, context, await startServer({ administrator: true }));
    await page.goto(new URL('/devices', page.url()).href);
    await waitLive(page);
    const start = await settled(page);
    await drag(page, [150, 260], [240, 300]);
    await expect.poll(async () => (await settled(page)).equals(start), 'a finger moves the map').toBe(false);
    await expect(page.getByRole('heading', { name: 'Veículos' })).toBeVisible();
    const before = await settled(page);
    await button(page, 'Minha localização').click();
    await expect(button(page, 'Minha localização')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await settled(page)).equals(before), 'the own place is shown').toBe(false);
    await button(page, 'Minha localização').click();
    await expect(button(page, 'Minha localização')).toHaveAttribute('aria-pressed', 'false');

    await page.goto(new URL('/home', page.url()).href);
    await waitLive(page);
    await openTool(page, 'Régua');
    await checkAccessibility(page, 'ruler on a phone');
    await canvas(page).tap({ position: { x: 60, y: 420 } });
    await canvas(page).tap({ position: { x: 220, y: 420 } });
    await expect(page.getByText(/\(1 trecho\)/)).toBeVisible();
    await button(page, 'Encerrar').click();

    await context.clearPermissions();
    await button(page, 'Minha localização').click();
    await expect(page.getByRole('alert').getByText(/não permitiu/)).toBeVisible();
    await checkAccessibility(page, 'refused place');
  });
});

/** Returns the map once two screenshots in a row are equal: nothing is loading any more. */
async function settled(page: Page): Promise<Buffer> {
  let last = await canvas(page).screenshot();
  await expect
    .poll(async () => {
      const next = await canvas(page).screenshot();
      const isSame = next.equals(last);
      last = next;
      return isSame;
    })
    .toBe(true);
  return last;
}

/** One finger from a place to another. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [
    { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part },
  ];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 10; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('[E2E-126] the address of a vehicle shows it from near, opened and reloaded', async ({
    page,
    context,
    startServer,
  }) => {
    const server = await startServer({ administrator: true });
    await openVan(page, context, server);
    const scale = page.locator('.maplibregl-ctrl-scale');
    await page.goto(`${server.url}/devices/1`);
    await expect(scale).toHaveText(/^\d+\sm$/);
    await page.reload();
    await expect(scale).toHaveText(/^\d+\sm$/);
    await page.goto(`${server.url}/devices`);
    await page.getByRole('option', { name: 'Van 12' }).click();
    await expect(scale).toHaveText(/^\d+\sm$/);
  });
});
