import { madeUpImei } from '@rastro/simulator';
import type { BrowserContext, Page } from '@playwright/test';
import { createDevice, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { SimulatedCar } from '../support/simulated-car.ts';
import { isBehindTraccar } from '../support/behind.ts';

const IMEI = madeUpImei(731);

const commands = (page: Page) => page.getByRole('list', { name: 'Últimos comandos' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('alertdialog');

/** The rule of the server changes while a lock waits. */
async function lockAtOnce(context: BrowserContext, url: string): Promise<void> {
  const address = `${url}/api/server`;
  const server = (await (await context.request.get(address)).json()) as { attributes: object };
  const attributes = { ...server.attributes, 'command.lock': 'allow' };
  const data = { ...server, attributes };
  const answer = await context.request.put(address, { data, headers: { origin: url } });
  expect(answer.status()).toBe(200);
}

test(
  '[E2E-25] a lock waits while the vehicle moves, and its own report confirms it',
  { tag: ['@no-map', '@cluster'] },
  async ({ page, context, startServer }) => {
    test.skip(isBehindTraccar, 'A Traccar sends a lock at once');
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const id = await createDevice(context, server.url, {
      name: 'Strada 07',
      uniqueId: IMEI,
      category: 'pickup',
    });
    const car = new SimulatedCar(server, IMEI);
    try {
      await page.goto(`${server.url}/devices/${id}`);
      await waitLive(page);
      await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
      await expect(dialog(page).getByRole('heading', { name: 'Bloquear Strada 07?' })).toBeVisible();
      await expect(dialog(page).getByText(/\d+ km\/h/)).toBeVisible();
      await expect(dialog(page).getByText(/pode causar um acidente/)).toBeVisible();
      await checkAccessibility(page, 'confirmation');
      await dialog(page).getByRole('button', { name: 'Bloquear' }).click();
      await expect(commands(page)).toHaveCount(1);
      await expect(commands(page).first()).toContainText('Bloqueio do motor');
      await expect(commands(page).first()).toContainText('Aguarda o veículo parar');
      await expect(commands(page).first().getByRole('button', { name: 'Cancelar comando' })).toBeVisible();
      await checkAccessibility(page, 'lock that waits');
      await lockAtOnce(context, server.url);
      await expect(commands(page).first()).toContainText('Confirmado pelo veículo');
      await expect(commands(page).first()).toContainText('Resposta: Cut off the fuel supply: Success!');
      expect(car.vehicle.blocked).toBe(true);
      await checkAccessibility(page, 'list of commands');
    } finally {
      await car.park();
    }
  },
);

test(
  '[E2E-26] a command waits for a vehicle that is away, and is taken back on a phone',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    test.skip(isBehindTraccar, 'A Traccar takes no command back');
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const id = await createDevice(context, server.url, { name: 'Strada 08', uniqueId: IMEI });
    const car = new SimulatedCar(server, IMEI);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/devices/${id}`);
    await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toBeEnabled();
    await car.park();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Mais comandos' }).click();
    await page.getByRole('menuitem', { name: 'Reiniciar o rastreador' }).click();
    await dialog(page)
      .getByLabel(/cancelar após/)
      .selectOption('1 hora');
    await dialog(page).getByRole('button', { name: 'Enviar comando' }).click();
    await expect(page.getByText(/comando está pendente/)).toBeVisible();
    await expect(commands(page).first()).toContainText('Na fila');
    await checkAccessibility(page, 'command that waits');
    await commands(page).first().getByRole('button', { name: 'Cancelar comando' }).click();
    await expect(commands(page).first()).toContainText('Cancelado');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);
