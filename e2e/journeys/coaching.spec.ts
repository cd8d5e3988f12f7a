import type { BrowserContext } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { createDevice, enter, enterAsAdministrator, expect, test } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';

const LOGIN = { email: 'dana.dirige', password: 'chaves na gaveta' };
const MINUTE_MS = 60_000;
const HOURS = 5;

/** A driver with a login, who drove for five hours and braked hard once in each of them. */
async function aDriverWithPast(context: BrowserContext, server: RastroServer): Promise<void> {
  await enterAsAdministrator(context, server.url);
  await createDevice(context, server.url, { name: 'Van da Dana', uniqueId: 'van' });
  const headers = { origin: server.url };
  const driver = { name: 'Dana Lima', uniqueId: 'card-1' };
  const made = await context.request.post(`${server.url}/api/drivers`, { data: driver, headers });
  const { id } = (await made.json()) as { id: number };
  const access = { username: LOGIN.email, password: LOGIN.password };
  const given = await context.request.put(`${server.url}/ext/drivers/${id}/qr-access`, {
    data: access,
    headers,
  });
  expect(given.status()).toBe(200);
  const begin = Date.now() - (HOURS + 1) * 60 * MINUTE_MS;
  for (let minute = 0; minute < HOURS * 60; minute++) {
    const query = new URLSearchParams({
      id: 'van',
      timestamp: String(Math.floor((begin + minute * MINUTE_MS) / 1000)),
      lat: String(-23.5 + minute * 0.009),
      lon: '-46.6',
      speed: '32.4',
      ignition: 'true',
      driverUniqueId: 'card-1',
      ...(minute % 60 === 20 ? { alarm: 'hardBraking' } : {}),
    });
    const answer = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`);
    expect(answer.status).toBe(200);
  }
}

test(
  '[E2E-216] a driver contests an event on the phone, the manager accepts it, and the score is better',
  { tag: '@no-map' },
  async ({ page, context, browser, startServer }) => {
    test.slow();
    const server = await startServer({ administrator: true });
    await aDriverWithPast(context, server);
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'pt-BR',
      hasTouch: true,
    });
    const own = await phone.newPage();
    await enter(phone, server.url, LOGIN);
    await own.goto(`${server.url}/qr-driver`);
    await own.getByRole('link', { name: 'Minha nota' }).tap();
    const score = own.getByRole('region', { name: 'Minha nota' });
    const points = score.getByText(/^[\d,]+ de 100$/);
    await expect(points).toBeVisible();
    const before = (await points.textContent()) ?? '';
    const events = own.getByRole('region', { name: /^Meus eventos/ });
    await expect(events.getByText('Freada brusca')).toHaveCount(HOURS);
    await checkBothSchemes(own, 'own score on a phone');
    await events.getByRole('button', { name: 'Contestar' }).first().tap();
    await own.getByRole('dialog').getByLabel('Motivo').fill('Uma criança correu para a rua');
    await checkBothSchemes(own, 'contest on a phone');
    await own.getByRole('dialog').getByRole('button', { name: 'Enviar' }).tap();
    await expect(events.getByText('Contestado, aguarda resposta')).toBeVisible();

    await page.goto(`${server.url}/coaching?state=contested`);
    const cases = page.getByRole('listbox', { name: 'Orientação de motoristas' });
    await expect(cases.getByRole('option')).toHaveCount(1);
    await checkBothSchemes(page, 'coaching');
    await cases.getByRole('option').click();
    const dialog = page.getByRole('dialog', { name: 'Freada brusca' });
    await expect(dialog.getByText('Uma criança correu para a rua')).toBeVisible();
    await checkBothSchemes(page, 'a case of coaching');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await expect(dialog.getByText('Aceita: o evento não conta mais na nota')).toBeVisible();

    await own.reload();
    await expect(events.getByText('Contestação aceita: não conta mais')).toBeVisible();
    await expect(points).not.toHaveText(before);
    await phone.close();
  },
);
