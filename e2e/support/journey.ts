import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { fromSetup } from './ground.ts';
import { ADMINISTRATOR, RastroServer, type ServerOptions } from './rastro-server.ts';
import { SHARED } from './start-shared.ts';
import { watchErrors } from './watch-errors.ts';

export type DemoRole = 'admin' | 'customer' | 'operator' | 'readonly' | 'guest';

interface Fixtures {
  readonly demo: { readonly url: string; readonly password: string };
  /** Starts a server of this journey's own; it ends with the journey. */
  readonly startServer: (options?: ServerOptions) => Promise<RastroServer>;
  /** Errors that the page may report in this journey, e.g. a server that is down on purpose. */
  readonly tolerated: RegExp | null;
}

/** A journey fails on every complaint of the page, whatever else it checks. */
export const test = base.extend<Fixtures>({
  tolerated: [null, { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  demo: async ({}, provide) => {
    await provide({ url: fromSetup(SHARED.demoUrl), password: fromSetup(SHARED.demoPassword) });
  },
  startServer: async ({ context }, provide) => {
    const started: RastroServer[] = [];
    await provide(async (options = {}) => {
      const server = new RastroServer(options);
      started.push(server);
      await server.start();
      return server;
    });
    // A page that still polls would report the stopped server.
    for (const page of context.pages()) await page.close();
    for (const server of started) await server.remove();
  },
  context: async ({ context, tolerated }, provide) => {
    const errors = watchErrors(context);
    await provide(context);
    expect(
      errors.filter((error) => tolerated?.test(error) !== true),
      'complaints of the page',
    ).toEqual([]);
  },
});
export { expect, fromSetup };

/** Opens a session as the login page would, without the page. */
export async function enter(
  context: BrowserContext,
  url: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<void> {
  const answer = await context.request.post(`${url}/api/session`, {
    form: { email: credentials.email, password: credentials.password },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(200);
}

export async function enterDemo(
  context: BrowserContext,
  demo: { readonly url: string; readonly password: string },
  role: DemoRole = 'operator',
): Promise<void> {
  await enter(context, demo.url, { email: `${role}@demo.rastro`, password: demo.password });
}

export const enterAsAdministrator = (context: BrowserContext, url: string): Promise<void> =>
  enter(context, url, ADMINISTRATOR);

/** Registers a device through the API; the context must be signed in. */
export async function createDevice(
  context: BrowserContext,
  url: string,
  device: { readonly name: string; readonly uniqueId: string; readonly category?: string },
): Promise<number> {
  const answer = await context.request.post(`${url}/api/devices`, { data: device, headers: { origin: url } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { id: number }).id;
}

/** Waits until the page shows live data. */
export async function waitLive(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByText('Ao vivo')).toBeAttached();
}

/** The worker of the application has what this page has used. */
export async function waitInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.waitForLoadState('networkidle');
}

export const deviceRows = (page: Page) =>
  page.getByRole('listbox', { name: 'Lista de veículos' }).getByRole('option');

/** Coordinates in the panel of a device; rows of the list behind it may say the same. */
export const coordinatesInPanel = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Local' }).getByText(text, { exact: true });

/** Finds a device by its name in the open list and opens it. */
export async function openDevice(page: Page, name: string): Promise<void> {
  await page.getByLabel('Buscar veículos').fill(name);
  // The text may also be in other fields of other devices; most are gone.
  await expect.poll(() => deviceRows(page).count()).toBeLessThan(8);
  await deviceRows(page).filter({ hasText: name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}
