import type { BrowserContext, Page } from '@playwright/test';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { createDevice, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';
import { isBehindTraccar } from '../support/behind.ts';

const IMEI = '350000000014001';
const dialog = (page: Page) => page.getByRole('alertdialog');

/** Of the newest position. */
async function latitudeOf(context: BrowserContext, url: string): Promise<number | undefined> {
  const answer = await context.request.get(`${url}/api/positions`, {
    headers: { accept: 'application/json' },
  });
  const [position] = (await answer.json()) as readonly { readonly latitude: number }[];
  return position?.latitude;
}

/** One report by HTTP, as a phone sends it, of a moment some seconds ago. */
async function reportFrom({ protocols }: RastroServer, latitude: number, agoS: number): Promise<void> {
  const time = Math.round(Date.now() / 1000) - agoS;
  const query = `id=${IMEI}&lat=${latitude}&lon=-46.63&timestamp=${time}&valid=true`;
  const answer = await fetch(`http://127.0.0.1:${protocols['osmand'] ?? 0}/?${query}`);
  expect(answer.status).toBe(200);
}

test(
  '[E2E-140] a vehicle is anchored, leaves, and everybody sees it; then the anchor is raised',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const id = await createDevice(context, server.url, { name: 'Strada 07', uniqueId: IMEI });
    await reportFrom(server, -23.55, 20);
    await page.goto(`${server.url}/devices/${id}`);
    await waitLive(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    const anchor = page.getByRole('group', { name: 'Âncora do veículo' });
    await anchor.getByRole('button', { name: 'Ancorar' }).click();
    await checkAccessibility(page, 'anchor confirmation');
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(anchor.getByText('Ação cancelada pelo usuário.')).toBeVisible();
    await anchor.getByRole('button', { name: 'Ancorar' }).click();
    await dialog(page).getByRole('button', { name: 'Ancorar' }).click();
    await expect(anchor.getByText('Ancorado em um raio de 150 m')).toBeVisible();
    await reportFrom(server, -23.5501, 10);
    // A Traccar handles two connections side by side.
    await expect.poll(() => latitudeOf(context, server.url)).toBe(-23.5501);
    await reportFrom(server, -23.554, 0);
    // A Traccar tells of no anchors: the panel does.
    if (!isBehindTraccar) {
      await expect(page.getByRole('alert').getByText('Veículo saiu da âncora')).toBeVisible();
      await checkAccessibility(page, 'anchor toast');
    }
    await page.goto(`${server.url}/geofence?kind=anchors`);
    await expect(page.getByRole('option', { name: /Strada 07/ })).toBeVisible();
    await checkAccessibility(page, 'anchors');
    await page.goto(`${server.url}/devices/${id}`);
    await waitLive(page);
    await expect(page.getByText(/^Fora da âncora/)).toBeVisible();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await anchor.getByRole('button', { name: 'Tirar âncora' }).click();
    await dialog(page).getByRole('button', { name: 'Tirar âncora' }).click();
    await expect(anchor.getByText('Sem âncora')).toBeVisible();
  },
);

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test(
    '[E2E-141] a group and a saved command are made and linked with vehicles',
    { tag: '@no-map' },
    async ({ page, context, startServer }) => {
      const server = await startServer({ administrator: true });
      await enterAsAdministrator(context, server.url);
      await createDevice(context, server.url, { name: 'Strada 07', uniqueId: IMEI });
      await page.goto(`${server.url}/groups`);
      await page.getByRole('button', { name: 'Novo' }).click();
      await page.getByLabel('Nome').fill('Zona sul');
      await checkAccessibility(page, 'group form');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expect(page.getByRole('option', { name: /Zona sul/ })).toBeVisible();
      await checkAccessibility(page, 'groups');
      await page.goto(`${server.url}/commands/new`);
      await page.getByLabel('Título').fill('Buzina');
      await page.getByLabel('Texto ou valor').fill('horn');
      await checkAccessibility(page, 'command form');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('option', { name: /Buzina/ }).click();
      await page.getByRole('button', { name: 'Vínculos' }).click();
      const links = page.getByRole('dialog', { name: 'Vínculos de Buzina' });
      await links
        .getByRole('listbox')
        .getByRole('option', { name: /Strada 07/ })
        .click();
      await links.getByRole('combobox').selectOption({ label: 'Grupos' });
      await links
        .getByRole('listbox')
        .getByRole('option', { name: /Zona sul/ })
        .click();
      await expect(links.getByText('2 alterações não salvas')).toBeVisible();
      await checkAccessibility(page, 'links');
      await links.getByRole('button', { name: 'Salvar' }).click();
      await expect(links.getByText('Vínculos salvos.')).toBeVisible();
      await links.getByRole('switch').click();
      await expect(links.getByRole('listbox').getByRole('option')).toHaveCount(1);
    },
  );
});
