import { connect } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { ADMINISTRATOR, type RastroServer } from '../support/rastro-server.ts';
import { enter, expect, test } from '../support/journey.ts';
import { SimulatedCar } from '../support/simulated-car.ts';
import { isBehindTraccar } from '../support/behind.ts';

const NO_MAP = { tag: '@no-map' };
const IMEI = '356307042441013';
const MISTYPED = '356307042441031';
const BRUNO = { name: 'Bruno Lima', email: 'bruno@example.com', password: 'segredo-do-bruno' };

const save = (page: Page) => page.getByRole('button', { name: 'Salvar' }).click();
/** Steps that are left, on the home screen. */
async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await page.getByRole('link', { name, exact: true }).click();
}
const dot = (page: Page) => page.getByRole('region', { name: 'Conexão' });

async function setUp(page: Page, server: RastroServer): Promise<void> {
  await page.goto(server.url);
  await page.getByLabel('Nome').fill('Ana Souza');
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Senha', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByLabel('Código de instalação').fill(await server.setupCode());
  await page.getByRole('button', { name: 'Criar administrador' }).click();
  await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible();
}

/** A GT06 login of a tracker that no vehicle has: type 1, the IMEI in digits, serial 1, and its checksum. */
function callAs(imei: string, port: number): () => void {
  const body = Buffer.from(`0d010${imei}0001`, 'hex');
  const socket = connect(port, '127.0.0.1', () => {
    const sum = Buffer.alloc(2);
    sum.writeUInt16BE(crc(body));
    socket.write(Buffer.concat([Buffer.from('7878', 'hex'), body, sum, Buffer.from('0d0a', 'hex')]));
  });
  socket.on('error', () => undefined);
  return () => socket.destroy();
}
/** @source ITU-T X.25, as GT06 uses it */
function crc(bytes: Buffer): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0x8408 : sum >>> 1;
  }
  return ~sum & 0xffff;
}

async function connectTracker(page: Page, server: RastroServer): Promise<SimulatedCar> {
  await expect(page).toHaveURL(/\/devices\/\d+\/connect$/);
  await expect(dot(page)).toContainText('Aguardando a primeira mensagem');
  const port = server.protocols['gt06'] ?? 0;
  await page.getByRole('combobox', { name: 'Modelo do rastreador' }).fill('gt06n');
  await page.getByRole('option', { name: /GT06N/ }).click();
  await page.getByLabel('Endereço do servidor').fill('rastreio.example.com');
  await page.getByRole('combobox', { name: 'Operadora' }).fill('vivo');
  await page.getByRole('option', { name: 'Vivo (Brasil)' }).click();
  await expect(page.getByText('APN,zap.vivo.com.br,vivo,vivo#')).toBeVisible();
  await expect(page.getByText(`SERVER,1,rastreio.example.com,${port},0#`)).toBeVisible();

  // The number on the label was typed wrongly: the connected tracker sends the right one.
  const hangUp = callAs(IMEI, port);
  await expect(dot(page)).toContainText('identificador que nenhum veículo tem');
  hangUp();
  await page.getByRole('button', { name: `Usar o identificador ${IMEI}` }).click();
  await expect(page.getByText(IMEI, { exact: true }).first()).toBeVisible();
  const car = new SimulatedCar(server, IMEI);
  await expect(dot(page)).toContainText('A primeira mensagem chegou');
  await expect(dot(page)).toHaveAttribute('data-reported', 'true');
  return car;
}

/** Accepts an invitation by its link. */
async function acceptInvitation(browser: Browser, link: string): Promise<void> {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  await page.goto(link);
  const fields = page.locator('input[type="password"]');
  await expect(fields.first()).toBeVisible();
  for (const field of await fields.all()) await field.fill(BRUNO.password);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page).toHaveURL(/\/(login|home)/);
  await context.close();
}

async function inviteUser(page: Page, browser: Browser): Promise<void> {
  await page.getByLabel(/^Nome/).fill(BRUNO.name);
  await page.getByLabel(/^E-mail ou/).fill(BRUNO.email);
  await page.getByRole('switch', { name: /^Convidar/ }).click();
  await save(page);
  await page.getByRole('button', { name: 'Novo convite' }).click();
  await acceptInvitation(browser, await page.getByLabel('Link do convite').inputValue());
}

