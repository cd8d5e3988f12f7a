import type { APIResponse, BrowserContext, Page } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import {
  createDevice,
  enter,
  enterAsAdministrator,
  expect,
  test,
  waitInstalled,
} from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';

// While the network is away on purpose, the browser itself reports what it cannot reach.
test.use({ tolerated: /ERR_|WebSocket connection to/ });

const LOGIN = { email: 'davi.rua', password: 'chaves na gaveta' };
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A van with two orders, and a driver who may check in. @returns the code of the van. */
async function aDay(office: BrowserContext, server: RastroServer): Promise<string> {
  await enterAsAdministrator(office, server.url);
  const ask = (method: string, path: string, data: object): Promise<APIResponse> =>
    office.request.fetch(`${server.url}${path}`, { method, data, headers: { origin: server.url } });
  const deviceId = await createDevice(office, server.url, { name: 'Furgão 7', uniqueId: 'furgao-7' });
  const driver = (await (await ask('POST', '/api/drivers', { name: 'Davi', uniqueId: 'd1' })).json()) as {
    id: number;
  };
  await ask('PUT', `/ext/drivers/${driver.id}/qr-access`, {
    username: LOGIN.email,
    password: LOGIN.password,
  });
  for (const [customer, kind] of [
    ['Padaria Estrela', 0],
    ['Mercado Sol', 1],
  ] as const) {
    const place = { address: `Rua das Flores, ${kind + 1}`, latitude: -23.5, longitude: -46.6 };
    const made = (await (await ask('POST', '/ext/orders', { customer, place })).json()) as { id: number };
    const id = `3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c1${kind}`;
    expect(
      (await ask('POST', `/ext/orders/${made.id}/steps`, { id, kind: 'assign', deviceId })).status(),
    ).toBe(200);
  }
  const [code] = (await (await ask('POST', '/ext/qr-codes', { deviceIds: [deviceId] })).json()) as [
    { code: string },
  ];
  return code.code;
}

const stop = (phone: Page, name: string) => phone.getByRole('listitem').filter({ hasText: name });

async function prove(phone: Page, customer: string, recipient: string): Promise<void> {
  await stop(phone, customer).getByRole('button', { name: 'Concluir' }).tap();
  const proof = phone.getByRole('alertdialog', { name: 'Concluir' });
  await proof
    .getByLabel('Tirar foto')
    .setInputFiles({ name: 'porta.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(proof.getByRole('img', { name: 'Foto 1' })).toBeVisible();
  await proof.getByLabel('Recebido por').fill(recipient);
  const pad = await proof.getByRole('img', { name: 'Assinatura' }).boundingBox();
  if (pad === null) throw new Error('Cannot sign: there is no field for it');
  await phone.mouse.move(pad.x + 20, pad.y + 20);
  await phone.mouse.down();
  await phone.mouse.move(pad.x + pad.width - 20, pad.y + pad.height - 20, { steps: 5 });
  await phone.mouse.up();
  await expect(proof.getByRole('button', { name: 'Apagar assinatura' })).toBeVisible();
  await checkBothSchemes(phone, 'proof of a stop');
  await proof.getByRole('button', { name: 'Marcar como concluída' }).click();
  await expect(proof).toBeHidden();
}

test(
  '[E2E-239] a driver does two stops without a network, closes the browser, and all of it is there once',
  { tag: '@no-map' },
  async ({ page, context, browser, startServer }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    const code = await aDay(context, server);
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'pt-BR',
      hasTouch: true,
    });
    await enter(phone, server.url, LOGIN);
    const first = await phone.newPage();
    await first.goto(`${server.url}/qr-driver/scan/${code}`);
    await first.getByRole('button', { name: 'Fazer check-in' }).tap();
    await expect(stop(first, 'Padaria Estrela')).toBeVisible();
    await checkBothSchemes(first, 'stops of a driver');
    // The list is opened again, so that the worker has what it needs.
    await waitInstalled(first);
    await first.goto(`${server.url}/qr-driver`);
    await stop(first, 'Padaria Estrela').getByRole('button', { name: 'Cheguei' }).tap();
    await expect(stop(first, 'Padaria Estrela')).toContainText('No local');
    await waitInstalled(first);

    await stop(first, 'Mercado Sol').getByRole('button', { name: 'Não realizada' }).tap();
    const failed = first.getByRole('alertdialog', { name: 'Não realizada' });
    await failed.getByRole('button', { name: 'Registrar' }).click();
    await checkBothSchemes(first, 'a stop that could not be done');
    await failed.getByRole('button', { name: 'Cancelar' }).click();

    await phone.setOffline(true);
    await prove(first, 'Padaria Estrela', 'Bia Reis');
    await prove(first, 'Mercado Sol', 'Caio Luz');
    await expect(first.getByText('2 registros esperam pela rede.')).toBeVisible();
    await first.close();
    const second = await phone.newPage();
    await second.goto(`${server.url}/qr-driver`);
    await expect(second.getByText('2 registros esperam pela rede.')).toBeVisible({ timeout: 30_000 });
    await expect(stop(second, 'Mercado Sol')).toContainText('Concluída');
    await checkBothSchemes(second, 'steps of a driver that wait');
    await phone.setOffline(false);
    await expect(second.getByText(/pela rede/)).toHaveCount(0, { timeout: 30_000 });
    await expect(stop(second, 'Padaria Estrela')).toContainText('Concluída');

    await page.goto(`${server.url}/orders?state=all`);
    for (const [customer, recipient, steps] of [
      ['Padaria Estrela', 'Bia Reis', 3],
      ['Mercado Sol', 'Caio Luz', 2],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(customer) }).click();
      const order = page.getByRole('dialog', { name: customer });
      await expect(order.getByText(`Recebido por: ${recipient}`)).toHaveCount(1);
      await expect(order.getByRole('img', { name: 'Assinatura' })).toBeVisible();
      await expect(order.getByRole('img', { name: 'Foto 1' })).toBeVisible();
      await checkBothSchemes(page, 'an order with its proof');
      const history = order.getByRole('heading', { name: 'O que aconteceu' }).locator('..');
      await expect(history.getByRole('listitem')).toHaveCount(steps);
      await order.getByRole('button', { name: 'Fechar' }).last().click();
    }
    await phone.close();
  },
);
