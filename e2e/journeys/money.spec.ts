import type { Browser, BrowserContext, Page } from '@playwright/test';
import { addDays, dateIn, NO_TERMS } from '@rastro/fleet/billing';
import { startAsaasSimulator, type RunningAsaas } from '@rastro/outgoing/testing';
import { openExtensionStorage } from '@rastro/storage';
import { deviceRows, enter, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';

const NO_MAP = { tag: '@no-map' };
const RITA = { name: 'Rita Revenda', email: 'rita@example.com', password: 'uma revenda no interior' };
const CAIO = { name: 'Caio Cliente', email: 'caio@example.com', password: 'duas vans de entrega' };
const TAX_ID = '529.982.247-25';
const KEY = { provider: 'asaas', environment: 'sandbox', apiKey: '$aact_hmlg_simulated' };
const TODAY = dateIn('America/Sao_Paulo', Date.now());

async function post<T>(context: BrowserContext, url: string, data: object): Promise<T> {
  const answer = await context.request.post(url, { data, headers: { origin: new URL(url).origin } });
  expect(answer.status(), `${url}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as T;
}

/** Money is taken here from now on. */
async function takeMoney(context: BrowserContext, url: string): Promise<void> {
  const record = (await (await context.request.get(`${url}/api/server`)).json()) as { attributes: object };
  const attributes = { ...record.attributes, 'rastro.enableBilling': true };
  const answer = await context.request.put(`${url}/api/server`, {
    data: { ...record, attributes },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(200);
}

/** Another user in a separate browser context. */
async function visitor(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' })).newPage();
}

async function signIn(page: Page, { email, password }: typeof CAIO): Promise<void> {
  await page.getByLabel('E-mail ou usuário').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** The only charge there is, as soon as it was made. */
async function onlyCharge({ asaas }: RunningAsaas) {
  await expect.poll(() => asaas.account.payments.size).toBe(1);
  const [charge] = asaas.account.payments.values();
  if (!charge) throw new Error('Cannot pay: nothing is charged');
  return charge;
}

/** The customer pays in their banking app, and the provider notifies the issuer. */
async function payByPix(
  server: RastroServer,
  context: BrowserContext,
  {
    provider,
    issuer,
    token,
  }: { readonly provider: RunningAsaas; readonly issuer: number; readonly token: string },
): Promise<void> {
  provider.asaas.account.pay(await onlyCharge(provider), 'PIX');
  const answer = await context.request.post(`${server.url}/ext/webhooks/asaas/${issuer}`, {
    data: provider.asaas.account.events.at(-1),
    headers: { 'asaas-access-token': token },
  });
  expect(answer.status()).toBe(200);
}

const providerOf = async (): Promise<RunningAsaas> => startAsaasSimulator(TODAY);

test(
  '[E2E-280] a month of a reseller: the first customer, his invoice, his payment, the receipt',
  NO_MAP,
  async ({ page, context, browser, startServer }) => {
    const provider = await providerOf();
    const server = await startServer({ administrator: true, env: { ASAAS_URL: provider.url } });
    const { url } = server;
    await enterAsAdministrator(context, url);
    await takeMoney(context, url);
    const { id: issuer } = await post<{ id: number }>(context, `${url}/api/users`, {
      ...RITA,
      userLimit: 5,
      attributes: { 'rastro.reseller': true },
    });

    await enter(context, url, RITA);
    const { newWebhookToken: token } = await post<{ newWebhookToken: string }>(
      context,
      `${url}/ext/integrations/payment`,
      KEY,
    );
    await post(context, `${url}/api/users`, { ...CAIO, attributes: { 'rastro.billingTaxId': TAX_ID } });
    await page.goto(`${url}/billing`);
    await page.getByRole('button', { name: 'Nova fatura' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova fatura' });
    await dialog.getByRole('combobox', { name: 'Cliente' }).fill(CAIO.name);
    await dialog.getByRole('option', { name: CAIO.name }).click();
    await dialog.getByLabel(/^Valor em/).fill('90,00');
    await dialog.getByLabel('Referente a').fill('Rastreamento de duas vans');
    await dialog.getByRole('button', { name: 'Emitir' }).click();
    await expect(page.getByRole('button', { name: /Caio Cliente/ })).toContainText('Em aberto');
    await page.goto('about:blank');
    // Amounts due are charged once a minute, and when the server starts.
    await server.kill();
    await server.start();

    const customer = await visitor(browser);
    await onlyCharge(provider);
    await customer.goto(`${url}/invoices`);
    await signIn(customer, CAIO);
    await customer.getByRole('button', { name: 'Pagar com Pix' }).click();
    await expect(customer.getByRole('img', { name: 'Código Pix' })).toBeVisible();
    await payByPix(server, context, { provider, issuer, token });
    const receipt = customer.getByRole('button', { name: 'Recibo da fatura 1' });
    await expect(async () => {
      await customer.reload();
      await expect(receipt).toBeVisible({ timeout: 3000 });
    }).toPass();
    const download = customer.waitForEvent('download');
    await receipt.click();
    expect((await download).suggestedFilename()).toBe('recibo-1.pdf');
    await customer.context().close();

    await page.goto(`${url}/billing?status=paid`);
    await expect(page.getByRole('button', { name: /Caio Cliente/ })).toContainText('Paga');
    await expect(page.getByRole('region', { name: 'Resumo financeiro' })).toContainText('R$ 90,00');
    await page.goto(`${url}/reseller`);
    await page.getByRole('option', { name: /Caio Cliente/ }).click();
    await page.getByRole('button', { name: 'Entrar como este usuário' }).click();
    await expect(page.getByText(/você está usando a conta de Caio Cliente/)).toBeVisible();
    await provider.close();
  },
);

/** Adds an invoice that is three weeks overdue, which no browser can do in one session. */
async function addOverdueInvoice(server: RastroServer, customerId: number): Promise<void> {
  const storage = await openExtensionStorage(server.data);
  const dueDate = addDays(TODAY, -20);
  await storage.issueInvoices({
    userId: 0,
    invoices: [
      {
        issuerId: 0,
        customerId,
        customerName: CAIO.name,
        customerKey: 'caio cliente',
        month: null,
        dueDate,
        originalDueDate: dueDate,
        value: 9000,
        status: 'OVERDUE',
        count: 2,
        description: '',
        terms: NO_TERMS,
        reason: null,
        provider: 'asaas',
        createdAt: Date.now(),
        lines: [],
      },
    ],
  });
  await storage.close();
}

test(
  '[E2E-281] a customer is suspended, pays by Pix at the login, and drives on',
  NO_MAP,
  async ({ context, browser, startServer }) => {
    const provider = await providerOf();
    const server = await startServer({ administrator: true, env: { ASAAS_URL: provider.url } });
    const { url } = server;
    await enterAsAdministrator(context, url);
    await takeMoney(context, url);
    const { newWebhookToken: token } = await post<{ newWebhookToken: string }>(
      context,
      `${url}/ext/integrations/payment`,
      KEY,
    );
    const { id } = await post<{ id: number }>(context, `${url}/api/users`, {
      ...CAIO,
      deviceLimit: 5,
      attributes: {
        'rastro.billingEnabled': true,
        'rastro.billingTaxId': TAX_ID,
        'rastro.billingAutoSuspension': true,
        'rastro.billingAutoSuspensionDays': 10,
      },
    });
    await enter(context, url, CAIO);
    await post(context, `${url}/api/devices`, { name: 'Van 01', uniqueId: 'van01' });
    await server.kill();
    await addOverdueInvoice(server, id);
    await server.start();
    await onlyCharge(provider);

    const customer = await visitor(browser);
    await customer.goto(`${url}/devices`);
    await signIn(customer, CAIO);
    const debts = customer.getByRole('region', { name: 'Faturas em aberto' });
    await expect(debts).toContainText('R$ 90,00');
    await expect(debts.getByRole('img', { name: 'Código Pix' })).toBeVisible();
    await expect(deviceRows(customer)).toHaveCount(0);

    await payByPix(server, context, { provider, issuer: 0, token });
    await enterAsAdministrator(context, url);
    const status = async (): Promise<unknown> => {
      const answer = await context.request.get(`${url}/ext/invoices/1`);
      return ((await answer.json()) as { status: unknown }).status;
    };
    await expect.poll(status).toBe('RECEIVED');
    await customer.getByRole('button', { name: 'Entrar', exact: true }).click();
    await waitLive(customer);
    await customer.goto(`${url}/devices`);
    await expect(deviceRows(customer)).toHaveText([/Van 01/]);
    await customer.context().close();
    await provider.close();
  },
);
