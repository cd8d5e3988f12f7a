import { enterAsAdministrator, expect, test } from '../support/journey.ts';

test(
  '[E2E-212] a calendar is made, a report is kept and mailed by it, and opened again',
  { tag: ['@no-map', '@cluster'] },
  async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    const made = await context.request.post(`${url}/api/devices`, {
      data: { name: 'Fiorino 31', uniqueId: 'fiorino-31' },
      headers: { origin: url },
    });
    expect(made.status()).toBe(200);
    await page.goto(`${url}/calendars/new`);
    await page.getByLabel('Nome').fill('Expediente');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('option', { name: /^Expediente/ })).toContainText('Toda semana');

    await page.goto(`${url}/reports/travels?period=7d&weekdays=1,2`);
    await page.getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Viagens de expediente');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL(/saved=\d+/);

    await page.goto(`${url}/reports/saved`);
    await page.getByRole('option', { name: /^Viagens de expediente/ }).click();
    await page.getByLabel('Calendário de envio').selectOption('Expediente');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('option', { name: /^Viagens de expediente/ })).toContainText('próximo');
    await page.getByRole('option', { name: /^Viagens de expediente/ }).click();
    await page.getByRole('link', { name: 'Abrir o relatório' }).click();
    await expect(page).toHaveURL(/\/reports\/travels\?period=7d&weekdays=1%2C2/);
  },
);
