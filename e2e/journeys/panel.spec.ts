import { checkBothSchemes } from '../support/check-accessibility.ts';
import { createDevice, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';
import { isBehindTraccar } from '../support/behind.ts';

const IMEI = '490154203237518';

/** A phone that reports by OsmAnd: three places in the last minute, 222 m each from the one before: 40 km/h. */
async function drive({ protocols }: RastroServer, id: string, speedKn: number): Promise<void> {
  for (const step of [3, 2, 1]) {
    const at = Date.now() - step * 20_000;
    const place = `lat=${-8.05 - step * 0.002}&lon=-34.9&speed=${speedKn}&batt=81&temp1=4`;
    const answer = await fetch(`http://127.0.0.1:${protocols['osmand']}/?id=${id}&timestamp=${at}&${place}`);
    expect(answer.status).toBe(200);
  }
}

test(
  '[E2E-160] pins, today, the verdict and a link for a guest',
  { tag: '@no-map' },
  async ({ page, context, browser, startServer }) => {
    // Five runs of axe, in both schemes: more than half of the time limit of a journey.
    test.slow();
    const server = await startServer({ administrator: true });
    const { url } = server;
    await enterAsAdministrator(context, url);
    const id = await createDevice(context, url, { name: 'Uno 11', uniqueId: IMEI });
    const neverConnectedId = await createDevice(context, url, {
      name: 'Gol 12',
      uniqueId: '490154203237526',
    });
    await drive(server, IMEI, 20);

    await page.goto(`${url}/devices/${id}?tab=attributes`);
    await waitLive(page);
    await page.getByRole('button', { name: 'Fixar Nível da bateria' }).click();
    await checkBothSchemes(page, 'attributes');
    await page.getByRole('tab', { name: 'Agora' }).click();
    const pinned = page.getByRole('region', { name: 'Atributos fixados' });
    await expect(pinned).toContainText('81%');
    await page.reload();
    await expect(pinned).toContainText('81%');

    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Hoje', exact: true }).click();
    const today = page.getByRole('region', { name: 'Trajeto de hoje' });
    await expect(today).toContainText('0,4 km');
    await checkBothSchemes(page, 'today');
    await page.getByRole('button', { name: 'Hoje', exact: true }).click();
    await expect(today).toHaveCount(0);
    await page.getByRole('tab', { name: 'Eventos' }).click();
    await expect(page.getByRole('list', { name: 'Eventos' }).getByRole('listitem').first()).toBeVisible();

    // A name longer than the space next to its actions is shown whole, and one from right to left from its beginning.
    const longId = await createDevice(context, url, {
      name: 'شاحنة الرياض 12 (ABC-1234)',
      uniqueId: '490154203237534',
    });
    await page.goto(`${url}/devices/${longId}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toContainText('ABC-1234');
    expect(
      await title.evaluate((box) => [
        box.scrollWidth <= box.clientWidth,
        box.getBoundingClientRect().left < 200,
      ]),
    ).toEqual([true, true]);
    if (!isBehindTraccar) {
      await page.goto(`${url}/devices/${neverConnectedId}`);
      const verdict = page.getByRole('region', { name: 'Por que não está online?' });
      await expect(verdict).toContainText('O rastreador nunca se conectou.');
      await checkBothSchemes(page, 'verdict');
    }

    await page.goto(`${url}/devices/${id}`);
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    await page.getByLabel('Duração').selectOption('8 horas');
    await page.getByRole('button', { name: 'Criar link' }).click();
    await expect(page.getByRole('img', { name: 'QR code do link' })).toBeVisible();
    await checkBothSchemes(page, 'share');
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();

    const elsewhere = await browser.newContext();
    const guest = await elsewhere.newPage();
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Abrir' }).click();
    await expect(guest.getByRole('heading', { name: 'Uno 11' })).toBeVisible();
    await expect(guest).toHaveURL(`${url}/devices/${id}`);
    await expect(guest.getByRole('button', { name: 'Compartilhar' })).toHaveCount(0);
    await guest.goto(`${url}/devices/${neverConnectedId}`);
    await expect(guest.getByRole('heading', { name: 'Veículo não encontrado' })).toBeVisible();
    await elsewhere.close();
  },
);

test('[E2E-161] several vehicles side by side, and one command to all of them', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  await createDevice(context, server.url, { name: 'Uno 11', uniqueId: IMEI });
  await createDevice(context, server.url, { name: 'Gol 12', uniqueId: '490154203237526' });
  await drive(server, IMEI, 20);
  const select = async (): Promise<void> => {
    await page.goto(`${server.url}/devices`);
    await waitLive(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Selecionar vários' }).click();
    await page.getByRole('button', { name: /^Todos \(2\)/ }).click();
  };
  await select();
  await page.getByRole('button', { name: 'Tela dividida' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article', { name: 'Uno 11' })).toContainText('37 km/h');
  await expect(page.getByRole('article', { name: 'Gol 12' })).toContainText('Offline');
  await expect(page.locator('article .maplibregl-canvas')).toHaveCount(2);
  await checkBothSchemes(page, 'split view');

  await select();
  await page.getByRole('button', { name: 'Comando', exact: true }).click();
  const choice = page.getByRole('combobox', { name: 'Comando', exact: true });
  await expect(choice).toBeEnabled();
  await choice.selectOption('custom');
  await page.getByRole('textbox').fill('STATUS');
  await page.getByRole('button', { name: 'Enviar a 2 veículos' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Mais rápidos agora: Uno 11 (37 km/h).');
  await checkBothSchemes(page, 'question');
  await question.getByRole('button', { name: 'Enviar a 2 veículos' }).click();
  const results = page.getByRole('list', { name: 'Resultado por veículo' }).getByRole('listitem');
  await expect(results).toHaveCount(2);
  await checkBothSchemes(page, 'result');
});
