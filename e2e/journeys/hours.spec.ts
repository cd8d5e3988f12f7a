import { randomUUID } from 'node:crypto';
import { encodeRights } from '@rastro/fleet';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enter, enterAsAdministrator, expect, test } from '../support/journey.ts';

const MANAGER = { email: 'marta@example.com', password: 'jornada-da-gestora' };
const DRIVER = { email: 'dana.reis', password: 'chaves-na-gaveta' };
const RIGHTS = [
  'drivers.view',
  'workingHours.view',
  'workingHours.correct',
  'workingHours.signOff',
  'workingHours.export',
] as const;

test('[E2E-237] a manager sees a breach, corrects the hours and signs the month', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  const { request } = context;
  await enterAsAdministrator(context, server.url);
  const send = async (method: string, path: string, data: object): Promise<{ readonly id: number }> => {
    const answer = await request.fetch(`${server.url}${path}`, { method, data });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return answer.status() === 204 ? { id: 0 } : ((await answer.json()) as { readonly id: number });
  };
  const dana = await send('POST', '/api/drivers', { name: 'Dana Reis', uniqueId: 'MOT-1' });
  const write = (kind: string, begin: string, end: string) =>
    send('POST', `/ext/working-hours/${dana.id}/corrections`, {
      id: randomUUID(),
      kind,
      begin: `${begin}:00-03:00`,
      end: `${end}:00-03:00`,
      reason: 'Disco do tacógrafo',
    });
  await send('PUT', `/ext/working-hours/${dana.id}/settings`, {
    family: 'BR',
    zone: 'America/Sao_Paulo',
    service: 'goods',
    crew: 1,
    agreements: [],
    isInternational: false,
    version: 0,
  });
  await write('rest', '2026-02-27T18:00', '2026-03-05T06:00');
  await write('driving', '2026-03-05T06:00', '2026-03-05T11:50');
  await write('rest', '2026-03-05T11:50', '2026-03-19T06:00');
  await write('rest', '2026-03-19T06:00', '2026-04-02T06:00');
  const access = { username: DRIVER.email, password: DRIVER.password };
  await send('PUT', `/ext/drivers/${dana.id}/qr-access`, access);
  const settings: object = (await (await request.get(`${server.url}/api/server`)).json()) as object;
  await send('PUT', '/api/server', { ...settings, attributes: { 'rastro.enableAdvancedPerms': true } });
  const marta = await send('POST', '/api/users', { name: 'Marta', ...MANAGER });
  const attributes = { 'rastro.advancedPerms': encodeRights(RIGHTS) };
  await send('PUT', `/api/users/${marta.id}`, { ...marta, attributes });
  await send('POST', '/api/permissions', { userId: marta.id, driverId: dana.id });

  await enter(context, server.url, MANAGER);
  await page.goto(`${server.url}/hours`);
  await page.getByRole('link', { name: /Dana Reis/ }).waitFor();
  await checkBothSchemes(page, 'drivers now');
  await page.getByRole('link', { name: /Dana Reis/ }).click();
  await page.getByRole('combobox', { name: 'Mês' }).waitFor();
  await page.goto(`${server.url}/hours/${dana.id}?month=2026-03`);
  const breaches = page.getByRole('region', { name: 'Infrações' });
  await expect(breaches).toContainText('Pausa na direção');
  await expect(breaches).toContainText('Limite5 h 30 min');
  await expect(breaches.getByRole('link', { name: /CTB 67-C/ })).toBeVisible();
  await checkBothSchemes(page, 'a month of a driver');

  await page.getByRole('button', { name: /^5 qui/ }).click();
  await checkBothSchemes(page, 'activities of a day');
  await page.getByRole('button', { name: 'Corrigir o que começou às 06:00' }).click();
  const form = page.getByRole('dialog', { name: 'Corrigir jornada' });
  await form.getByRole('combobox', { name: 'Atividade' }).selectOption('Pausa');
  await form.getByRole('textbox', { name: /^Início/ }).fill('05/03/2026 09:00');
  await form.getByRole('textbox', { name: /^Fim/ }).fill('05/03/2026 09:30');
  await form.getByRole('button', { name: 'Salvar correção' }).click();
  await expect(form.getByText('Informe o motivo.')).toBeVisible();
  await expect(form.getByRole('note')).toContainText('Direção, 05/03 09:00 a 05/03 09:30');
  await checkBothSchemes(page, 'a correction with a mistake');
  await form.getByRole('textbox', { name: /^Motivo/ }).fill('Parou no posto');
  await form.getByRole('button', { name: 'Salvar correção' }).click();
  await expect(form).toBeHidden();
  await expect(breaches).toContainText('Nenhuma regra foi infringida');
  await expect(page.getByRole('region', { name: 'Correções' })).toContainText('Parou no posto');

  await page.getByRole('button', { name: 'Assinar mês' }).click();
  await checkBothSchemes(page, 'the question before a month is signed');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar mês' }).click();
  await expect(page.getByText(/^Assinado por Marta/)).toBeVisible();
  await page.getByRole('button', { name: 'Exportar' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/Jornada.*Dana-Reis.*\.csv$/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/hours?locale=es`);
  await page.getByRole('link', { name: /Dana Reis/ }).waitFor();
  await checkBothSchemes(page, 'drivers now on a phone');
  await page.goto(`${server.url}/hours/${dana.id}?month=2026-03&locale=pt-BR`);
  await expect(page.getByText(/^Assinado por Marta/)).toBeVisible();
  await checkBothSchemes(page, 'a month on a phone');
  await page.goto(`${server.url}/hours/${dana.id}?month=2026-03&view=table&locale=en`);
  await expect(page.getByText(/^Signed by Marta,/)).toBeVisible();
  await page.getByText(/rules with date and source$/).click();
  await checkBothSchemes(page, 'a month as a table on a phone');

  await enter(context, server.url, DRIVER);
  await page.goto(`${server.url}/qr-driver?locale=pt-BR`);
  await page.getByRole('link', { name: 'Minha jornada' }).click();
  await expect(page.getByRole('region', { name: 'Agora' })).toBeVisible();
  await page.goto(`${server.url}/qr-driver/hours?month=2026-03`);
  await expect(page.getByText(/^Assinado por Marta/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Corrigir' })).toBeHidden();
  await checkBothSchemes(page, 'own hours on a phone');
});
