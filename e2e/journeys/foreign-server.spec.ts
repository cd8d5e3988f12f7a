import type { BrowserContext } from '@playwright/test';
import { createDevice, enterAsAdministrator, expect, test } from '../support/journey.ts';

// A used label is rejected on purpose, and the browser itself reports that.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, tolerated: /404/ });

async function ask<T>(context: BrowserContext, url: string, method: string, data: object): Promise<T> {
  const headers = { origin: new URL(url).origin };
  const answer = await context.request.fetch(url, { method, data, headers });
  expect(answer.status(), url).toBe(200);
  return (await answer.json()) as T;
}

test(
  '[E2E-272] a driver drives a day in front of a foreign server: he signs in, types the code, drives and leaves',
  { tag: '@no-map' },
  async ({ page, browser, startServer }) => {
    const behind = await startServer({ administrator: true, isOwn: true });
    const office = await browser.newContext();
    await enterAsAdministrator(office, behind.url);
    const token = await office.request.post(`${behind.url}/api/session/token`, {
      headers: { origin: behind.url },
    });
    const { url } = await startServer({
      env: {
        TRACKING_SERVER_URL: behind.url,
        TRACKING_SERVER_TOKEN: await token.text(),
        PROTOCOLS: '',
        POSTCODE_URL: '',
      },
    });
    await enterAsAdministrator(office, url);
    const deviceId = await createDevice(office, url, { name: 'Van da Ana', uniqueId: 'van' });
    const report = 'id=van&lat=-23.5&lon=-46.6&speed=0&ignition=false';
    await fetch(`http://127.0.0.1:${behind.protocols['osmand']}/?${report}`);
    const { id: driverId } = await ask<{ id: number }>(office, `${url}/api/drivers`, 'POST', {
      name: 'Davi',
      uniqueId: 'd1',
      attributes: { 'rastro.qrUnlock': true },
    });
    const login = { username: 'davi', password: 'no-patio-123' };
    await ask(office, `${url}/ext/drivers/${driverId}/qr-access`, 'PUT', login);
    const [code] = await ask<{ code: string }[]>(office, `${url}/ext/qr-codes`, 'POST', {
      deviceIds: [deviceId],
    });

    await page.goto(`${url}/motorista`);
    await page.getByLabel('E-mail ou usuário').fill(login.username);
    await page.getByLabel('Senha', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Entrar' }).tap();
    await expect(page.getByRole('heading', { name: 'Nenhum veículo' })).toBeVisible();
    await page.getByRole('link', { name: 'Ler código' }).tap();
    await page.getByLabel('Código', { exact: true }).fill(code?.code ?? '');
    await page.getByRole('button', { name: 'Avançar' }).tap();
    await page.getByRole('button', { name: 'Fazer check-in' }).tap();
    await expect(page.getByRole('heading', { name: 'Van da Ana' })).toBeVisible();
    await expect(
      page.getByText(/será desbloqueado|desbloqueio foi enviado|sendo desbloqueado/),
    ).toBeVisible();
    const commands = await office.request.get(
      `${behind.url}/api/commands/queue?deviceId=${deviceId}&limit=5`,
    );
    expect(await commands.text()).toContain('engineResume');

    await page.getByRole('button', { name: 'Fazer check-out' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Fazer check-out' }).tap();
    await expect(page.getByRole('heading', { name: 'Nenhum veículo' })).toBeVisible();
    await page.getByRole('button', { name: 'Sair' }).tap();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    await office.close();
  },
);

test(
  '[E2E-273] an installer links a tracker by its label, and it is in his account under its new name',
  { tag: '@no-map' },
  async ({ page, context, browser, startServer }) => {
    const { url } = await startServer({ administrator: true });
    const office = await browser.newContext();
    await enterAsAdministrator(office, url);
    const box = {
      name: 'GT06 na caixa',
      uniqueId: '868000000000017',
      attributes: { 'device.state': 'stock' },
    };
    const { id } = await ask<{ id: number }>(office, `${url}/api/devices`, 'POST', box);
    const [label] = await ask<{ code: string }[]>(office, `${url}/ext/stock/codes`, 'POST', {
      deviceIds: [id],
    });
    const installer = { email: 'iva@example.com', password: 'na bancada 2026' };
    await ask(office, `${url}/api/users`, 'POST', { name: 'Iva', ...installer, deviceLimit: -1 });

    // The label leads here; an anonymous user signs in first.
    await page.goto(`${url}/autolink/${label?.code}`);
    await page.getByLabel('E-mail ou usuário').fill(installer.email);
    await page.getByLabel('Senha', { exact: true }).fill(installer.password);
    await page.getByRole('button', { name: 'Entrar' }).tap();
    await page.getByLabel('Nome do veículo').fill('Fiorino da Iva');
    await page.getByLabel('Placa').fill('ABC1D23');
    await page.getByRole('button', { name: 'Vincular à minha conta' }).tap();
    await expect(page.getByText('Fiorino da Iva agora está na sua conta.')).toBeVisible();
    const own = await context.request.get(`${url}/api/devices`);
    const [device] = (await own.json()) as { name: string; attributes: Record<string, unknown> }[];
    expect([device?.name, device?.attributes['plate'], device?.attributes['device.state']]).toEqual([
      'Fiorino da Iva',
      'ABC1D23',
      'installed',
    ]);
    // A label counts once.
    await page.goto(`${url}/autolink/${label?.code}`);
    await expect(page.getByText(/Nenhuma etiqueta válida tem este código/)).toBeVisible();
    await page.goto(`${url}/devices`);
    await office.close();
  },
);
