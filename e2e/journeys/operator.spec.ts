import type { Page } from '@playwright/test';
import { deviceRows, enterDemo, expect, openDevice, test, waitLive } from '../support/journey.ts';
import { findRing } from '../support/map-eye.ts';

/** Width of a panel and the menu rail next to it. */
const PANEL_END_PX = 470;

const countOf = async (page: Page, name: string): Promise<number> => {
  const tile = page
    .getByRole('group', { name: 'Filtrar por situação' })
    .getByRole('button', { name: new RegExp(`^\\d+\\s*${name}$`) });
  return Number.parseInt((await tile.textContent()) ?? '', 10);
};
const names = async (page: Page): Promise<readonly string[]> =>
  (await deviceRows(page).allTextContents()).map((text) => text.slice(0, 12));
const searchField = (page: Page) => page.getByLabel('Buscar veículos');

test.beforeEach(async ({ page, context, demo }) => {
  await enterDemo(context, demo);
  await page.goto(`${demo.url}/devices`);
  await waitLive(page);
  await expect(deviceRows(page).first()).toContainText(/\w/);
});

test('[E2E-7] the fleet moves in the panel and on the map', { tag: '@cluster' }, async ({ page }) => {
  test.slow();
  await openDevice(page, 'Avião');
  const coordinates = page.getByRole('region', { name: 'Local' }).getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  await expect(coordinates).toHaveText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  // From high enough to see where a plane is heading.
  for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'Afastar' }).click();
  const before = await coordinates.textContent();
  const there = await restingRing(page);
  await expect(coordinates).not.toHaveText(before ?? '', { timeout: 30_000 });
  await expect
    .poll(
      async () => {
        const here = await findRing(page, PANEL_END_PX);
        return here === null ? 0 : Math.hypot(here.x - there.x, here.y - there.y);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(3);
});

