import type { Page } from '@playwright/test';
import {
  coordinatesInPanel,
  createDevice,
  enterAsAdministrator,
  enterDemo,
  expect,
  openDevice,
  test,
  waitLive,
} from '../support/journey.ts';
import { countPixels, findRing } from '../support/map-eye.ts';

// While the network is away on purpose, the browser itself reports what it cannot reach.
test.use({ tolerated: /ERR_|WebSocket connection to|Cannot load a part/ });

const NO_LINE = /Sem conexão com o servidor/;

test('[E2E-253] the line goes while a geofence is drawn: what was drawn and typed stays, and is saved when it is back', async ({
  page,
  context,
  startServer,
}) => {
  const { url } = await startServer({ administrator: true });
  await enterAsAdministrator(context, url);
  const made = await context.request.post(`${url}/api/geofences`, {
    data: { name: 'Pátio', area: 'CIRCLE (-23.5455 -46.6201, 400)', attributes: {} },
    headers: { origin: url },
  });
  const { id } = (await made.json()) as { readonly id: number };
  await page.goto(`${url}/geofence/${id}`);
  await waitLive(page);
  await expect(page.getByLabel(/^Nome/)).toHaveValue('Pátio');
  await waitDrawingLoaded(page);

  await context.setOffline(true);
  await page.getByLabel(/^Nome/).fill('Pátio novo');
  await page.getByRole('button', { name: 'Editar no mapa' }).click();
  await page.getByLabel(/^Raio, p\. ex\./).fill('650');
  await page.getByLabel(/^Raio, p\. ex\./).press('Enter');
  await page.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText(NO_LINE)).toBeVisible();
  await expect(page.getByLabel(/^Nome/)).toHaveValue('Pátio novo');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Cerca salva.')).toBeVisible();
  const [fence] = (await (await context.request.get(`${url}/api/geofences`)).json()) as [
    { name: string; area: string },
  ];
  expect(fence.name).toBe('Pátio novo');
  expect(fence.area).toMatch(/, 650(\.0+)?\)$/);
});

/** The open geofence has fetched what it is drawn with. A quiet network does not say so: a busy page asks late. */
async function waitDrawingLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return [/\/draw-bar-.*\.js$/, /\/draw-bar-.*\.css$/, /\/shape-drawing-.*\.js$/].every((part) =>
      loaded.some((name) => part.test(name)),
    );
  });
}

