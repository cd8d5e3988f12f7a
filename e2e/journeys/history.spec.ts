import type { Page } from '@playwright/test';
import { checkTargets } from '../support/check-targets.ts';
import { expect, test } from '../support/journey.ts';
import { aVehicleWithPast, NOON, PERIOD } from '../support/vehicle-with-past.ts';

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
  await page.getByRole('button', { name: 'Mais ações' }).click();
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

  // From the end of the first drive it skips the hour at rest.
  await page.keyboard.press('Home');
  await page.getByLabel('Velocidade da reprodução').selectOption('×300');
  await page.getByRole('button', { name: 'Reproduzir' }).click();
  await expect.poll(() => moment(page), { timeout: 30_000 }).toBeGreaterThan(NOON + 4800);
  await page.getByRole('button', { name: 'Pausar' }).click();
  // The clock is reported only a few times a second: the address ends up with its resting value.
  const storedMoment = (): number => Number(new URL(page.url()).searchParams.get('at'));
  await expect.poll(async () => (await moment(page)) - storedMoment()).toBe(0);
  const rested = storedMoment();
  await page.reload();
  await expect.poll(() => moment(page)).toBe(rested);

  await expect(trip(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(clock(page)).toBeHidden();
});

test('[E2E-202] a link to the past has its track drawn before the application is there', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  const id = await aVehicleWithPast(context, server);
  await page.goto(`${server.url}/history?devices=${id}&${PERIOD}`, { waitUntil: 'commit' });
  const pictures = page.locator('canvas[aria-hidden="true"]');
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('track-picture').length)).toBe(1);
  await expect(trip(page, 1)).toBeVisible();
  await expect(pictures, 'the map has taken its place').toHaveCount(0);
  const tracks = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(
          ({ pathname, searchParams }) => pathname.startsWith('/api/tracks/') && !searchParams.has('zoom'),
        ).length,
  );
  expect(tracks, 'the page itself reads nothing again').toBe(0);
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
    await page.getByText('Legenda', { exact: true }).tap();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.tap();
      await expect(page.getByRole('list').getByRole('button').first()).toBeVisible();
      await checkTargets(page, `history, ${await tab.textContent()}`);
    }
    await page.getByRole('tab').first().tap();
    await trip(page, 1).scrollIntoViewIfNeeded();
    await trip(page, 1).tap();
    await expect(page).toHaveURL(/focus=/);
    await expect(page.getByText('Só Viagem 1')).toBeVisible();
  });
});
