import type { Geofence } from '@rastro/fleet';
import type { BrowserContext, Page } from '@playwright/test';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { dragFinger } from '../support/finger.ts';
import { enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';

type Spot = readonly [x: number, y: number];

const done = (page: Page) => page.getByRole('button', { name: 'Concluir' });
const map = (page: Page) => page.locator('canvas.maplibregl-canvas');

async function saved(context: BrowserContext, url: string): Promise<Geofence[]> {
  return (await (await context.request.get(`${url}/api/geofences`)).json()) as Geofence[];
}
async function startDrawing(page: Page, url: string, shape: string): Promise<void> {
  await page.goto(`${url}/geofence`);
  await waitLive(page);
  await expect(page.getByText('Nenhuma cerca ainda')).toBeVisible();
  await checkAccessibility(page, 'empty list');
  await page.getByRole('button', { name: 'Nova' }).click();
  await page.getByRole('menuitem', { name: shape }).click();
  await expect(done(page)).toBeVisible();
  // Drawing takes the pointer over, as the cursor shows.
  await expect(map(page)).toHaveCSS('cursor', 'crosshair');
}
const pointsOf = (area: string | undefined): string[] => [...new Set(area?.match(/-?[\d.]+ -?[\d.]+/g))];

test('[E2E-69] [WEBFENCE-41] a circle tells its radius while it is drawn, and a correction is taken back by keys', async ({
  page,
  context,
  startServer,
}) => {
  const { url } = await startServer({ administrator: true });
  await enterAsAdministrator(context, url);
  await startDrawing(page, url, 'Círculo');
  const drag = async (from: Spot, to: Spot): Promise<void> => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
  };
  const size = page.getByText(/^Raio: .* Área: /);
  await page.mouse.move(600, 300);
  await page.mouse.click(600, 300, { delay: 40 });
  await page.mouse.move(660, 300);
  await page.mouse.move(680, 300);
  await expect(size, 'while the pointer moves').toBeVisible();
  await page.mouse.click(680, 300, { delay: 40 });
  await expect(page.getByText(/Arraste o círculo para mover/)).toBeVisible();
  const radius = async (): Promise<string> => /Raio: ([^·]+)/.exec(await size.innerText())?.[1]?.trim() ?? '';
  const drawn = await radius();
  await expect(page.locator('.maplibregl-marker').filter({ hasText: drawn })).toBeVisible();
  await drag([680, 300], [740, 300]);
  await expect.poll(radius).not.toBe(drawn);
  await page.keyboard.press('Control+z');
  await expect.poll(radius).toBe(drawn);
  await drag([680, 300], [740, 300]);
  await expect.poll(radius, 'the handle is where it was').not.toBe(drawn);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(radius).toBe(drawn);
});