test('[E2E-8] counts add up and filter', { tag: '@no-map' }, async ({ page }) => {
  await expect
    .poll(async () => {
      const [online, offline, unknown] = [
        await countOf(page, 'Online'),
        await countOf(page, 'Offline'),
        await countOf(page, 'Desconhecidos'),
      ];
      return online + offline + unknown === (await countOf(page, 'Todos'));
    })
    .toBe(true);
  const total = await countOf(page, 'Todos');
  expect(total).toBeGreaterThan(50);

  await page.getByRole('button', { name: /Parados$/ }).click();
  await expect(page).toHaveURL(/filter=stopped/);
  await expect(page.getByRole('status').getByText(` de ${total}`)).toBeVisible();
  await expect(deviceRows(page).first()).toContainText('Parado');
  await expect
    .poll(async () => (await deviceRows(page).allTextContents()).every((row) => row.includes('Parado')))
    .toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: /Parados$/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(deviceRows(page).first()).toContainText('Parado');

  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(page.getByText(/^Mapa filtrado: \d+ de \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Remover o filtro' }).click();
  await expect(page.getByText(/^Mapa filtrado/)).toHaveCount(0);
});

test('[E2E-9] the search finds what is asked for', { tag: '@no-map' }, async ({ page }) => {
  const row = deviceRows(page).filter({ hasText: 'Fiorino 03' });
  await searchField(page).fill('FIÓRINO');
  await expect(deviceRows(page)).toHaveCount(6);
  await expect(row).toBeVisible();
  const [plate = '', imei = ''] =
    /(\w{7}) · (\d{9,15})/.exec((await row.textContent()) ?? '')?.slice(1) ?? [];
  for (const text of [plate, plate.toLowerCase(), imei]) {
    await searchField(page).fill(text);
    await expect(deviceRows(page)).toHaveCount(1);
    await expect(row).toBeVisible();
  }
  await searchField(page).fill('submarino');
  await expect(page.getByRole('heading', { name: 'Nenhum veículo encontrado' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar busca e filtro' }).click();
  await expect(deviceRows(page).nth(5)).toBeVisible();
});

test('[E2E-10] the same field again flips the order', { tag: '@no-map' }, async ({ page }) => {
  const sort = async (field: string): Promise<void> => {
    await page.getByRole('button', { name: /^(Nome|Velocidade)$/ }).click();
    await page.getByRole('menuitemradio', { name: field }).click();
  };
  const first = await names(page);
  expect(first[0]).toMatch(/^Avião/);
  await sort('Nome');
  await expect(page).toHaveURL(/sort=name-desc/);
  await expect(deviceRows(page).first()).toContainText(/^Vistoria 02/);
  await sort('Nome');
  await expect(deviceRows(page).first()).toContainText(/^Avião/);
  await sort('Velocidade');
  await expect(page).toHaveURL(/sort=speed-desc/);
  await expect(deviceRows(page).first()).toContainText(/^Avião/);
});

test('[E2E-11] the list by keyboard', { tag: '@no-map' }, async ({ page, demo }) => {
  await searchField(page).fill('fiorino');
  await expect(deviceRows(page)).toHaveCount(6);
  await searchField(page).press('ArrowDown');
  const list = page.getByRole('listbox', { name: 'Lista de veículos' });
  await expect(list).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const fifth = deviceRows(page).nth(4);
  await expect(fifth).toHaveAttribute('data-active', 'true');
  await expect(list).toHaveAttribute('aria-activedescendant', (await fifth.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Fiorino 05' })).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(new RegExp(`^${demo.url}/devices`));
});

test('[E2E-12] a device, its tabs and its panel', { tag: '@no-map' }, async ({ page, demo }) => {
  await openDevice(page, 'Fiorino 02');
  await expect(page.locator('dt', { hasText: 'Protocolo' }).locator('~ dd')).toHaveText(/^(gt06|teltonika)$/);
  await expect(page.locator('dt', { hasText: 'Hodômetro' }).locator('~ dd')).toHaveText(/km$/);

  await page.getByRole('tab', { name: 'Últimas posições' }).click();
  const history = page.getByRole('list', { name: 'Últimas posições' });
  await expect(history.getByRole('listitem').first()).toContainText(/km\/h/);
  await history.getByRole('button').first().click();
  await expect(history.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '24 h' }).click();
  await expect(history.getByRole('listitem').first()).toContainText(/km\/h/);

  await page.getByRole('tab', { name: 'Atributos' }).click();
  await page.getByLabel('Buscar atributo').fill('placa');
  await expect(page.locator('dt')).toHaveText(['Placa']);

  await page.getByRole('button', { name: 'Expandir' }).click();
  await expect(page).toHaveURL(/expand=true/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Atributos' })).toHaveAttribute('aria-selected', 'true');
  const panel = page.getByRole('region', { name: 'Fiorino 02' });
  await expect.poll(async () => (await panel.boundingBox())?.width ?? 0).toBeGreaterThan(900);
  await page.getByRole('button', { name: 'Reduzir' }).click();
  await expect.poll(async () => (await panel.boundingBox())?.width ?? 0).toBeLessThan(500);
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(page).toHaveURL(`${demo.url}/home`);
});

test('[E2E-13] follow and trail are in the address', async ({ page }) => {
  await openDevice(page, 'Fiorino 04');
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('button', { name: 'Rastro', exact: true }).click();
  await expect(page).toHaveURL(/\/devices\/\d+\?follow=1&trail=1$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Seguir', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await expect(page.getByRole('button', { name: 'Rastro', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect.poll(() => findRing(page, PANEL_END_PX), { timeout: 20_000 }).not.toBeNull();

  // Dragging the map away ends following, and the address shows it; a toast may cover the lower right.
  await page.mouse.move(560, 520);
  await page.mouse.down();
  await page.mouse.move(700, 420, { steps: 6 });
  await page.mouse.up();
  await expect(page).not.toHaveURL(/follow/);
  await expect(page.getByRole('button', { name: 'Seguir', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('[E2E-14] a click on the map opens the vehicle', async ({ page, demo }) => {
  await openDevice(page, 'Guindaste');
  await expect.poll(() => findRing(page, PANEL_END_PX), { timeout: 20_000 }).not.toBeNull();
  const address = page.url();
  const at = await restingRing(page);
  // A click on empty map clears the selection.
  await page.mouse.click(at.x + 150, at.y + 150);
  await expect(page).toHaveURL(`${demo.url}/home`);
  await expect.poll(() => findRing(page, PANEL_END_PX)).toBeNull();
  // Without a panel the middle is in the middle of the map again.
  const map = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (map === null) throw new Error('Cannot find the map');
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { name: 'Guindaste' })).toBeVisible();
});

test('[E2E-15] vehicles in one spot are picked apart', async ({ page }) => {
  await openDevice(page, 'Reserva 02');
  await page.getByRole('button', { name: 'Ver os 5 veículos deste ponto' }).click();
  const fan = page.getByRole('group', { name: '5 veículos neste ponto' });
  await expect(fan.getByRole('button')).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(fan).toHaveCount(0);

  const at = await restingRing(page);
  await page.mouse.click(at.x, at.y);
  await fan.getByRole('button', { name: 'Reserva 04' }).click();
  await expect(page.getByRole('heading', { name: 'Reserva 04' })).toBeVisible();
});

/** Where the ring is once the map has come to rest. */
async function restingRing(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  let last = { x: 0, y: 0 };
  await expect
    .poll(
      async () => {
        const now = await findRing(page, PANEL_END_PX);
        const isStill = now !== null && Math.hypot(now.x - last.x, now.y - last.y) < 1;
        if (now !== null) last = now;
        return isStill;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return last;
}
