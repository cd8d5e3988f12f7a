import { madeUpImei } from '@rastro/simulator';
import type { Page } from '@playwright/test';
import { enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import { SimulatedCar } from '../support/simulated-car.ts';

const IMEI = madeUpImei(183);
/** Three times as fast as a real one: each report draws the map. */
const PACE_MS = 300;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Links what the open form shows with the group. */
async function linkWithGroup(page: Page): Promise<void> {
  await press(page, 'Vínculos');
  const links = page.getByRole('dialog', { name: /^Vínculos de/ });
  await links.getByRole('combobox').selectOption({ label: 'Grupos' });
  await links
    .getByRole('listbox')
    .getByRole('option', { name: /Zona sul/ })
    .click();
  await links.getByRole('button', { name: 'Salvar' }).click();
  await expect(links.getByText('Vínculos salvos.')).toBeVisible();
  await links.getByRole('button', { name: 'Fechar' }).click();
}

test('[E2E-183] what an administrator sets up works for a vehicle', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);

  await page.goto(`${server.url}/groups/new`);
  await waitLive(page);
  await page.getByLabel('Nome').fill('Zona sul');
  await press(page, 'Salvar');
  await expect(page.getByRole('option', { name: /Zona sul/ })).toBeVisible();

  await page.goto(`${server.url}/devices/new`);
  await page.getByLabel('Nome').fill('Strada 07');
  await page.getByLabel('Identificador (IMEI)').fill(IMEI);
  await page.getByRole('combobox', { name: 'Grupo', exact: true }).fill('zona');
  await page.getByRole('option', { name: 'Zona sul' }).click();
  await press(page, 'Salvar');
  await page.getByRole('link', { name: 'Ir para o veículo' }).click();
  await expect(page.getByRole('heading', { name: 'Strada 07', exact: true })).toBeVisible();
  const deviceUrl = page.url();

  const car = new SimulatedCar(server, IMEI, PACE_MS);
  try {
    await expect(page.getByRole('region', { name: 'Local' }).getByText(/^-?\d+\.\d{6},/)).toBeVisible();
    // Around where the vehicle is: the drawing gives the center, the form a radius that holds the city.
    await page.goto(`${server.url}/geofence/new?shape=circle`);
    const canvas = page.locator('canvas.maplibregl-canvas');
    await expect(canvas).toHaveCSS('cursor', 'crosshair');
    await page.mouse.move(600, 340);
    await page.mouse.down();
    await page.mouse.move(680, 380, { steps: 5 });
    await page.mouse.up();
    await press(page, 'Concluir');
    await page.getByLabel('Nome').fill('Cidade');
    await page.getByLabel('Raio (m)').fill('60000');
    await press(page, 'Salvar');
    await expect(page.getByText('Cerca salva.')).toBeVisible();
    await page.getByRole('option', { name: /Cidade/ }).click();
    await linkWithGroup(page);

    await page.goto(`${server.url}/commands/new`);
    await page.getByLabel('Título').fill('Perguntar versão');
    await page.getByLabel('Texto ou valor').fill('VERSION#');
    await press(page, 'Salvar');
    await page.getByRole('option', { name: /Perguntar versão/ }).click();
    await linkWithGroup(page);

    await page.goto(`${server.url}/events`);
    await expect(
      page
        .getByRole('list', { name: 'Eventos' })
        .getByRole('listitem')
        .filter({ hasText: 'Entrou na cerca' }),
    ).toContainText('Strada 07');

    await page.goto(deviceUrl);
    await press(page, 'Mais ações');
    await press(page, 'Mais comandos');
    await page.getByRole('menuitem', { name: 'Perguntar versão' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar comando' }).click();
    await expect(
      page.getByRole('list', { name: 'Últimos comandos' }).getByRole('listitem').first(),
    ).toContainText('VERSION:RASTRO_SIM_1.0');
  } finally {
    await car.park();
  }
});
