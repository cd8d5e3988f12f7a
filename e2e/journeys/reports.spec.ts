import type { Page } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { expect, test } from '../support/journey.ts';
import { aVehicleWithPast, NOON, PERIOD } from '../support/vehicle-with-past.ts';

const table = (page: Page, name: string) => page.getByRole('table', { name });

test('[E2E-210] trips of yesterday: loaded, sorted, grouped, on the map, as a file, and from a row to its past', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  const id = await aVehicleWithPast(context, server);
  await page.goto(`${server.url}/reports`);
  await page.getByRole('link', { name: /^Viagens/ }).click();
  await expect(page.getByText('Seu único veículo')).toBeVisible();
  await page.goto(`${server.url}/reports/travels?devices=${id}&${PERIOD}`);
  await page.getByRole('button', { name: 'Carregar' }).click();
  const trips = table(page, 'Viagens');
  await expect(trips.getByRole('row')).toHaveCount(4);
  await expect(trips).toContainText('ignição desligada');
  await trips.getByRole('button', { name: 'Distância' }).click();
  await expect(page).toHaveURL(/sort=distance/);
  await page.getByLabel('Agrupar').selectOption('Por veículo');
  await expect(trips.getByRole('button', { name: /^Fiorino 31/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Mostrar no mapa' }).click();
  await expect(page).toHaveURL(/markers=1/);
  await checkBothSchemes(page, 'trips');

  await page.getByRole('button', { name: 'Exportar' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Planilha (XLSX)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/_Viagens_\d{4}-\d\d-\d\d(?:_\d{4}-\d\d-\d\d)?\.xlsx$/);

  // Loaded items are there again, in every language.
  await page.goto(`${page.url()}&locale=es`);
  await expect(table(page, 'Viajes').getByRole('row')).toHaveCount(5);
  await page.goto(page.url().replace('locale=es', 'locale=en'));
  await expect(table(page, 'Trips')).toContainText('ignition off');
  await page.goto(page.url().replace('locale=en', 'locale=pt-BR'));

  await table(page, 'Viagens').getByRole('link', { name: 'Ver no histórico: Fiorino 31' }).first().click();
  await expect(page).toHaveURL(/\/history\?/);
  const clock = page.getByRole('slider', { name: 'Momento mostrado' });
  await expect
    .poll(async () => Number(await clock.getAttribute('aria-valuenow')))
    .toBeGreaterThanOrEqual(NOON);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[E2E-211] stops on a phone: the rows have the room of the questions, which come back', async ({
    page,
    context,
    startServer,
  }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    const id = await aVehicleWithPast(context, server);
    await page.goto(`${server.url}/reports/stops?devices=${id}&${PERIOD}`);
    await page.getByRole('button', { name: 'Carregar' }).tap();
    await expect(table(page, 'Paradas')).toContainText('Fiorino 31');
    await expect(page.getByRole('group', { name: 'Período' })).toBeHidden();
    const row = table(page, 'Paradas')
      .getByRole('row', { name: /Fiorino 31/ })
      .first();
    // The first and the last cell have a ground of their own, so that others slide below them.
    const isLineSeen = await row.evaluate((line) =>
      [...line.children].every(
        (cell) => cell.getBoundingClientRect().bottom <= line.getBoundingClientRect().bottom - 1,
      ),
    );
    expect(isLineSeen).toBe(true);
    await checkBothSchemes(page, 'stops');
    await page.getByRole('button', { name: 'Filtros' }).tap();
    await expect(page.getByRole('group', { name: 'Período' })).toBeVisible();
    await page.getByRole('button', { name: 'Voltar' }).tap();
    await expect(page.getByRole('link', { name: /^Resumo/ })).toBeVisible();
  });
});