test(
  '[E2E-254] the line goes while a day, a report and a lock are open: each says so, and comes back by itself',
  { tag: '@no-map' },
  async ({ page, context, demo }) => {
    await enterDemo(context, demo);
    await page.goto(`${demo.url}/devices`);
    await waitLive(page);
    await openDevice(page, 'Fiorino 01');
    const [id] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
    await page.goto(`${demo.url}/history?devices=${id}`);
    await expect(page.getByLabel('Totais')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Ontem' }).click();
    await expect(page.getByText(/^Não foi possível carregar um trajeto/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^Não foi possível carregar/)).toHaveCount(0);
    await expect(page.getByLabel('Totais')).toBeVisible();

    await page.goto(`${demo.url}/reports/travels`);
    const load = page.getByRole('button', { name: 'Carregar' });
    await expect(load).toBeEnabled();
    await context.setOffline(true);
    await load.click();
    await expect(page.getByRole('alert').filter({ hasText: NO_LINE })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('table', { name: 'Viagens' })).toBeVisible();

    await page.goto(`${demo.url}/devices/${id}`);
    await page.getByRole('button', { name: 'Bloquear' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Bloquear' }).click();
    await expect(dialog.getByText(NO_LINE)).toBeVisible();
    await context.setOffline(false);
    await expect(dialog.getByRole('button', { name: 'Bloquear' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  },
);

for (const scheme of ['light', 'dark'] as const) {
  test(`[E2E-255] without a network the map draws the vehicles where they were: ${scheme}`, async ({
    page,
    context,
    startServer,
  }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    await page.emulateMedia({ colorScheme: scheme });
    const id = await createDevice(context, server.url, { name: 'Van da Ana', uniqueId: 'van' });
    const query = new URLSearchParams({ id: 'van', lat: '-23.5', lon: '-46.6' });
    const sent = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`);
    expect(sent.status).toBe(200);
    await page.goto(`${server.url}/devices/${id}`);
    await waitLive(page);
    await page.evaluate(async () => await navigator.serviceWorker.ready);
    await expect.poll(() => ringOf(page, scheme)).toBe(true);
    await page.waitForLoadState('networkidle');
    await page.reload();
    await expect.poll(() => ringOf(page, scheme)).toBe(true);
    await page.waitForLoadState('networkidle');
    await server.kill();
    await context.setOffline(true);
    await page.reload();
    await expect(coordinatesInPanel(page, '-23.500000, -46.600000')).toBeVisible();
    await expect.poll(() => ringOf(page, scheme)).toBe(true);
    await expect(page.getByText(/Sem conexão: situação de/)).toBeVisible({ timeout: 30_000 });
  });
}

/** By day the ring has the color of the product; by night it is lighter. */
const NIGHT_RING = { red: 0x5f, green: 0x85, blue: 0xff };
async function ringOf(page: Page, scheme: 'light' | 'dark'): Promise<boolean> {
  if (scheme === 'light') return (await findRing(page, 470)) !== null;
  return (await countPixels(page, NIGHT_RING, 34)) > 60;
}

/** Meters of the map's scale bar. */
async function scaleOf(page: Page): Promise<number> {
  const [, number = '', unit] =
    /^([\d.,]+)\s*(km|m)$/.exec((await page.locator('.maplibregl-ctrl-scale').innerText()).trim()) ?? [];
  return Number(number.replace('.', '').replace(',', '.')) * (unit === 'km' ? 1000 : 1);
}

test('[E2E-256] three vehicles are followed on one map; the hand pauses that, a press goes on', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const report = async (id: string, lon: number, hoursAgo: number): Promise<void> => {
    const timestamp = String(Math.round(Date.now() / 1000) - hoursAgo * 3600);
    const query = new URLSearchParams({ id, lat: '-23.5', lon: String(lon), timestamp });
    const answer = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`);
    expect(answer.status).toBe(200);
  };
  const ids: number[] = [];
  for (const [at, uniqueId] of ['ana', 'bia', 'cida'].entries()) {
    ids.push(await createDevice(context, server.url, { name: `Van ${uniqueId}`, uniqueId }));
    await report(uniqueId, -46.6 + at / 200, 5);
  }
  await page.goto(`${server.url}/home?together=${ids.join(',')}`);
  await waitLive(page);
  const bar = page.getByRole('region', { name: 'Seguidos no mapa' });
  await expect(bar.getByRole('link')).toHaveText(['Van ana', 'Van bia', 'Van cida']);
  await expect.poll(() => scaleOf(page)).toBeLessThanOrEqual(500);

  await report('cida', -46.2, 4);
  await expect.poll(() => scaleOf(page), 'the one that leaves is kept in sight').toBeGreaterThan(1000);
  const far = await scaleOf(page);
  expect(far).toBeLessThan(20_000);

  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.mouse.move(560, 420, { steps: 4 });
  await page.mouse.up();
  const again = bar.getByRole('button', { name: 'Seguir de novo' });
  await expect(again).toBeVisible();
  await report('cida', -43, 0);
  expect(await scaleOf(page), 'the hand of the person counts').toBe(far);
  await again.click();
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(20_000);
  await expect(again).toHaveCount(0);

  await bar.getByRole('button', { name: 'Não seguir mais Van cida' }).click();
  await expect(page).toHaveURL(`${server.url}/home?together=${ids.slice(0, 2).join(',')}`);
  await expect.poll(() => scaleOf(page)).toBeLessThanOrEqual(500);
});
