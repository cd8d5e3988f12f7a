import {
  createDevice,
  deviceRows,
  enterAsAdministrator,
  expect,
  test,
  waitLive,
} from '../support/journey.ts';
import type { RastroServer } from '../support/rastro-server.ts';

type Values = Readonly<Record<string, string | number | boolean>>;
let second = 0;

/** Reports as a phone with an OsmAnd client does. */
async function report({ protocols }: RastroServer, id: string, values: Values): Promise<void> {
  const query = new URLSearchParams({ id, timestamp: String(Math.floor(Date.now() / 1000) - 60 + ++second) });
  for (const [name, value] of Object.entries(values)) query.set(name, String(value));
  const answer = await fetch(`http://127.0.0.1:${protocols['osmand']}/?${query}`);
  expect(answer.status).toBe(200);
}
const SAO_PAULO = { lat: -23.5505, lon: -46.6333, speed: 10, valid: true };

test('[E2E-16] an alarm appears and opens its vehicle', async ({ page, context, startServer }) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const id = await createDevice(context, server.url, { name: 'Caminhão da Ana', uniqueId: 'ana-1' });
  await page.goto(`${server.url}/home`);
  await waitLive(page);
  await report(server, 'ana-1', SAO_PAULO);
  await report(server, 'ana-1', { ...SAO_PAULO, alarm: 'sos' });
  const toast = page.getByRole('link', { name: /Caminhão da Ana/ });
  await expect(toast).toContainText('Alarme: SOS');
  await toast.click();
  await expect(page).toHaveURL(`${server.url}/devices/${id}`);
  await expect(toast).toHaveCount(0);

  await page.getByRole('button', { name: 'Silenciar notificações' }).click();
  await report(server, 'ana-1', SAO_PAULO);
  await report(server, 'ana-1', { ...SAO_PAULO, alarm: 'powerCut' });
  await expect(page.locator('dd', { hasText: 'Corte de' })).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('[E2E-17] 0,0 is nowhere', async ({ page, context, startServer }) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const nowhere = await createDevice(context, server.url, { name: 'Sem sinal', uniqueId: 'no-fix' });
  await createDevice(context, server.url, { name: 'Com sinal', uniqueId: 'fix' });
  await report(server, 'no-fix', { ...SAO_PAULO, lat: 0, lon: 0 });
  await report(server, 'fix', SAO_PAULO);
  await page.goto(`${server.url}/devices`);
  await expect(deviceRows(page)).toHaveCount(2);
  // The map fits what has a place: a street of São Paulo, not half of the Atlantic.
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^\d+\sm$/);
  await page.goto(`${server.url}/devices/${nowhere}`);
  await expect(page.getByText('Local desconhecido')).toBeVisible();
  await page.goto(`${server.url}/devices/${nowhere}?tab=history`);
  await expect(
    page.getByRole('list', { name: 'Últimas posições' }).getByRole('button').first(),
  ).toBeDisabled();
});
