import { connect } from 'node:net';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { createDevice, enterAsAdministrator, expect, test } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';
import { isBehindTraccar } from '../support/behind.ts';

const IMEI = '861234560000013';

/** A tracker that logs in and reports once; waits for the answer to its login. */
async function speak({ protocols }: RastroServer): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: protocols['gps103'] ?? 0 });
  socket.write(`##,imei:${IMEI},A;`);
  await once(socket, 'data');
  socket.end(`imei:${IMEI},tracker,250314093045,,F,123045.000,A,2333.0312,S,04637.9985,W,34.50,125.0;`);
}

const messages = (page: Page) => page.getByRole('list', { name: 'Mensagens' }).getByRole('listitem');

test(
  '[E2E-24] an administrator records what a tracker says and is told',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    test.skip(isBehindTraccar, 'A Traccar does not tell what its trackers say');
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const id = await createDevice(context, server.url, { name: 'Moto do Rui', uniqueId: IMEI });
    await page.goto(`${server.url}/devices/${id}`);
    await page.getByRole('button', { name: 'Tráfego do rastreador' }).click();
    await expect(page).toHaveURL(`${server.url}/devices/${id}/traffic`);
    await page.getByLabel('Duração').selectOption('1 minuto');
    await page.getByRole('button', { name: 'Gravar' }).click();
    await expect(page.getByText(/^Gravando até/)).toBeVisible();
    await speak(server);
    await expect(messages(page)).toHaveCount(3);
    await expect(messages(page).nth(1)).toContainText('LOAD');
    await messages(page).first().getByText('1 registro decodificado').click();
    await expect(messages(page).first().getByText('-23.55052')).toBeVisible();
    await page.getByText('Hex', { exact: true }).click();
    await expect(messages(page).nth(1)).toContainText('4c4f4144');

    await page.setViewportSize({ width: 360, height: 720 });
    // The layout of a phone is another page, which comes a moment later, with an empty field.
    await expect(async () => {
      await page.getByLabel('Buscar bytes, texto e campos').fill('latitude');
      await expect(messages(page)).toHaveCount(1, { timeout: 2000 });
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Parar e apagar' }).click();
    await expect(page.getByText(/^Nada está sendo gravado/)).toBeVisible();
  },
);
