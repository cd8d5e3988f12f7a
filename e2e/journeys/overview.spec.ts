import { isBehindTraccar } from '../support/behind.ts';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { enter, enterAsAdministrator, expect, test } from '../support/journey.ts';
import { aVehicleWithPast, PERIOD } from '../support/vehicle-with-past.ts';

test('[E2E-213] a number of the overview leads to the report that makes it up, which ends in the same number', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await aVehicleWithPast(context, server);
  await page.goto(`${server.url}/overview?${PERIOD}`);
  const driven = page.getByRole('region', { name: 'Distância e horas' });
  const number = driven.getByRole('link', { name: /^[\d,.]+\skm Distância$/ });
  await expect(number).toBeVisible();
  const distance = (await number.locator('span').first().textContent()) ?? '';
  await expect(
    page.getByRole('region', { name: 'Veículos por situação' }).getByRole('link', { name: /^1 / }),
  ).toBeVisible();
  await checkBothSchemes(page, 'overview');

  await number.click();
  const totals = page.getByRole('table', { name: 'Totais por veículo' });
  await expect(totals.getByRole('row').last()).toContainText(distance);
  await page.goBack();
  await expect(number).toContainText(distance);
  await page.getByRole('button', { name: 'Ontem', exact: true }).click();
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(number).toContainText(distance);

  const { id } = await onlyVehicle(context, server.url);
  await page.goto(`${server.url}/overview?${PERIOD}&devices=${id}`);
  const states = page.getByRole('region', { name: 'Veículos por situação' });
  await states.getByRole('link', { name: /^1 / }).click();
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('button', { name: 'Mostrar todos os veículos' }).click();
  await expect(page.getByText('Só 1 veículo')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/overview?${PERIOD}&locale=es`);
  await expect(page.getByRole('heading', { name: 'Vista general' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Distancia y horas' }).getByRole('link').first(),
  ).toBeVisible();
  await checkBothSchemes(page, 'overview on a phone');
});

test(
  '[E2E-214] an overview is arranged by mouse, is there in another browser, and becomes what customers see',
  { tag: '@no-map' },
  async ({ page, context, browser, startServer }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    await page.goto(`${server.url}/overview`);
    const widget = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(widget('Combustível')).toBeVisible();
    await page.getByRole('button', { name: 'Editar', exact: true }).click();

    // A Traccar has no alarms that wait for somebody: their widget is not there.
    const [first, second] = isBehindTraccar
      ? ['Distância e horas', 'Veículos sem sinal']
      : ['Alarmes à espera', 'Veículos sem sinal'];
    const before = await boxOf(widget(first));
    await drag(page, page.getByRole('button', { name: `Mover ${first}` }), { x: before.width, y: 0 });
    await expect
      .poll(async () => (await boxOf(widget(first))).x)
      .toBeGreaterThan(before.x + before.width / 2);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(async () => (await boxOf(widget(first))).x).toBeCloseTo(before.x, 0);
    const corner = widget(first).locator('[data-corner]');
    await drag(page, corner, { x: before.width / 2, y: 0 });
    await expect.poll(async () => (await boxOf(widget(first))).width).toBeGreaterThan(before.width * 1.2);
    await page.getByRole('button', { name: `Mover ou redimensionar ${second}` }).click();
    await page.getByRole('menuitem', { name: 'Remover' }).click();
    await expect(widget(second)).toHaveCount(0);
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible();
    await checkBothSchemes(page, 'overview while it is edited');

    await page.getByRole('button', { name: 'Mais sobre esta visão geral' }).click();
    await page.getByRole('menuitem', { name: 'Definir como padrão dos clientes' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Definir como padrão dos clientes' })
      .click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);

    const customer = { name: 'Rui', email: 'rui@example.com', password: 'rui-rui-rui' };
    const made = await context.request.post(`${server.url}/api/users`, {
      data: customer,
      headers: { origin: server.url },
    });
    expect(made.ok()).toBe(true);
    const elsewhere = await browser.newContext({ locale: 'pt-BR' });
    try {
      await enter(elsewhere, server.url, customer);
      const other = await elsewhere.newPage();
      await other.goto(`${server.url}/overview`);
      await expect(other.getByRole('region', { name: first, exact: true })).toBeVisible();
      await expect(other.getByRole('region', { name: second, exact: true })).toHaveCount(0);
    } finally {
      await elsewhere.close();
    }
    await page.reload();
    await expect(widget(first)).toBeVisible();
    await expect(widget(second)).toHaveCount(0);
    expect((await boxOf(widget(first))).width).toBeGreaterThan(before.width * 1.2);
  },
);

test(
  '[E2E-219] the figures of an overview are opened as a report, saved under a name and printed',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    await aVehicleWithPast(context, server);
    await page.goto(`${server.url}/overview?${PERIOD}`);
    const driven = page.getByRole('region', { name: 'Distância e horas' });
    const number = driven.getByRole('link', { name: /^[\d,.]+\skm Distância$/ });
    const distance = (await number.locator('span').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Mais sobre esta visão geral' }).click();
    await page.getByRole('menuitem', { name: 'Salvar e enviar por e-mail…' }).click();

    const row = page.getByRole('table', { name: 'Visão geral' }).getByRole('row', { name: /^Distância / });
    await expect(row).toContainText(distance);
    await checkBothSchemes(page, 'report of the overview');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'PDF padrão' }).click();
    expect((await file).suggestedFilename()).toMatch(/^Rastro_Visão-geral_.*\.pdf$/);

    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Segunda de manhã');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL(/saved=\d+/);
    await page.goto(`${server.url}/reports/saved`);
    await page.getByRole('option', { name: /^Segunda de manhã/ }).click();
    await page.getByRole('link', { name: 'Abrir o relatório' }).click();
    await expect(row).toContainText(distance);
  },
);

async function onlyVehicle(context: BrowserContext, url: string): Promise<{ readonly id: number }> {
  const answer = await context.request.get(`${url}/api/devices`);
  const [vehicle] = (await answer.json()) as readonly { readonly id: number }[];
  return vehicle ?? { id: 0 };
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** In steps, as a hand does. */
async function drag(
  page: Page,
  from: Locator,
  by: { readonly x: number; readonly y: number },
): Promise<void> {
  const { x, y, width, height } = await boxOf(from);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + by.x, y + height / 2 + by.y, { steps: 8 });
  await page.mouse.up();
}