async function takeMoney(page: Page): Promise<void> {
  await step(page, 'Ligar a cobrança');
  await page.getByRole('button', { name: 'Ligar a cobrança' }).click();
  await expect(page.getByRole('button', { name: 'Nova fatura' })).toBeVisible();
  await step(page, 'Primeiro cliente com preço');
  await page.getByLabel(/^Nome/).fill('Transportes Alfa');
  await page.getByLabel(/^E-mail ou/).fill('alfa@example.com');
  await page.getByLabel('Valor mensal').fill('49,90');
  await save(page);
  await expect(page.getByRole('heading', { name: 'Transportes Alfa' })).toBeVisible();
  await step(page, 'Primeira fatura');
  const dialog = page.getByRole('dialog', { name: 'Nova fatura' });
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill('alfa');
  await dialog.getByRole('option', { name: /Transportes Alfa/ }).click();
  await dialog.getByLabel(/^Valor em/).fill('49,90');
  await dialog.getByRole('button', { name: 'Emitir' }).click();
  await expect(page.getByRole('button', { name: /Transportes Alfa/ })).toContainText('Em aberto');
}

test(
  '[E2E-600] from an empty folder to a brand, a connected vehicle, an invited user and the first invoice',
  NO_MAP,
  async ({ page, context, browser, startServer }) => {
    const server = await startServer();
    await setUp(page, server);

    await page.getByRole('link', { name: 'Definir a sua marca', exact: true }).click();
    await page.getByLabel('Nome do produto').fill('Alfa Rastreamento');
    await page.getByRole('button', { name: 'Publicar' }).click();
    await expect(page).toHaveTitle(/Alfa Rastreamento/);

    await step(page, 'Primeiro veículo');
    await page.getByLabel(/^Nome/).fill('Van 01');
    await page.getByLabel(/^Identificador/).fill(MISTYPED);
    await save(page);
    const car = await connectTracker(page, server);
    await car.park();

    await step(page, 'Convidar um usuário');
    await inviteUser(page, browser);

    await step(page, 'Criar uma notificação');
    await save(page);
    await expect(page).toHaveURL(`${server.url}/notifications`);

    await takeMoney(page);
    await page.getByRole('button', { name: 'Fechar' }).first().click();
    await expect(page).toHaveURL(`${server.url}/home`);
    await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toHaveCount(0);
    await enter(context, server.url, BRUNO);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('[E2E-601] a phone becomes a tracker by a code', NO_MAP, async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enter(context, server.url, ADMINISTRATOR);
    const made = await context.request.post(`${server.url}/api/devices`, {
      data: { name: 'Meu celular', uniqueId: 'meu-celular' },
      headers: { origin: server.url },
    });
    const { id } = (await made.json()) as { id: number };
    await page.goto(`${server.url}/devices/${id}/connect`);
    // The fields of a model are not on the screen that every accessibility journey opens.
    await page.getByRole('combobox', { name: 'Modelo do rastreador' }).fill('fmb920');
    await page.getByRole('option', { name: /FMB920/ }).tap();
    await page.getByLabel('APN', { exact: true }).fill('zap.vivo.com.br');
    await expect(page.getByText(/setparam 2001:zap/)).toBeVisible();
    await checkBothSchemes(page, 'connect, messages');
    await page.getByRole('combobox', { name: 'Modelo do rastreador' }).fill('traccar client');
    await page.getByRole('option', { name: /Traccar Client/ }).tap();
    await expect(page.getByRole('img', { name: 'Código para o Traccar Client' })).toBeVisible();
    const address = `http://127.0.0.1:${server.protocols['osmand'] ?? 0}`;
    if (!isBehindTraccar) await expect(page.getByText(address, { exact: true })).toBeVisible();
    await checkBothSchemes(page, 'connect, phone');
    await expect(dot(page)).toHaveAttribute('data-reported', 'false');
    const sent = await context.request.post(`${address}/?id=meu-celular&lat=-23.55&lon=-46.63&speed=0`);
    expect(sent.status()).toBe(200);
    await expect(dot(page)).toHaveAttribute('data-reported', 'true');
    await expect(dot(page)).toContainText('A primeira mensagem chegou');
    await checkBothSchemes(page, 'connect, heard');
  });
});
