import { madeUpImei } from '@rastro/simulator';
import type { Locator, Page } from '@playwright/test';
import { reportByHttp } from '../support/http-report.ts';
import { createDevice, enterAsAdministrator, enterDemo, expect, test, waitLive } from '../support/journey.ts';
import { SimulatedCar } from '../support/simulated-car.ts';
import { showEvents } from '../support/behind.ts';

const OPERATOR = { name: 'Olga', email: 'olga@example.com', password: 'so-com-teclado' };
const IMEI = madeUpImei(181);
/** No screen has more stops than that. */
const MAX_STOPS = 80;

/** Moves the focus to a control, as users without a pointer do; fails when no path leads there. */
async function walkTo(page: Page, control: Locator, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(control, 'is reached by keyboard').toBeFocused();
}

test('[E2E-181] a day by keyboard alone', { tag: '@no-map' }, async ({ page, context, startServer }) => {
  test.slow();
  const server = await startServer({ administrator: true });
  const { url } = server;
  await enterAsAdministrator(context, url);
  const deviceId = await createDevice(context, url, { name: 'Strada 07', uniqueId: IMEI });
  const van = await createDevice(context, url, { name: 'Van 12', uniqueId: 'van-12' });
  const headers = { origin: url };
  const made = await context.request.post(`${url}/api/users`, { data: OPERATOR, headers });
  const { id: userId } = (await made.json()) as { id: number };
  for (const id of [deviceId, van]) {
    const link = { data: { userId, deviceId: id }, headers };
    expect((await context.request.post(`${url}/api/permissions`, link)).status()).toBe(204);
  }
  await context.clearCookies();

  const car = new SimulatedCar(server, IMEI);
  try {
    await page.goto(`${url}/login`);
    await walkTo(page, page.getByLabel('E-mail ou usuário'));
    await page.keyboard.type(OPERATOR.email);
    await walkTo(page, page.getByRole('textbox', { name: 'Senha' }));
    await page.keyboard.type(OPERATOR.password);
    await page.keyboard.press('Enter');
    await waitLive(page);

    const palette = page.getByRole('combobox', { name: 'Buscar em tudo' });
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused();
    await page.keyboard.type('strada');
    await expect(page.getByRole('option', { name: /Strada 07/ })).toHaveAttribute(
      'data-combobox-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Strada 07' })).toBeVisible();

    const lock = page.getByRole('button', { name: 'Bloquear', exact: true });
    await expect(lock).toBeEnabled();
    await walkTo(page, lock);
    await page.keyboard.press('Enter');
    await walkTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }));
    await page.keyboard.press('Enter');
    const newest = page.getByRole('list', { name: 'Últimos comandos' }).getByRole('listitem').first();
    // It drives: the command waits, and the operator does not.
    await expect(newest).toContainText(/Aguarda o veículo parar|Confirmado pelo veículo/);
    const now = newest.getByRole('button', { name: 'Bloquear já' });
    if (await now.isVisible()) {
      await walkTo(page, now);
      await page.keyboard.press('Enter');
      await walkTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Cortar o motor agora' }));
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('list', { name: 'Últimos comandos' })).toContainText(
      'Confirmado pelo veículo',
    );
    expect(car.vehicle.blocked).toBe(true);

    await showEvents(context, url);
    await reportByHttp(server, 'van-12', { lat: -23.55, lon: -46.63, valid: true, alarm: 'sos' });
    await expect(page.getByRole('alert').filter({ hasText: 'Alarme: SOS' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused();
    await page.keyboard.type('eventos');
    await expect(page.getByRole('option', { name: 'Eventos' }).first()).toHaveAttribute(
      'data-combobox-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    const row = page
      .getByRole('list', { name: 'Eventos' })
      .getByRole('listitem')
      .filter({ hasText: 'Alarme: SOS' });
    const acknowledge = row.getByRole('button', { name: 'Confirmar evento de Van 12' });
    await walkTo(page, acknowledge);
    await page.keyboard.press('Space');
    await expect(acknowledge).toHaveAttribute('aria-pressed', 'true');

    await walkTo(page, page.getByRole('button', { name: 'Menu de Olga' }));
    await page.keyboard.press('Enter');
    await walkTo(page, page.getByRole('menuitem', { name: 'Sair' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  } finally {
    await car.park();
  }
});

test('[E2E-233] [KEYS-3] Tab goes through the panel before the map', async ({ page, context, demo }) => {
  await enterDemo(context, demo, 'operator');
  await page.goto(`${demo.url}/nearest?at=-23.55,-46.63`);
  await waitLive(page);
  const list = page.getByRole('list', { name: 'Veículos mais próximos' });
  await expect(list.getByRole('button').first()).toBeVisible();
  const canvas = page.locator('.maplibregl-canvas').first();
  // The fleet moves: between two keys another vehicle may have become the last one.
  await expect(async () => {
    await canvas.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(list.locator(':focus')).toHaveCount(1, { timeout: 1000 });
    await page.keyboard.press('Tab');
    await expect(canvas).toBeFocused({ timeout: 1000 });
  }).toPass();
});
