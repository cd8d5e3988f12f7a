import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enterAsAdministrator, expect, test } from '../support/journey.ts';
import { twoDrivers } from '../support/two-drivers.ts';
import { PERIOD } from '../support/vehicle-with-past.ts';

test('[E2E-215] a manager sees who drives badly and why, and tries other weights', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const { ruiId } = await twoDrivers(context, server);
  await page.goto(`${server.url}/drivers`);
  await page.getByRole('button', { name: 'Notas de condução' }).click();
  await page.goto(`${server.url}/scores?by=driver&${PERIOD}`);
  const ranked = page.getByRole('region', { name: 'Na classificação' });
  await expect(ranked.getByRole('link')).toHaveCount(2);
  await expect(ranked.getByRole('link').first()).toContainText('Ana');
  await page.getByRole('combobox', { name: 'Ordem' }).selectOption('worst');
  await expect(ranked.getByRole('link').first()).toContainText('Rui');
  await checkBothSchemes(page, 'scores of drivers');

  await ranked.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/drivers/${ruiId}/score`));
  await expect(page.getByText('2º lugar de 2')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Evolução' })).toBeVisible();
  await checkBothSchemes(page, 'score of a driver');
  const braking = page.getByRole('row', { name: /Freada brusca/ });
  const count = /^(\d+)/.exec((await braking.getByRole('cell').first().textContent()) ?? '')?.[1];
  expect(Number(count)).toBeGreaterThan(20);
  await braking.getByRole('link').click();
  await expect(page.getByText('Motorista: Rui')).toBeVisible();
  const events = page.getByRole('table', { name: 'Eventos de condução' });
  await expect(events.getByRole('row', { name: /Freada brusca/ }).first()).toBeVisible();
  await expect(page.getByText(new RegExp(`${count} linhas`))).toBeVisible();
  await page.goBack();

  await page.goto(`${server.url}/scores?by=driver&${PERIOD}`);
  const rui = ranked.getByRole('link').last();
  const before = await rui.textContent();
  await page.getByRole('button', { name: 'Configurar notas' }).click();
  const preview = page.getByRole('table', { name: 'Últimos 30 dias com esta configuração' });
  const worst = preview.getByRole('row', { name: /^Pior/ });
  const now = (await worst.getByRole('cell').first().textContent()) ?? '';
  await expect(worst.getByRole('cell').last()).toHaveText(now);
  await page.getByRole('slider', { name: 'Peso: Freada brusca' }).press('End');
  await expect(worst.getByRole('cell').last()).not.toHaveText(now);
  await checkBothSchemes(page, 'settings of scores');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rui).not.toHaveText(before ?? '');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/drivers/${ruiId}/score?${PERIOD}&locale=en`);
  await expect(page.getByText('Place 2 of 2')).toBeVisible();
  await checkBothSchemes(page, 'score of a driver on a phone');
  await page.goto(`${server.url}/scores?by=driver&${PERIOD}&locale=es`);
  await expect(page.getByRole('heading', { name: 'Puntajes de conducción' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'En la clasificación' })).toBeVisible();
  await checkBothSchemes(page, 'scores on a phone');
  await page.getByRole('button', { name: 'Configurar puntajes' }).click();
  await expect(page.getByRole('slider').first()).toBeVisible();
  await checkBothSchemes(page, 'settings of scores on a phone');
});
