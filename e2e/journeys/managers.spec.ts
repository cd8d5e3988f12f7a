import type { BrowserContext, Page } from '@playwright/test';
import { enter, enterAsAdministrator, expect, test } from '../support/journey.ts';

/** Nothing here is drawn on a map. */
const NO_MAP = { tag: '@no-map' };
const MARTA = { name: 'Marta Gestora', email: 'marta@example.com', password: 'senha-da-marta-1' };
const SONIA = { name: 'Sônia Filial', email: 'sonia@example.com', password: 'senha-da-sonia-1' };
const RUI = { name: 'Rui Motorista', email: 'rui@example.com', password: 'senha-do-rui-11' };

const userOptions = (page: Page) => page.getByRole('listbox', { name: 'Usuários' }).getByRole('option');
const save = (page: Page) => page.getByRole('button', { name: 'Salvar' }).click();

/** Fills the first tab of a new user. */
async function beginUser(page: Page, url: string, account: typeof MARTA): Promise<void> {
  await page.goto(`${url}/users`);
  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(account.name);
  await page.getByRole('textbox', { name: 'E-mail ou usuário' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(account.password);
  await page.getByRole('textbox', { name: 'Confirmar a senha' }).fill(account.password);
}
async function limitTo(page: Page, devices: string, users: string): Promise<void> {
  await page.getByRole('tab', { name: 'Permissões' }).click();
  await page.getByLabel('Limite de veículos', { exact: true }).fill(devices);
  await page.getByLabel('Limite de usuários').fill(users);
}
/** Creates a user by the API, as the signed-in user. */
async function addUser(context: BrowserContext, url: string, draft: object): Promise<{ id: number }> {
  const answer = await context.request.post(`${url}/api/users`, { data: draft, headers: { origin: url } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { id: number };
}

test(
  '[E2E-240] an administrator makes a manager, looks through her eyes and comes back',
  NO_MAP,
  async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    await beginUser(page, url, MARTA);
    await limitTo(page, '10', '3');
    await save(page);
    await expect(page.getByText('Usuário salvo.')).toBeVisible();
    await userOptions(page).filter({ hasText: MARTA.name }).click();
    await page.getByRole('button', { name: 'Entrar como este usuário' }).click();
    await expect(page.getByText(/você está usando a conta de Marta Gestora/)).toBeVisible();
    await page.goto(`${url}/server`);
    await expect(page, 'the server is not hers').not.toHaveURL(/\/server$/);
    await page.goto(`${url}/users`);
    await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
    await expect(page.getByText(/Administrador/), 'nor who stands above her').toHaveCount(0);
    await page.getByRole('button', { name: 'Voltar para minha conta' }).click();
    await expect(page.getByText(/você está usando a conta/)).toHaveCount(0);
    await page.goto(`${url}/users`);
    await expect(userOptions(page).filter({ hasText: MARTA.name })).toBeVisible();
  },
);

test(
  '[E2E-241] a manager of managers gives of what she has, sees her tree and nobody beside it',
  NO_MAP,
  async ({ page, context, startServer, playwright }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    await addUser(context, url, { ...MARTA, userLimit: 5, deviceLimit: 10 });
    await addUser(context, url, {
      name: 'Cliente ao lado',
      email: 'lado@example.com',
      password: 'senha-ao-lado-1',
    });
    await enter(context, url, MARTA);
    await beginUser(page, url, SONIA);
    await limitTo(page, '50', '2');
    await save(page);
    await expect(page.getByText('Não pode passar do seu próprio limite.')).toBeVisible();
    await page.getByLabel('Limite de veículos', { exact: true }).fill('4');
    await save(page);
    await expect(page.getByText('Usuário salvo.')).toBeVisible();

    const below = await playwright.request.newContext({ extraHTTPHeaders: { origin: url } });
    const entered = await below.post(`${url}/api/session`, {
      form: { email: SONIA.email, password: SONIA.password },
    });
    expect(entered.status()).toBe(200);
    const made = await below.post(`${url}/api/users`, { data: RUI });
    expect(made.status(), await made.text()).toBe(200);
    expect(
      (
        await below.post(`${url}/api/users`, { data: { ...RUI, email: 'x@example.com', deviceLimit: 5 } })
      ).ok(),
    ).toBe(false);
    await below.dispose();

    await page.reload();
    await expect(userOptions(page).filter({ hasText: SONIA.name })).toBeVisible();
    await expect(userOptions(page).filter({ hasText: RUI.name }), 'deep in her tree').toBeVisible();
    await expect(userOptions(page).filter({ hasText: 'Cliente ao lado' })).toHaveCount(0);
  },
);

test(
  '[E2E-242] [WEBUSER-11] who only looks finds everything and nothing to change, whatever address he types',
  NO_MAP,
  async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    const { id } = await addUser(context, url, { ...RUI, readonly: true });
    const call = async (path: string, data: object): Promise<{ id: number }> => {
      const answer = await context.request.post(`${url}/api/${path}`, { data, headers: { origin: url } });
      expect(answer.ok(), path).toBe(true);
      return answer.status() === 204 ? { id: 0 } : ((await answer.json()) as { id: number });
    };
    const group = await call('groups', { name: 'Filial Sul' });
    await call('permissions', { userId: id, groupId: group.id });
    await enter(context, url, RUI);
    await page.goto(`${url}/groups`);
    await page.getByRole('option', { name: /Filial Sul/ }).click();
    await expect(page.getByRole('heading', { name: 'Filial Sul' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await expect(page.getByText('Sua conta não pode alterar isto.')).toBeVisible();
    for (const path of ['groups', 'geofence', 'commands', 'notifications', 'drivers', 'calendars']) {
      await page.goto(`${url}/${path}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: /^Nov[oa]$/ }), path).toHaveCount(0);
    }
    for (const path of ['users', 'users/new', 'server']) {
      await page.goto(`${url}/${path}`);
      await expect(page, path).not.toHaveURL(`${url}/${path}`);
    }
    await page.goto(`${url}/devices/new`);
    await expect(page.getByRole('button', { name: 'Salvar' })).toBeDisabled();
  },
);
