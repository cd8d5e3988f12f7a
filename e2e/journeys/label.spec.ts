import type { BrowserContext, Page } from '@playwright/test';
import {
  createDevice,
  deviceRows,
  enter,
  enterAsAdministrator,
  expect,
  test,
  waitLive,
} from '../support/journey.ts';

const PASSWORD = 'uma marca da casa';
/** Chromium takes names that end so to this machine, without asking anybody. */
const DOMAIN = 'leste.localhost';

async function post<T>(context: BrowserContext, url: string, data: object): Promise<T> {
  const answer = await context.request.post(url, { data, headers: { origin: new URL(url).origin } });
  expect(answer.status(), url).toBe(200);
  return (await answer.json()) as T;
}

test(
  '[E2E-270] the owner shares a group, a guest watches it, and is told when the owner ends it',
  { tag: ['@no-map', '@cluster'] },
  async ({ page, context, browser, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    const { id: groupId } = await post<{ id: number }>(context, `${url}/api/groups`, { name: 'Obras' });
    for (const name of ['Caminhão 01', 'Caminhão 02'])
      await post(context, `${url}/api/devices`, { name, uniqueId: name, groupId });
    await createDevice(context, url, { name: 'Carro da casa', uniqueId: 'casa' });

    await page.goto(`${url}/groups/${groupId}`);
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compartilhar Grupo Obras' });
    await dialog.getByLabel('Rótulo').fill('Obra da ponte');
    await dialog.getByRole('button', { name: 'Criar link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Pronto' }).click();

    const guests = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' });
    const guest = await guests.newPage();
    await guest.goto(`${link}?to=/devices`);
    await guest.getByRole('button', { name: 'Abrir' }).click();
    await expect(deviceRows(guest)).toHaveText([/Caminhão 01/, /Caminhão 02/]);

    await page.getByRole('button', { name: /^Menu de/ }).click();
    await page.getByRole('menuitem', { name: 'Compartilhamentos' }).click();
    await page.getByRole('option', { name: /Obra da ponte/ }).click();
    await expect(page.getByText(/Último uso/)).toBeVisible();
    await page.getByRole('button', { name: 'Encerrar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click();
    await expect(page.getByText('Nada está compartilhado')).toBeVisible();

    await expect(guest.getByRole('alertdialog', { name: 'Sua sessão expirou!' })).toBeVisible();
    await guest.getByRole('button', { name: 'Sair' }).click();
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Abrir' }).click();
    await expect(guest.getByText('Este link expirou.')).toBeVisible();
    await guests.close();
  },
);

/** Creates a reseller and their customer, as the administrator and the reseller do it. */
async function makeUsers(context: BrowserContext, url: string): Promise<{ readonly reseller: number }> {
  await enterAsAdministrator(context, url);
  const { id: reseller } = await post<{ id: number }>(context, `${url}/api/users`, {
    name: 'Rita Revenda',
    email: 'rita@example.com',
    password: PASSWORD,
    userLimit: 5,
    attributes: { 'rastro.reseller': true },
  });
  await enter(context, url, { email: 'rita@example.com', password: PASSWORD });
  await post(context, `${url}/api/users`, {
    name: 'Caio Cliente',
    email: 'caio@example.com',
    password: PASSWORD,
  });
  return { reseller };
}

/** Types a look, claims a domain, publishes the brand. */
async function brand(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/theme`);
  await page.getByLabel('Nome do produto').fill('Frota Leste');
  await page.getByRole('tab', { name: 'Cores' }).click();
  await page.getByLabel('Cor da marca').fill('#0a7d4f');
  await page.getByRole('tab', { name: 'Domínios' }).click();
  await page.getByLabel('Novo domínio').fill(DOMAIN);
  await page.getByLabel('Novo domínio').press('Enter');
  await expect(page.getByText('Aguardando verificação')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText(/^Publicad/)).toBeVisible();
}

test(
  '[E2E-271] a reseller brands a domain, and his customer signs in on it',
  { tag: ['@no-map', '@cluster'] },
  async ({ page, context, browser, startServer }) => {
    const { url } = await startServer({ administrator: true });
    const { reseller } = await makeUsers(context, url);
    await brand(page, url);
    const branded = url.replace('127.0.0.1', DOMAIN);
    const customers = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' });
    const customer = await customers.newPage();
    await customer.goto(`${branded}/`);
    await expect(customer.getByLabel('Senha', { exact: true })).toBeVisible();
    await expect(customer, 'a claim shows nothing').not.toHaveTitle(/Frota Leste/);

    await enterAsAdministrator(context, url);
    await post(context, `${url}/ext/theme/domains/${DOMAIN}/check?owner=${reseller}&trust=true`, {});

    await customer.reload();
    await expect(customer).toHaveTitle(/Frota Leste/);
    await customer.getByLabel('E-mail ou usuário').fill('caio@example.com');
    await customer.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await customer.getByRole('button', { name: 'Entrar' }).click();
    await waitLive(customer);
    await expect(customer).toHaveURL(`${branded}/home`);
    await expect(customer.getByRole('banner').getByText('Frota Leste')).toBeVisible();
    const colour = () => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim();
    expect(await customer.evaluate(colour)).toBe('#0a7d4f');

    // A session of one host is invalid on another, and the other one shows nothing of this brand.
    await customer.goto(`${url}/home`);
    await expect(customer.getByLabel('Senha', { exact: true })).toBeVisible();
    await expect(customer.locator('body')).not.toContainText('Frota Leste');
    await customers.close();
  },
);
