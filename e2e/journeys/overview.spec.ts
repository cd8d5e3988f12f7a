import { checkBothSchemes } from '../support/check-accessibility.ts';
import { expect, test } from '../support/journey.ts';
import { aVehicleWithPast, PERIOD } from '../support/vehicle-with-past.ts';

test('[E2E-213] a number of the overview leads to the report that makes it up, which ends in the same number', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await aVehicleWithPast(context, server);
  await page.goto(`${server.url}/overview?${PERIOD}`);
  const driven = page.getByRole('region', { name: 'Distância e horas' });
  const number = driven.getByRole('link', { name: /^[\d,.]+\skm Distância$/ });
  await expect(number).toBeVisible();
  const distance = (await number.locator('span').first().textContent()) ?? '';
  await expect(
    page.getByRole('region', { name: 'Veículos por situação' }).getByRole('link', { name: /^1 / }),
  ).toBeVisible();
  await checkBothSchemes(page, 'overview');

  await number.click();
  const totals = page.getByRole('table', { name: 'Totais por veículo' });
  await expect(totals.getByRole('row').last()).toContainText(distance);
  await page.goBack();
  await expect(number).toContainText(distance);
  await page.getByRole('button', { name: 'Ontem', exact: true }).click();
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(number).toContainText(distance);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/overview?${PERIOD}&locale=es`);
  await expect(page.getByRole('heading', { name: 'Vista general' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Distancia y horas' }).getByRole('link').first(),
  ).toBeVisible();
  await checkBothSchemes(page, 'overview on a phone');
});
