import type { BrowserContext, Page } from '@playwright/test';
import { createDevice, enterAsAdministrator, expect, test } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';

const NOON = Date.parse(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)) / 1000 + 12 * 3600;
const PERIOD = `from=${new Date((NOON - 3600) * 1000).toISOString()}&to=${new Date((NOON + 4 * 3600) * 1000).toISOString()}`;
const SPEED_KN = 27;

/** Two drives of twenty minutes on a straight road, with an hour at its end between them, there and back. */
function twoDrives(): readonly Readonly<Record<string, string>>[] {
  const records: Record<string, string>[] = [];
  const put = (second: number, share: number, speed: number, ignition: boolean): void => {
    const [lat, lon] = [-23.55 + share * 0.06, -46.63 + share * 0.12];
    records.push({
      lat: lat.toFixed(6),
      lon: lon.toFixed(6),
      timestamp: String(NOON + second),
      speed: String(speed),
      ignition: String(ignition),
    });
  };
  for (let s = 0; s <= 1200; s += 15) put(s, s / 1200, SPEED_KN, true);
  for (let s = 1230; s < 4800; s += 300) put(s, 1, 0, false);
  for (let s = 4800; s <= 6000; s += 15) put(s, 1 - (s - 4800) / 1200, SPEED_KN, true);
  for (let s = 6030; s <= 7800; s += 300) put(s, 0, 0, false);
  return records;
}

async function aVehicleWithPast(context: BrowserContext, server: RastroServer): Promise<number> {
  await enterAsAdministrator(context, server.url);
  const uniqueId = '7900000001';
  const id = await createDevice(context, server.url, { name: 'Fiorino 31', uniqueId, category: 'van' });
  for (const record of twoDrives()) {
    const query = new URLSearchParams({ id: uniqueId, valid: 'true', ...record });
    const answer = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`, {
      method: 'POST',
    });
    expect(answer.status).toBe(200);
  }
  return id;
}

const clock = (page: Page) => page.getByRole('slider', { name: 'Momento mostrado' });
const moment = async (page: Page): Promise<number> => Number(await clock(page).getAttribute('aria-valuenow'));
const trip = (page: Page, number: number) => page.getByRole('button', { name: `Viagem ${number}` });

test('[E2E-200] the past of yesterday: trips, one alone, replay, and back to the fleet', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  const id = await aVehicleWithPast(context, server);
  await page.goto(`${server.url}/devices/${id}`);
  await page.getByRole('button', { name: 'Histórico', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Histórico' })).toBeVisible();
  await page.goto(`${server.url}/history?devices=${id}&${PERIOD}`);
  await expect(trip(page, 1)).toBeVisible();
  await expect(trip(page, 2)).toBeVisible();
  await expect.poll(() => moment(page)).toBe(NOON);

  await trip(page, 2).click();
  await expect(page).toHaveURL(new RegExp(`focus=${id}\\.`));
  // It begins with the last record that stood.
  await expect.poll(() => moment(page).then((at) => Math.abs(at - NOON - 4800))).toBeLessThanOrEqual(300);
  await expect(page.getByText('Só Viagem 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/focus=/);

  // From the end of the first drive the hour at rest is jumped over.
  await page.keyboard.press('Home');
  await page.getByLabel('Velocidade da reprodução').selectOption('×300');
  await page.getByRole('button', { name: 'Reproduzir' }).click();
  await expect.poll(() => moment(page), { timeout: 30_000 }).toBeGreaterThan(NOON + 4800);
  await page.getByRole('button', { name: 'Pausar' }).click();
  const rested = await moment(page);
  const kept = (): number => Number(new URL(page.url()).searchParams.get('at'));
  await expect.poll(() => Math.abs(kept() - rested)).toBeLessThanOrEqual(120);
  await page.reload();
  await expect.poll(() => moment(page).then((at) => Math.abs(at - rested))).toBeLessThanOrEqual(120);

  await expect(trip(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(clock(page)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[E2E-201] the past on a phone: the clock is dragged on the strip, and a trip is tapped', async ({
    page,
    context,
    startServer,
  }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    const id = await aVehicleWithPast(context, server);
    await page.goto(`${server.url}/history?devices=${id}&${PERIOD}`);
    await expect.poll(() => moment(page)).toBe(NOON);
    const strip = await clock(page).boundingBox();
    await page.touchscreen.tap((strip?.x ?? 0) + (strip?.width ?? 0) * 0.6, (strip?.y ?? 0) + 10);
    await expect.poll(() => moment(page)).toBeGreaterThan(NOON + 3000);
    await trip(page, 1).scrollIntoViewIfNeeded();
    await trip(page, 1).tap();
    await expect(page).toHaveURL(/focus=/);
    await expect(page.getByText('Só Viagem 1')).toBeVisible();
  });
});