test('[E2E-232] [WEBFENCE-42] a circle has the radius that is typed, before and after it is drawn', async ({
  page,
  context,
  startServer,
}) => {
  const { url } = await startServer({ administrator: true });
  await enterAsAdministrator(context, url);
  await startDrawing(page, url, 'Círculo');
  const field = page.getByLabel(/^Raio, p\. ex\./);
  const sizeText = (length: string) => page.getByText(new RegExp(`^Raio: ${length} · Área: `));
  await field.fill('longe');
  await field.press('Enter');
  await expect(page.getByText(/^Digite um comprimento/)).toBeVisible();
  await field.fill('2,5 km');
  await field.press('Enter');
  await expect(sizeText('2,5\\skm')).toBeVisible();
  await expect(page.getByText(/Arraste o círculo para mover/)).toBeVisible();
  await field.fill('400');
  await field.press('Enter');
  await expect(sizeText('400\\sm')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(sizeText('2,5\\skm')).toBeVisible();
  await done(page).click();
  await expect(page.getByLabel('Raio (m)')).toHaveValue('2500');
});

test('[E2E-60] [WEBFENCE-44] a polygon is drawn, saved, found on the map, opened again and deleted', async ({
  page,
  context,
  startServer,
}) => {
  const { url } = await startServer({ administrator: true });
  await enterAsAdministrator(context, url);
  await startDrawing(page, url, 'Polígono');
  await done(page).click();
  await expect(page.getByText('Marque pelo menos três cantos.')).toBeVisible();
  const corners: readonly Spot[] = [
    [600, 250],
    [800, 250],
    [800, 420],
    [600, 420],
  ];
  for (const [x, y] of corners) {
    await page.mouse.move(x - 3, y - 3);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y, { delay: 40 });
  }
  // Set corners are work: canceling asks first, and staying preserves them.
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  await done(page).click();
  await page.getByLabel('Nome').fill('Pátio');
  await checkAccessibility(page, 'form');
  await page.getByLabel(/Limite de velocidade/).fill('60');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Cerca salva.')).toBeVisible();
  await expect(page.getByRole('option', { name: 'Pátio 4 pontos' })).toBeVisible();
  await checkAccessibility(page, 'list');
  const [first] = await saved(context, url);
  expect(first?.name).toBe('Pátio');
  expect(first?.attributes['speedLimit']).toBeCloseTo(32.397, 2);
  expect(pointsOf(first?.area)).toHaveLength(4);

  // A second one meets a corner of the first: a click near it is exactly that corner.
  await page.getByRole('button', { name: 'Nova' }).click();
  await page.getByRole('menuitem', { name: 'Polígono' }).click();
  await expect(map(page)).toHaveCSS('cursor', 'crosshair');
  await page.waitForFunction(() => document.getAnimations().length === 0);
  for (const [x, y] of [
    [804, 424],
    [900, 424],
    [900, 520],
  ] as const) {
    await page.mouse.move(x - 3, y - 3);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y, { delay: 40 });
  }
  await done(page).click();
  await page.getByLabel('Nome').fill('Vizinha');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('option', { name: 'Vizinha 3 pontos' })).toBeVisible();
  const [yard, beside] = await saved(context, url);
  const shared = pointsOf(beside?.area).filter((point) => pointsOf(yard?.area).includes(point));
  expect(shared).toHaveLength(1);
  const headers = { origin: url };
  await context.request.delete(`${url}/api/geofences/${beside?.id}`, { headers });
  await expect(page.getByRole('option', { name: 'Vizinha 3 pontos' })).toBeHidden();

  // The panel came back: the map has moved by half of its width.
  await expect(async () => {
    await page.mouse.click(900, 330);
    await expect(page.getByRole('heading', { name: 'Pátio' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'Editar no mapa' }).click();
  await expect(page.getByText(/Arraste os cantos/)).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await done(page).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Cerca salva.')).toBeVisible();
  expect((await saved(context, url))[0]?.area, 'what nobody touched stays').toBe(first?.area);

  await page.getByRole('option', { name: /Pátio/ }).click();
  await page.getByRole('button', { name: 'Excluir a cerca' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkAccessibility(page, 'deleting');
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await expect(page.getByText('Cerca excluída.')).toBeVisible();
  expect(await saved(context, url)).toEqual([]);
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });

  test('[E2E-61] a circle is drawn with a finger', async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    await startDrawing(page, url, 'Círculo');
    await checkAccessibility(page, 'drawing');
    await dragFinger(page, [190, 480], [250, 520]);
    await expect(page.getByText(/Arraste o círculo/)).toBeVisible();
    await done(page).click();
    await page.getByLabel('Nome').fill('Cliente');
    await page.getByLabel('Raio (m)').fill('750');
    await checkAccessibility(page, 'form');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Cerca salva.')).toBeVisible();
    await expect(page.getByRole('option', { name: 'Cliente 1,77 km²' })).toBeVisible();
    const [fence] = await saved(context, url);
    expect(fence?.area).toMatch(/^CIRCLE \(-?[\d.]+ -?[\d.]+, 750\)$/);
  });
});
