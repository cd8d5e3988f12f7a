import { readFileSync } from 'node:fs';
import type { APIResponse, Browser, BrowserContext, Page } from '@playwright/test';
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

// While the network is away on purpose, and where a check-in is refused, the browser reports it.
test.use({ tolerated: /ERR_|WebSocket connection to|status of 409/ });

const PASSWORD = 'chaves na gaveta';
const BRAKES = 'Os freios funcionam?';

/** A van with a checklist that blocks check-ins, and two drivers who may check in. @returns the code of the van. */
async function aYard(office: BrowserContext, server: RastroServer): Promise<string> {
  await enterAsAdministrator(office, server.url);
  const ask = (method: string, path: string, data: object): Promise<APIResponse> =>
    office.request.fetch(`${server.url}${path}`, { method, data, headers: { origin: server.url } });
  const deviceId = await createDevice(office, server.url, { name: 'Furgão 9', uniqueId: 'furgao-9' });
  for (const name of ['Davi', 'Rosa']) {
    const made = await ask('POST', '/api/drivers', { name, uniqueId: name.toLowerCase() });
    const { id } = (await made.json()) as { id: number };
    const login = { username: `${name.toLowerCase()}.patio`, password: PASSWORD };
    expect((await ask('PUT', `/ext/drivers/${id}/qr-access`, login)).status()).toBe(200);
  }
  const items = [{ id: 1, text: BRAKES, kind: 'yesNo', severity: 'unsafe' }];
  const checklist = { name: 'Vistoria', phases: ['before'], blocksCheckIn: true, items };
  expect((await ask('POST', '/ext/checklists', checklist)).status()).toBe(200);
  const [code] = (await (await ask('POST', '/ext/qr-codes', { deviceIds: [deviceId] })).json()) as [
    { code: string },
  ];
  return code.code;
}

async function phoneOf(browser: Browser, server: RastroServer, name: string): Promise<BrowserContext> {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    hasTouch: true,
  });
  await enter(phone, server.url, { email: `${name}.patio`, password: PASSWORD });
  return phone;
}
async function checkIn(page: Page, server: RastroServer, code: string): Promise<void> {
  await page.goto(`${server.url}/qr-driver/scan/${code}`);
  await page.getByRole('button', { name: 'Fazer check-in' }).tap();
}
const inspect = (page: Page) => page.getByRole('button', { name: 'Vistoria: Antes do turno' }).tap();

test(
  '[E2E-244] an unsafe answer without a network, a mechanic who signs, and the next driver who confirms',
  { tag: '@no-map' },
  async ({ page, context, browser, startServer }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    const code = await aYard(context, server);
    const davi = await phoneOf(browser, server, 'davi');
    const first = await davi.newPage();
    await checkIn(first, server, code);
    await first.getByRole('link', { name: 'Inspecionar o veículo' }).tap();
    await expect(first.getByRole('heading', { name: 'Furgão 9' })).toBeVisible();
    await checkBothSchemes(first, 'checklists of a driver');
    // The page is opened again, so that the worker has what it needs.
    await waitInstalled(first);
    await first.goto(`${server.url}/qr-driver/inspection`);
    await inspect(first);
    await first.getByRole('button', { name: 'Enviar inspeção' }).tap();
    await checkBothSchemes(first, 'a checklist that is not complete');
    await waitInstalled(first);

    await davi.setOffline(true);
    await first.getByRole('radio', { name: `${BRAKES}: Não` }).check();
    await first.getByLabel('O que está errado?').fill('Pedal afunda');
    await first.getByRole('button', { name: 'Enviar inspeção' }).tap();
    await expect(first.getByText('1 inspeção aguarda a rede.')).toBeVisible();
    await expect(first.getByText(/Não dirija este veículo/)).toBeVisible();
    await first.close();
    const second = await davi.newPage();
    await second.goto(`${server.url}/qr-driver/inspection`);
    await expect(second.getByText('1 inspeção aguarda a rede.')).toBeVisible({ timeout: 30_000 });
    await checkBothSchemes(second, 'an inspection that waits');
    await davi.setOffline(false);
    await expect(second.getByText(/aguarda a rede/)).toHaveCount(0, { timeout: 30_000 });

    const rosa = await phoneOf(browser, server, 'rosa');
    const next = await rosa.newPage();
    await checkIn(next, server, code);
    await expect(next.getByText(/Uma inspeção encontrou um defeito/)).toBeVisible();

    await page.goto(`${server.url}/maintenances/due`);
    const work = page.getByRole('link', { name: BRAKES });
    await expect(work).toBeVisible();
    await work.click();
    await expect(page.getByRole('dialog', { name: BRAKES })).toBeVisible();
    await checkBothSchemes(page, 'a defect');
    await page.getByRole('button', { name: 'Liberar check-in' }).click();
    await expect(page.getByLabel('Motivo')).toBeVisible();
    await checkBothSchemes(page, 'a release');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Assinar como consertado' }).click();
    await page.getByLabel('Nome do mecânico').fill('Zeca Moreira');
    await page.getByLabel(/^Hodômetro/).fill('54321');
    await page.getByLabel(/^Custo \(/).fill('199,90');
    await page.getByRole('button', { name: 'Assinar', exact: true }).click();
    await expect(page.getByText('Assinado: Zeca Moreira')).toBeVisible();
    await expect(page.getByText('54.321 km · R$ 199,90')).toBeVisible();
    await page.goto(`${server.url}/maintenances/due`);
    await expect(page.getByText('Assinado, aguarda o próximo motorista')).toBeVisible();

    await checkIn(next, server, code);
    await expect(next.getByRole('heading', { name: 'Furgão 9' })).toBeVisible();
    await next.goto(`${server.url}/qr-driver/inspection`);
    await inspect(next);
    await next
      .getByRole('radio', { name: `${BRAKES}: Sim` })
      .first()
      .check();
    await next
      .getByRole('radio', { name: `${BRAKES}: Sim` })
      .last()
      .check();
    await checkBothSchemes(next, 'a repair that is confirmed');
    await next.getByRole('button', { name: 'Enviar inspeção' }).tap();
    await expect(next.getByText('Feita')).toBeVisible();
    await page.goto(`${server.url}/inspections?tab=defects&state=confirmed`);
    await expect(page.getByRole('button', { name: /Os freios funcionam.*Confirmado/ })).toBeVisible();
    await page.goto(`${server.url}/maintenances/due`);
    await expect(page.getByText('Nada a vencer')).toBeVisible();
    for (const [tab, search] of [
      ['missed', 'Buscar inspeções não feitas'],
      ['checklists', 'Buscar checklists'],
    ]) {
      await page.goto(`${server.url}/inspections?tab=${tab}`);
      await expect(page.getByLabel(search ?? '')).toBeVisible();
      await checkBothSchemes(page, tab ?? '');
    }
    await page.goto(`${server.url}/inspections`);
    const inspections = page.getByRole('list', { name: 'Inspeções' }).getByRole('listitem');
    await expect(inspections).toHaveCount(2);
    await checkBothSchemes(page, 'inspections');
    await inspections.last().getByRole('button').click();
    await expect(page.getByText('Pedal afunda')).toBeVisible();
    await checkBothSchemes(page, 'an inspection');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar PDF' }).click();
    const file = await (await saved).path();
    expect(readFileSync(file).toString('latin1', 0, 5)).toBe('%PDF-');
    for (const phone of [davi, rosa]) await phone.close();
  },
);
