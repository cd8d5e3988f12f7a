import { checkAccessibility } from '../support/check-accessibility.ts';
import { deviceRows, enterDemo, expect, test, waitLive } from '../support/journey.ts';

test(
  '[E2E-27] filters narrow the list and the map, and survive a reload',
  { tag: '@no-map' },
  async ({ page, context, demo }) => {
    await enterDemo(context, demo);
    await page.goto(`${demo.url}/devices`);
    await waitLive(page);
    await expect(deviceRows(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Mais filtros' }).click();
    await page.getByLabel('Ignição ligada').selectOption('Não');
    await page.getByLabel('Marca do rastreador').selectOption({ index: 1 });
    await expect(page).toHaveURL(/ignition=0&gps_brand=/);
    await checkAccessibility(page, 'filters');
    await page.getByRole('button', { name: /^Mostrar \d+ veículo/ }).click();
    const matchCount = page.getByText(/^\d+ de \d+$/);
    await expect(matchCount).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Mais filtros, 2 em uso' })).toBeVisible();
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(page.getByText(/^Mapa filtrado: \d+ de \d+$/)).toBeVisible();
    await page.getByRole('button', { name: 'Remover o filtro' }).click();
  },
);

test('[E2E-27] one vehicle is shown alone', { tag: '@no-map' }, async ({ page, context, demo }) => {
  await enterDemo(context, demo);
  await page.goto(`${demo.url}/devices/3`);
  await waitLive(page);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('button', { name: 'Somente este' }).click();
  await expect(page.getByText(/^Mapa filtrado: 1 de \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/only=3/);
  await expect(deviceRows(page)).toHaveCount(1);
});
