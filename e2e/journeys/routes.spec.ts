import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enterAsAdministrator, expect, test } from '../support/journey.ts';

test('[E2E-238] a dispatcher plans the day of a van, moves a stop, and takes it to another van', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const post = (path: string, data: object) => context.request.post(`${server.url}${path}`, { data });
  for (const name of ['Furgão 7', 'Furgão 8'])
    await post('/api/devices', { name, uniqueId: name.toLowerCase().replace(' ', '-') });
  for (const [at, customer] of ['Padaria Estrela', 'Mercado Bom Preço', 'Farmácia Central'].entries())
    await post('/ext/orders', {
      customer,
      place: { address: `Rua ${at + 1}`, latitude: -23.55 - at / 50, longitude: -46.63 },
      load: 40,
    });
  await page.goto(`${server.url}/routes?day=2030-12-02`);
  await expect(page.getByText('Nenhum roteiro neste dia')).toBeVisible();
  await checkBothSchemes(page, 'no routes');
  await page.getByRole('button', { name: 'Novo roteiro' }).click();
  await page.getByRole('combobox', { name: 'Veículo' }).fill('7');
  await page.getByRole('option', { name: /Furgão 7/ }).click();
  await page.getByLabel('Capacidade').fill('100');
  await page.getByRole('button', { name: 'Adicionar paradas' }).click();
  for (const customer of ['Farmácia Central', 'Padaria Estrela', 'Mercado Bom Preço'])
    await page.getByRole('button', { name: `Adicionar ${customer}` }).click();
  await page.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByText('A carga é de 120; o veículo leva 100.')).toBeVisible();
  await expect(page.getByText(/termina às/)).toBeVisible();
  await page.getByRole('button', { name: 'Farmácia Central: depois' }).click();
  await page.getByRole('button', { name: 'Farmácia Central: depois' }).click();
  await checkBothSchemes(page, 'a route being planned');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('button', { name: /Furgão 7/ });
  await expect(row).toContainText('3 paradas');

  await page.getByRole('button', { name: 'Novo roteiro' }).click();
  await page.getByRole('combobox', { name: 'Veículo' }).fill('8');
  await page.getByRole('option', { name: /Furgão 8/ }).click();
  await page.getByRole('button', { name: 'Adicionar paradas' }).click();
  await expect(page.getByText(/em um roteiro de Furgão 7/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar Padaria Estrela' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(row).toContainText('2 paradas');
  await row.click();
  const stops = page.getByRole('region', { name: 'Paradas' }).getByRole('listitem');
  await expect(stops.nth(0)).toContainText('Mercado Bom Preço');
  await expect(stops.nth(1)).toContainText('Farmácia Central');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/routes?day=2030-12-02&locale=es`);
  await expect(page.getByRole('button', { name: /Furgão 8/ })).toContainText('1 parada');
  await checkBothSchemes(page, 'routes on a phone');
});
