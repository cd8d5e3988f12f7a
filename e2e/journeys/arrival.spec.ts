import type { APIResponse } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { reportByHttp } from '../support/http-report.ts';
import { createDevice, enter, enterAsAdministrator, expect, test } from '../support/journey.ts';

const LOGIN = { email: 'davi.rua', password: 'chaves na gaveta' };
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'pt-BR', hasTouch: true };

test('[E2E-245] a customer follows the arrival by a link, and the driver ends the order with the code of the customer', async ({
  page,
  context,
  browser,
  startServer,
}) => {
  test.slow();
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const ask = (method: string, path: string, data: object): Promise<APIResponse> =>
    context.request.fetch(`${server.url}${path}`, { method, data, headers: { origin: server.url } });
  const deviceId = await createDevice(context, server.url, { name: 'Furgão 7', uniqueId: 'furgao-7' });
  const driver = (await (await ask('POST', '/api/drivers', { name: 'Davi', uniqueId: 'd1' })).json()) as {
    id: number;
  };
  const access = { username: LOGIN.email, password: LOGIN.password };
  await ask('PUT', `/ext/drivers/${driver.id}/qr-access`, access);
  const place = { address: 'Rua das Flores, 12', latitude: -23.52, longitude: -46.6 };
  const order = { customer: 'Padaria Estrela', place };
  const { id } = (await (await ask('POST', '/ext/orders', order)).json()) as { id: number };
  const beginsAt = new Date(Date.now() - 600_000).toISOString();
  const route = { day: beginsAt.slice(0, 10), deviceId, beginsAt, orderIds: [id] };
  expect((await ask('POST', '/ext/routes', route)).status()).toBe(200);
  for (const latitude of [-23.5, -23.504])
    await reportByHttp(server, 'furgao-7', { lat: latitude, lon: -46.6, speed: 20 });
  const [code] = (await (await ask('POST', '/ext/qr-codes', { deviceIds: [deviceId] })).json()) as [
    { code: string },
  ];

  await page.goto(`${server.url}/orders`);
  await page.getByRole('button', { name: /Padaria Estrela/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Padaria Estrela' });
  await dialog.getByRole('button', { name: 'Editar' }).click();
  const form = page.getByRole('dialog', { name: 'Editar ordem' });
  await form.getByLabel('Código').fill('12');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('De 4 a 8 dígitos, ou nenhum.')).toBeVisible();
  await form.getByLabel('Código').fill('4711');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByRole('button', { name: 'Compartilhar chegada' }).click();
  const sharing = page.getByRole('dialog', { name: 'Compartilhar chegada' });
  await checkBothSchemes(page, 'sharing an arrival');
  await sharing.getByRole('button', { name: 'Criar link' }).click();
  const made = page.getByRole('alertdialog', { name: 'Compartilhar chegada' });
  const link = await made.getByLabel('Link', { exact: true }).inputValue();
  await checkBothSchemes(page, 'the link of an arrival');
  await made.getByRole('button', { name: 'Fechar' }).last().click();

  const guest = await browser.newContext(PHONE);
  const followed = await guest.newPage();
  await followed.goto(link);
  await expect(followed.getByRole('heading', { name: 'A caminho de você' })).toBeVisible();
  await expect(followed.getByText('Chega entre')).toBeVisible();
  await expect(followed.getByText('4711')).toBeVisible();
  await expect(followed.locator('body')).not.toContainText('Davi');
  await checkBothSchemes(followed, 'an arrival as its customer follows it');

  const road = await browser.newContext(PHONE);
  await enter(road, server.url, LOGIN);
  const phone = await road.newPage();
  await phone.goto(`${server.url}/qr-driver/scan/${code.code}`);
  await phone.getByRole('button', { name: 'Fazer check-in' }).tap();
  const stop = phone.getByRole('listitem').filter({ hasText: 'Padaria Estrela' });
  await stop.getByRole('button', { name: 'Concluir' }).tap();
  const proof = phone.getByRole('alertdialog', { name: 'Concluir' });
  await proof.getByLabel('Recebido por').fill('Bia Reis');
  await proof.getByLabel('Código').fill('1234');
  await proof.getByRole('button', { name: 'Marcar como concluída' }).click();
  await expect(phone.getByText(/^O código está errado\./)).toBeVisible();
  await checkBothSchemes(phone, 'a wrong code');
  await phone.getByRole('button', { name: 'Informar o código de novo' }).tap();
  const again = phone.getByRole('alertdialog', { name: 'Código do cliente' });
  await again.getByLabel('Código').fill('4711');
  await checkBothSchemes(phone, 'another code');
  await again.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(stop).toContainText('Concluída');

  await expect(followed.getByRole('heading', { name: 'Concluída' })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${server.url}/orders?state=all`);
  await page.getByRole('button', { name: /Padaria Estrela/ }).click();
  await expect(page.getByText('Recebido por: Bia Reis')).toBeVisible();
  await expect(page.getByText('Um código errado foi informado uma vez.')).toBeVisible();
  await Promise.all([guest.close(), road.close()]);
});
