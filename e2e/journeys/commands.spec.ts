import { systemClock } from '@rastro/base';
import { AREAS, madeUpImei, Mover, randomFrom, report, Vehicle } from '@rastro/simulator';
import type { Page } from '@playwright/test';
import { createDevice, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import { checkAccessibility } from '../support/check-accessibility.ts';
import type { RastroServer } from '../support/rastro-server.ts';

const IMEI = madeUpImei(731);
const PACE_MS = 100;

/** A simulated car on a GT06 connection; it obeys, answers and reports like a real one, ten times as fast. */
class Car {
  readonly vehicle = new Vehicle(
    { uniqueId: IMEI, cadence: { movingS: 5, standingS: 10 }, ignition: 'follows the trip' },
    new Mover({ kind: 'city', breakS: [30, 60] }, AREAS.saoPaulo, randomFrom(3)),
  );
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #reporting: Promise<unknown>;

  constructor({ protocols }: RastroServer) {
    let now = Date.now() - 600_000;
    const live = (): void => this.vehicle.tick((now += 1000));
    while (this.vehicle.controls().report.speedKmh < 20) live();
    this.#timer = setInterval(live, PACE_MS);
    const address = { host: '127.0.0.1', port: protocols['gt06'] ?? 0 };
    this.#reporting = report(this.vehicle, 'gt06', { address, clock: systemClock }, this.#stop.signal);
  }
  async park(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#reporting;
  }
}

const commands = (page: Page) => page.getByRole('list', { name: 'Últimos comandos' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('alertdialog');

test('[E2E-25] a moving vehicle is locked, and its own report confirms it', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const id = await createDevice(context, server.url, {
    name: 'Strada 07',
    uniqueId: IMEI,
    category: 'pickup',
  });
  const car = new Car(server);
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
    await expect(commands(page).first()).toContainText('Confirmado pelo veículo');
    await expect(commands(page).first()).toContainText('Resposta: Cut off the fuel supply: Success!');
    expect(car.vehicle.blocked).toBe(true);
    await checkAccessibility(page, 'list of commands');
  } finally {
    await car.park();
  }
});

test('[E2E-26] a command waits for a vehicle that is away, and is taken back on a phone', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const id = await createDevice(context, server.url, { name: 'Strada 08', uniqueId: IMEI });
  const car = new Car(server);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/devices/${id}`);
  await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toBeEnabled();
  await car.park();
  await page.getByRole('button', { name: 'Mais comandos' }).click();
  await page.getByRole('menuitem', { name: 'Reiniciar o dispositivo' }).click();
  await dialog(page)
    .getByLabel(/cancelar após/)
    .selectOption('1 hora');
  await dialog(page).getByRole('button', { name: 'Enviar comando' }).click();
  await expect(page.getByText(/o comando está pendente/)).toBeVisible();
  await expect(commands(page).first()).toContainText('Na fila');
  await checkAccessibility(page, 'command that waits');
  await commands(page).first().getByRole('button', { name: 'Cancelar comando' }).click();
  await expect(commands(page).first()).toContainText('Cancelado');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
