import { encodeRights } from '@rastro/fleet';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enter, enterAsAdministrator, expect, test } from '../support/journey.ts';

const ACCOUNTANT = { email: 'clara@example.com', password: 'jornada-da-contadora' };
const RIGHTS = [
  'devices.view',
  'reports.view',
  'costs.view',
  'costs.create',
  'costs.edit',
  'costs.delete',
] as const;

test('[E2E-236] an accountant enters costs, sees what a vehicle cost in a month, and closes it', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  const { request } = context;
  await enterAsAdministrator(context, server.url);
  const send = async (method: string, path: string, data: object): Promise<{ readonly id: number }> => {
    const answer = await request.fetch(`${server.url}/api/${path}`, { method, data });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return answer.status() === 204 ? { id: 0 } : ((await answer.json()) as { readonly id: number });
  };
  const van = await send('POST', 'devices', { name: 'Furgão 7', uniqueId: 'furgao-7' });
  const settings: object = (await (await request.get(`${server.url}/api/server`)).json()) as object;
  await send('PUT', 'server', { ...settings, attributes: { 'rastro.enableAdvancedPerms': true } });
  const clara = await send('POST', 'users', { name: 'Clara', ...ACCOUNTANT });
  const attributes = { 'rastro.advancedPerms': encodeRights(RIGHTS) };
  await send('PUT', `users/${clara.id}`, { ...clara, attributes });
  await send('POST', 'permissions', { userId: clara.id, deviceId: van.id });

  await enter(context, server.url, ACCOUNTANT);
  await page.goto(`${server.url}/costs`);
  await expect(page.getByText('Nenhum custo ainda')).toBeVisible();
  await checkBothSchemes(page, 'no costs');
  await page.getByRole('button', { name: 'Novo custo' }).click();
  const form = page.getByRole('dialog', { name: 'Novo custo' });
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('Escolha um veículo.')).toBeVisible();
  await checkBothSchemes(page, 'a cost with mistakes');
  await form.getByRole('combobox', { name: 'Veículo' }).fill('furgao');
  await page.getByRole('option', { name: /Furgão 7/ }).click();
  await form.getByRole('textbox', { name: /^Valor/ }).fill('1.234,50');
  await form.getByRole('textbox', { name: /^Dia/ }).fill('10/05/2026');
  await form.getByRole('textbox', { name: 'Fornecedor' }).fill('Posto Sol');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: /Posto Sol/ })).toContainText('R$ 1.234,50');
  await checkBothSchemes(page, 'a list of costs');

  await page.goto(`${server.url}/costs?tab=months&month=2026-05`);
  await expect(page.getByRole('row', { name: /Furgão 7 desconhecida .*1\.234,50/ })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar mês' }).click();
  await checkBothSchemes(page, 'the question before a month is closed');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fechar mês' }).click();
  await expect(page.getByText(/^Fechado em/)).toBeVisible();
  await checkBothSchemes(page, 'costs of a month');

  await page.getByRole('button', { name: 'Furgão 7' }).click();
  await page.getByRole('button', { name: /Posto Sol/ }).click();
  const line = page.getByRole('dialog', { name: 'Posto Sol' });
  await expect(line.getByText(/maio de 2026 está fechado/)).toBeVisible();
  await expect(line.getByRole('button', { name: 'Editar' })).toBeHidden();
  await line.getByRole('button', { name: 'Lançar crédito' }).click();
  const credit = page.getByRole('dialog', { name: 'Crédito' });
  await credit.getByRole('button', { name: 'Salvar' }).click();
  await expect(credit).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/costs?locale=es`);
  await expect(page.getByRole('button', { name: /Posto Sol/ })).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Sumas por tipo' })).toContainText('R$ 0,00');
  await checkBothSchemes(page, 'costs on a phone');
  await page.goto(`${server.url}/costs?tab=recurring&locale=en`);
  await page.getByRole('button', { name: 'New recurring cost' }).click();
  await checkBothSchemes(page, 'a recurring cost on a phone');
});
