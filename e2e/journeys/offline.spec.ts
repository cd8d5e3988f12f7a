import type { BrowserContext, Page } from '@playwright/test';
import type { RastroServer } from '../support/rastro-server.ts';
import {
  coordinatesInPanel,
  createDevice,
  deviceRows,
  enter,
  enterAsAdministrator,
  expect,
  test,
  waitInstalled,
  waitLive,
} from '../support/journey.ts';

// While the network is away on purpose, the browser itself reports what it cannot reach.
test.use({
  tolerated: /ERR_|WebSocket connection to/,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

/** Data that this browser stores for offline use. */
const offlineData = (
  page: Page,
): Promise<{ readonly account: number | null; readonly vehicles: number | null }> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('rastro-kept', 1);
        opening.onerror = () => reject(opening.error ?? new Error('Cannot open what is kept'));
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
        opening.onsuccess = () => {
          const store = opening.result.transaction('kept').objectStore('kept');
          const [account, fleet] = [store.get('account'), store.get('fleet')] as IDBRequest<
            { userId: number; devices: unknown[] } | undefined
          >[];
          store.transaction.oncomplete = () => {
            opening.result.close();
            resolve({
              account: account?.result?.userId ?? null,
              vehicles: fleet?.result?.devices.length ?? null,
            });
          };
        };
      }),
  );

/** Goes offline: the browser knows, and the server would not answer either. */
async function goAway(context: BrowserContext, server: RastroServer): Promise<void> {
  await server.kill();
  await context.setOffline(true);
}
async function comeBack(context: BrowserContext, server: RastroServer): Promise<void> {
  await server.start();
  await context.setOffline(false);
}

const asOf = (page: Page) => page.getByText(/Sem conexão: situação de/);

test(
  '[E2E-250] an owner opens his phone in a yard without network and sees where his vehicles were',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const id = await createDevice(context, server.url, { name: 'Van da Ana', uniqueId: 'van' });
    await createDevice(context, server.url, { name: 'Caminhão 2', uniqueId: 'cam' });
    const query = new URLSearchParams({ id: 'van', lat: '-23.5', lon: '-46.6' });
    expect((await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`)).status).toBe(200);
    await page.goto(`${server.url}/devices`);
    await waitLive(page);
    await waitInstalled(page);
    await expect.poll(() => offlineData(page)).toEqual({ account: 1, vehicles: 2 });
    // Screens that were opened once are there without a network.
    await page.goto(`${server.url}/devices/${id}`);
    await expect(coordinatesInPanel(page, '-23.500000, -46.600000')).toBeVisible();
    await page.goto(`${server.url}/account`);
    await expect(page.getByLabel('Nome', { exact: true })).toBeVisible();
    await waitInstalled(page);
    await page.close();

    await goAway(context, server);
    const cold = await context.newPage();
    await cold.goto(`${server.url}/devices`);
    await expect(deviceRows(cold)).toHaveText([/Caminhão 2/, /Van da Ana/]);
    await expect(asOf(cold)).toBeVisible({ timeout: 30_000 });
    await deviceRows(cold).nth(1).tap();
    await expect(coordinatesInPanel(cold, '-23.500000, -46.600000')).toBeVisible();
    await cold.reload();
    await expect(coordinatesInPanel(cold, '-23.500000, -46.600000')).toBeVisible();

    // A change without a network is rejected at once, with a message.
    await cold.goto(`${server.url}/account`);
    await cold.getByLabel('Nome', { exact: true }).fill('Ana do Pátio');
    await cold.getByRole('button', { name: 'Salvar' }).tap();
    await expect(cold.getByText(/Sem conexão com o servidor/)).toBeVisible();

    await comeBack(context, server);
    await cold.goto(`${server.url}/devices`);
    await waitLive(cold);
    await expect(asOf(cold)).toBeHidden();
    await expect(deviceRows(cold)).toHaveCount(2);

    await cold.getByRole('button', { name: /^Menu de/ }).tap();
    await cold.getByRole('menuitem', { name: 'Sair' }).tap();
    await expect(cold.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(await offlineData(cold)).toEqual({ account: null, vehicles: null });
  },
);

test(
  '[E2E-251] who signs out without a network is signed out when it is back',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    await page.goto(`${server.url}/home`);
    await waitLive(page);
    await waitInstalled(page);
    await goAway(context, server);
    await page.getByRole('button', { name: /^Menu de/ }).tap();
    await page.getByRole('menuitem', { name: 'Sair' }).tap();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(await offlineData(page)).toEqual({ account: null, vehicles: null });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Não foi possível falar com o servidor' })).toBeVisible();
    await comeBack(context, server);
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible({ timeout: 15_000 });
    expect((await context.request.get(`${server.url}/api/session`)).status()).toBe(404);
  },
);

test(
  '[E2E-252] a driver opens his phone without network, checks in, and it counts when the network is back',
  { tag: '@no-map' },
  async ({ page, context, startServer, browser }) => {
    const server = await startServer({ administrator: true });
    const office = await browser.newContext();
    await enterAsAdministrator(office, server.url);
    const ask = async (method: string, path: string, data: object): Promise<Record<string, unknown>> => {
      const answer = await office.request.fetch(`${server.url}${path}`, {
        method,
        data,
        headers: { origin: server.url },
      });
      expect(answer.status()).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    };
    const deviceId = await createDevice(office, server.url, { name: 'Van da Ana', uniqueId: 'van' });
    const driver = await ask('POST', '/api/drivers', { name: 'Davi', uniqueId: 'd1' });
    const credentials = { email: 'davi', password: 'no-patio-123' };
    await ask('PUT', `/ext/drivers/${String(driver['id'])}/qr-access`, {
      username: credentials.email,
      password: credentials.password,
    });
    const [code] = (await ask('POST', '/ext/qr-codes', { deviceIds: [deviceId] })) as unknown as [
      { code: string },
    ];

    await enter(context, server.url, credentials);
    await page.goto(`${server.url}/qr-driver/scan/${code.code}`);
    await expect(page.getByRole('button', { name: 'Fazer check-in' })).toBeVisible();
    // The worker takes over the pages that are there when it starts: none that is just on its way.
    await waitInstalled(page);
    await page.goto(`${server.url}/qr-driver`);
    await waitInstalled(page);
    expect((await offlineData(page)).vehicles).toBeNull();
    await page.close();

    await goAway(context, server);
    const cold = await context.newPage();
    await cold.goto(`${server.url}/motorista`);
    await expect(cold).toHaveURL(`${server.url}/qr-driver`);
    await cold.goto(`${server.url}/qr-driver/scan/${code.code}`);
    await cold.getByRole('button', { name: 'Fazer check-in' }).tap();
    await expect(cold.getByText(/Ainda não enviado/)).toBeVisible();
    await comeBack(context, server);
    await expect(cold.getByRole('heading', { name: 'Van da Ana' })).toBeVisible({ timeout: 30_000 });
    await office.close();
  },
);
