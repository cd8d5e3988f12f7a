import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enterAsAdministrator, expect, test } from '../support/journey.ts';

test('[E2E-243] a dispatcher has the day planned, sees what does not fit, and saves all routes at once', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const post = (path: string, data: object) => context.request.post(`${server.url}${path}`, { data });
  for (const name of ['Furgão 7', 'Furgão 8'])
    await post('/api/devices', { name, uniqueId: name.toLowerCase().replace(' ', '-') });
  for (let at = 0; at < 12; at++)
    await post('/ext/orders', {
      customer: `Loja ${at + 1}`,
      place: { address: `Rua ${at + 1}`, latitude: -23.55 - (at % 4) / 50, longitude: -46.63 - at / 200 },
      load: 40,
      minutes: 10,
    });
  await post('/ext/orders', { customer: 'Sem endereço certo', place: { address: 'Estrada velha, km 3' } });

  await page.goto(`${server.url}/routes?day=2030-12-02`);
  await page.getByRole('button', { name: 'Planejar o dia' }).click();
  await expect(page.getByText('13 de 13 ordens escolhidas')).toBeVisible();
  await page.getByRole('button', { name: 'Planejar' }).click();
  await expect(page.getByText('Escolha pelo menos um veículo.')).toBeVisible();
  for (const name of ['Furgão 7', 'Furgão 8']) {
    await page.getByRole('combobox', { name: 'Adicionar um veículo' }).fill(name);
    await page.getByRole('option', { name }).click();
  }
  await page.getByLabel('Capacidade').fill('400');
  await checkBothSchemes(page, 'a plan being made');
  await page.getByRole('button', { name: 'Planejar' }).click();

  await expect(page.getByText(/^12 paradas em 2 roteiros/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sem roteiro' })).toContainText('Sem endereço certo');
  await checkBothSchemes(page, 'a plan to be saved');
  // It is kept while nobody looks, and nothing of it is on any route.
  await page.goto(`${server.url}/routes?day=2030-12-02`);
  await expect(page.getByText('Nenhum roteiro neste dia')).toBeVisible();
  await page.getByRole('button', { name: 'Planejar o dia' }).click();
  await page.getByRole('button', { name: 'Salvar 2 roteiros' }).click();
  const rows = page.getByRole('list', { name: 'Roteiros' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);

  // One more order, for the vehicles as they are now.
  await post('/ext/orders', {
    customer: 'Loja nova',
    place: { address: 'Rua 99', latitude: -23.56, longitude: -46.65 },
    load: 10,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/routes/plan?day=2030-12-02&locale=es`);
  await expect(page.getByText('2 de 2 órdenes elegidas')).toBeVisible();
  await checkBothSchemes(page, 'a plan on a phone');
  await page.getByRole('button', { name: 'Planificar', exact: true }).click();
  await expect(page.getByText(/^13 paradas en 2 itinerarios/)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar 2 itinerarios' }).click();
  await expect(page.getByRole('list', { name: 'Itinerarios' }).getByRole('listitem')).toHaveCount(2);
});
