import { madeUpImei } from '@rastro/simulator';
import { dragFinger } from '../support/finger.ts';
import {
  createDevice,
  deviceRows,
  enterAsAdministrator,
  expect,
  test,
  waitLive,
} from '../support/journey.ts';
import { findRing } from '../support/map-eye.ts';
import { SimulatedCar } from '../support/simulated-car.ts';

const IMEI = madeUpImei(184);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('[E2E-184] the owner drags the sheet, sees where the vehicle is, and locks it', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  await createDevice(context, server.url, { name: 'Strada 07', uniqueId: IMEI, category: 'pickup' });
  const car = new SimulatedCar(server, IMEI);
  try {
    await page.goto(`${server.url}/devices`);
    await waitLive(page);
    const list = page.getByRole('dialog', { name: 'Veículos' });
    await expect(deviceRows(page)).toHaveCount(1);
    const top = async (name = 'Veículos'): Promise<number> =>
      (await page.getByRole('dialog', { name }).boundingBox())?.y ?? 0;
    await expect.poll(top).toBeGreaterThan(300);
    await expect(list).toBeVisible();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    const half = await top();
    await dragFinger(page, [190, half + 12], [190, 40]);
    await expect.poll(() => top()).toBeLessThan(60);
    // A fling makes it smaller, and takes nothing away.
    await dragFinger(page, [190, (await top()) + 12], [190, half + 20], { rests: false });
    await expect.poll(() => top()).toBeGreaterThan(300);
    if ((await top()) > 700) await page.getByRole('button', { name: 'Abrir', exact: true }).tap();
    await expect.poll(() => top()).toBeLessThan(500);

    await deviceRows(page).first().tap();
    await expect(page.getByRole('dialog', { name: 'Strada 07' })).toBeVisible();
    const place = page.getByRole('region', { name: 'Local' }).getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
    await expect(place).toHaveText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
    await expect.poll(() => top('Strada 07')).toBeGreaterThan(300);
    const sheet = await top('Strada 07');
    await page.getByRole('button', { name: 'Seguir', exact: true }).tap();
    // It stays in the part of the map that the sheet leaves free.
    await expect.poll(() => findRing(page, 0, sheet), { timeout: 20_000 }).not.toBeNull();

    await page.getByRole('button', { name: 'Bloquear', exact: true }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).tap();
    const newest = page.getByRole('list', { name: 'Últimos comandos' }).getByRole('listitem').first();
    // It drives: the command waits, and the owner will not.
    await expect(newest).toContainText(/Aguarda o veículo parar|Confirmado pelo veículo/);
    const now = newest.getByRole('button', { name: 'Bloquear já' });
    if (await now.isVisible()) {
      // Its result is at the end of the sheet.
      await dragFinger(page, [190, (await top('Strada 07')) + 12], [190, 40]);
      await expect.poll(() => top('Strada 07')).toBeLessThan(60);
      await now.tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cortar o motor agora' }).tap();
    }
    await expect(page.getByRole('list', { name: 'Últimos comandos' })).toContainText(
      'Confirmado pelo veículo',
    );
    expect(car.vehicle.blocked).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  } finally {
    await car.park();
  }
});
