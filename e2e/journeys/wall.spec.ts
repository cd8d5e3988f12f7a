import { checkAccessibility } from '../support/check-accessibility.ts';
import { expect, test } from '../support/journey.ts';
import { aVehicleWithPast } from '../support/vehicle-with-past.ts';
import { watchErrors } from '../support/watch-errors.ts';

const TV = { viewport: { width: 1920, height: 1080 } } as const;

test('[E2E-234] a screen without a session shows an overview and the map by turns, and is dark when it is ended', async ({
  page,
  context,
  browser,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await aVehicleWithPast(context, server);
  await page.goto(`${server.url}/overview`);
  await page.getByRole('button', { name: 'Mais sobre esta visão geral' }).click();
  await page.getByRole('menuitem', { name: 'Telas de TV' }).click();
  const list = page.getByRole('dialog', { name: 'Telas de TV' });
  await expect(list.getByText('Nenhuma tela de TV ainda')).toBeVisible();
  await list.getByRole('button', { name: 'Nova tela de TV' }).last().click();
  const form = page.getByRole('dialog', { name: 'Nova tela de TV' });
  await form.getByLabel('Nome', { exact: true }).fill('Portaria');
  await form.getByLabel('Cada página fica por').selectOption('10');
  await checkAccessibility(page, 'new wall');
  await form.getByRole('button', { name: 'Criar link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(new URL(link).pathname).toMatch(/^\/overview\/wall\/[\w-]{32}$/);
  await page.getByRole('button', { name: 'Concluir' }).click();

  // A television: no cookie, no account.
  const hall = await browser.newContext(TV);
  const errors = watchErrors(hall);
  const wall = await hall.newPage();
  const asked: string[] = [];
  wall.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await wall.goto(link);
  await expect(wall.getByRole('heading', { level: 1 })).toContainText('Portaria');
  const driven = wall.getByRole('region', { name: 'Distância e horas' });
  await expect(driven.getByText(/^[\d,.]+\skm$/)).toBeVisible();
  await checkAccessibility(wall, 'wall, dark');
  expect(await wall.getByRole('link').count()).toBe(0);
  const size = await driven
    .locator('li span')
    .first()
    .evaluate((value) => Number.parseFloat(getComputedStyle(value).fontSize));
  expect(size).toBeGreaterThanOrEqual(28);
  // By itself, after ten seconds.
  await expect(wall.getByText(/^2 de \d+$/)).toBeVisible();
  while (!(await wall.getByRole('region', { name: 'Mapa da frota' }).isVisible())) {
    await wall.keyboard.press('ArrowRight');
    await wall.waitForTimeout(200);
  }
  await expect(wall.getByRole('heading', { level: 1 })).toContainText('Mapa');
  await checkAccessibility(wall, 'map of a wall');
  expect(asked.filter((path) => /^\/api\/(?!server)|^\/ext\/(?!wall|assets)/.test(path))).toEqual([]);
  expect(await hall.cookies()).toEqual([]);

  await expect(list.getByText(/aberta pela última vez/)).toBeVisible({ timeout: 45_000 });
  await checkAccessibility(page, 'walls');
  await list.getByRole('button', { name: 'Encerrar Portaria' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(wall.getByRole('heading', { name: 'Esta tela foi encerrada' })).toBeVisible({ timeout: 3000 });
  await expect(wall.getByText('Portaria')).toHaveCount(0);
  await wall.goto(`${link}?theme=light`);
  await expect(wall.getByRole('heading', { name: 'Esta tela foi encerrada' })).toBeVisible();
  await checkAccessibility(wall, 'ended wall, light');
  expect(errors.filter((error) => !/404 .*\/ext\/wall/.test(error))).toEqual([]);
  await hall.close();
});
