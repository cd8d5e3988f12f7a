import { encodeRights, type Right } from '@rastro/fleet';
import type { APIRequestContext, Locator } from '@playwright/test';
import { deviceRows, enter, expect, test, waitLive } from '../support/journey.ts';
import { ADMINISTRATOR, type RastroServer } from '../support/rastro-server.ts';

/** Limit that the product promises. */
const WITHIN = { timeout: 2_000 };
const OPERATOR = { email: 'otto@example.com', password: 'jornada-do-operador' };

/** An administrator at work somewhere else. */
class Office {
  readonly #request: APIRequestContext;
  readonly #url: string;

  constructor(request: APIRequestContext, url: string) {
    this.#request = request;
    this.#url = url;
  }
  async enter(): Promise<void> {
    const answer = await this.#request.post(`${this.#url}/api/session`, {
      form: ADMINISTRATOR,
      headers: { origin: this.#url },
    });
    expect(answer.status()).toBe(200);
  }
  async call(method: string, path: string, data?: unknown): Promise<{ id: number }> {
    const answer = await this.#request.fetch(`${this.#url}/api/${path}`, {
      method,
      headers: { origin: this.#url },
      ...(data === undefined ? {} : { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return answer.status() === 204 ? { id: 0 } : ((await answer.json()) as { id: number });
  }
  addDevice(name: string, uniqueId: string): Promise<{ id: number }> {
    return this.call('POST', 'devices', { name, uniqueId });
  }
}

const attributesOf = (...rights: Right[]) => ({ 'rastro.advancedPerms': encodeRights(rights) });

async function openOffice(server: RastroServer, request: APIRequestContext): Promise<Office> {
  const office = new Office(request, server.url);
  await office.enter();
  return office;
}

const menuEntry = (menu: Locator, name: string): Locator => menu.getByRole('link', { name });

test(
  '[E2E-185] vehicles come and go, menus follow a right, and a deleted vehicle leaves its panel',
  { tag: '@no-map' },
  async ({ page, context, startServer, playwright }) => {
    const server = await startServer({ administrator: true });
    const request = await playwright.request.newContext();
    const office = await openOffice(server, request);
    const first = await office.addDevice('Strada 07', '350000000018501');
    const second = await office.addDevice('Fiorino 12', '350000000018502');
    const rights: readonly Right[] = ['devices.view', 'geofences.view', 'events.view'];
    const draft = { name: 'Otto', ...OPERATOR };
    const operator = await office.call('POST', 'users', draft);
    const link = (deviceId: number) => ({ userId: operator.id, deviceId });
    const settings = await office.call('GET', 'server');
    await office.call('PUT', 'server', {
      ...settings,
      attributes: { 'rastro.enableAdvancedPerms': true },
    });
    const account = { ...operator, attributes: attributesOf(...rights) };
    await office.call('PUT', `users/${operator.id}`, account);
    await office.call('POST', 'permissions', link(first.id));

    await enter(context, server.url, OPERATOR);
    await page.goto(`${server.url}/devices`);
    await waitLive(page);
    const rows = deviceRows(page);
    await expect(rows).toHaveCount(1);
    await office.call('POST', 'permissions', link(second.id));
    await expect(rows.filter({ hasText: 'Fiorino 12' })).toBeVisible(WITHIN);
    await office.call('DELETE', 'permissions', link(second.id));
    await expect(rows.filter({ hasText: 'Fiorino 12' })).toHaveCount(0, WITHIN);

    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menuEntry(menu, 'Cercas').click();
    await expect(page.getByRole('heading', { name: 'Cercas' })).toBeVisible();
    await office.call('PUT', `users/${operator.id}`, {
      ...account,
      attributes: attributesOf('devices.view', 'events.view'),
    });
    await expect(page.getByRole('alert').getByText(/não tem mais acesso/)).toBeVisible(WITHIN);
    await expect(menuEntry(menu, 'Cercas')).toHaveCount(0, WITHIN);
    await expect(page).toHaveURL(`${server.url}/home`);

    await page.goto(`${server.url}/devices/${first.id}`);
    await expect(page.getByRole('heading', { name: 'Strada 07' })).toBeVisible();
    await office.call('DELETE', `devices/${first.id}`);
    await expect(page.getByRole('alert').getByText('Este veículo não está mais disponível')).toBeVisible(
      WITHIN,
    );
    await page.getByRole('button', { name: 'Voltar para a lista' }).click();
    await expect(page).toHaveURL(/\/devices$/);
    await expect(rows).toHaveCount(0);
    await request.dispose();
  },
);
