import type { BrowserContext } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import {
  deviceRows,
  enterAsAdministrator,
  expect,
  fromSetup,
  openDevice,
  test,
  waitLive,
} from '../support/journey.ts';
import { reportByHttp } from '../support/http-report.ts';
import type { RastroServer } from '../support/rastro-server.ts';
import {
  goToScreen,
  DRIVER_SCREENS,
  INNER_SCREENS,
  OPEN_SCREENS,
  openScreen,
  pathsOfRoutes,
  type Known,
} from '../support/screens.ts';
import { SHARED } from '../support/start-shared.ts';

const SIZES = {
  desktop: { viewport: { width: 1024, height: 680 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
const NOBODY: Known = {
  deviceId: 0,
  groupId: 0,
  fenceId: 0,
  commandId: 0,
  driverId: 0,
  calendarId: 0,
  maintenanceId: 0,
  ruleId: 0,
  computedId: 0,
  reportId: 0,
  routeId: 0,
  userId: 0,
};

const WORKDAYS = Buffer.from(
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART;TZID=America/Sao_Paulo:20260105T080000',
    'DTEND;TZID=America/Sao_Paulo:20260105T180000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n'),
).toString('base64');

/**
 * One of everything, on a server of its own: where nothing moves, the processor does not draw the map all the time.
 */
async function furnish(context: BrowserContext, server: RastroServer): Promise<Known> {
  const { url } = server;
  await enterAsAdministrator(context, url);
  const make = async (path: string, data: object, api = 'api'): Promise<number> => {
    const answer = await context.request.post(`${url}/${api}/${path}`, { data, headers: { origin: url } });
    expect(answer.status(), path).toBe(200);
    return ((await answer.json()) as { id: number }).id;
  };
  const groupId = await make('groups', { name: 'Zona sul' });
  const van = { name: 'Fiorino 06', uniqueId: 'fiorino-06', groupId, category: 'van' };
  const deviceId = await make('devices', van);
  const route = { day: '2030-12-02', deviceId, beginsAt: '2030-12-02T11:00:00Z' };
  const known = {
    groupId,
    deviceId,
    routeId: await make('routes', route, 'ext'),
    userId: await make('users', {
      name: 'Olga Operadora',
      email: 'olga@example.com',
      password: 'axe-sees-all',
    }),
    fenceId: await make('geofences', { name: 'Pátio', area: 'CIRCLE (-23.55 -46.63, 400)' }),
    commandId: await make('commands', { description: 'Buzina', type: 'custom', attributes: { data: 'x' } }),
    computedId: await make('attributes/computed', {
      description: 'Temperatura',
      attribute: 'temp1',
      expression: 'adc1 * 0.1',
      type: 'number',
      priority: 0,
    }),
    driverId: await make('drivers', {
      name: 'Eva Estrada',
      uniqueId: 'eva-1',
      attributes: { 'rastro.licenceValidity': '2020-01-31' },
    }),
    calendarId: await make('calendars', { name: 'Expediente', data: WORKDAYS }),
    maintenanceId: await make('maintenance', {
      name: 'Troca de óleo',
      type: 'serverTime',
      start: Date.UTC(2020, 0, 1),
      period: 0,
    }),
    ruleId: await make('notifications', {
      type: 'alarm',
      notificators: 'web',
      attributes: { alarms: 'tow' },
    }),
    reportId: await make('reports', { type: 'trips', description: 'Viagens do dia', calendarId: 0 }),
  };
  const place = { lat: -23.55, lon: -46.63, speed: 0, valid: true, batt: 80 };
  await reportByHttp(server, 'fiorino-06', place);
  await reportByHttp(server, 'fiorino-06', { ...place, alarm: 'sos' });
  await takeMoney(context, url, known.userId);
  return known;
}

/** Turns billing on and adds an unpaid invoice. */
async function takeMoney(context: BrowserContext, url: string, customerId: number): Promise<void> {
  const headers = { origin: url };
  const record = (await (await context.request.get(`${url}/api/server`)).json()) as { attributes: object };
  const attributes = { ...record.attributes, 'rastro.enableBilling': true };
  const on = await context.request.put(`${url}/api/server`, { data: { ...record, attributes }, headers });
  expect(on.status()).toBe(200);
  const data = { customerId, dueDate: '2040-01-10', value: 9000 };
  const issued = await context.request.post(`${url}/ext/billing/invoices`, { data, headers });
  expect(issued.status()).toBe(200);
}

test('[E2E-182] no screen of the application is left out', { tag: '@no-map' }, () => {
  const all = [...Object.keys(OPEN_SCREENS), ...Object.keys(INNER_SCREENS), ...DRIVER_SCREENS];
  expect(all.toSorted()).toEqual(pathsOfRoutes().toSorted());
});

for (const [size, options] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ ...options, tolerated: /status of 40[04] .*\/(?:api\/users|ext\/(?:wall|arrival))/ });

    test('[E2E-23] before the login', { tag: '@no-map' }, async ({ page, demo }) => {
      test.slow();
      for (const screen of Object.entries(OPEN_SCREENS)) {
        await openScreen(page, demo.url, screen, NOBODY);
        await checkBothSchemes(page, screen[0]);
      }
      for (const [path, action] of [
        ['/login', 'Entrar'],
        ['/login/forgot', 'Enviar link'],
        ['/login/recover', 'Salvar nova senha'],
      ] as const) {
        // Without the token of the link that was opened above.
        await page.evaluate(() => sessionStorage.clear());
        await page.goto(`${demo.url}${path}`);
        await page.getByRole('button', { name: action }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await checkBothSchemes(page, `${path}, refused`);
      }
      await page.goto(fromSetup(SHARED.newUrl));
      await page.getByRole('button', { name: 'Criar administrador' }).click();
      await expect(page.getByText('Digite o código mostrado no console.')).toBeVisible();
      await checkBothSchemes(page, 'first administrator');
    });

    test(
      '[E2E-23] every screen behind the login',
      { tag: '@no-map' },
      async ({ page, context, startServer }) => {
        test.setTimeout(240_000);
        const server = await startServer({ administrator: true });
        const known = await furnish(context, server);
        await page.goto(`${server.url}/home`);
        await waitLive(page);
        for (const screen of Object.entries(INNER_SCREENS).filter(([, { isMap }]) => !isMap)) {
          await goToScreen(page, screen, known);
          await checkBothSchemes(page, screen[0]);
        }
        if (size === 'desktop') {
          await page.goto(`${server.url}/devices?expand=true&by=group`);
          await expect(page.getByRole('rowheader', { name: 'Fiorino 06' })).toBeVisible();
          await checkBothSchemes(page, 'table of devices');
        }
        await page.goto(`${server.url}/groups/${known.groupId}`);
        await page.getByRole('button', { name: 'Vínculos' }).click();
        const links = page.getByRole('dialog', { name: /^Vínculos de/ });
        await expect(links.getByRole('status').first()).toContainText(/\d+ objeto/);
        await checkBothSchemes(page, 'links');
      },
    );

    test('[E2E-23] what opens on the map', async ({ page, context, startServer }) => {
      test.setTimeout(240_000);
      const server = await startServer({ administrator: true });
      const known = await furnish(context, server);
      await page.goto(`${server.url}/geofence/new?shape=circle`);
      await expect(page.getByRole('button', { name: 'Concluir' })).toBeVisible();
      await checkBothSchemes(page, 'drawing');
      for (const screen of Object.entries(INNER_SCREENS)
        .filter(([, { isMap }]) => isMap)
        .toReversed()) {
        await openScreen(page, server.url, screen, known);
        await checkBothSchemes(page, screen[0]);
      }
      await waitLive(page);
      await page.getByRole('button', { name: 'Camadas do mapa' }).click();
      await checkBothSchemes(page, 'layers');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Mais ferramentas' }).click();
      await checkBothSchemes(page, 'map tools');
      await page.getByRole('button', { name: 'Régua', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Régua' })).toBeVisible();
      await checkBothSchemes(page, 'ruler');
      await page.getByRole('button', { name: 'Encerrar' }).click();
    });

    test('[E2E-23] what opens on the screens', { tag: '@no-map' }, async ({ page, context, startServer }) => {
      test.setTimeout(240_000);
      const server = await startServer({ administrator: true });
      await furnish(context, server);
      await page.goto(`${server.url}/devices`);
      await waitLive(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option', { name: 'Veículos', exact: true })).toBeVisible();
      await checkBothSchemes(page, 'palette');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu de Administrator' }).click();
      await expect(page.getByRole('menuitem', { name: 'Minha conta' })).toBeVisible();
      await checkBothSchemes(page, 'user menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Abrir o menu' }).click();
      await checkBothSchemes(page, 'side menu');
      await page.getByRole('link', { name: 'Veículos' }).click();
      await expect(deviceRows(page).first()).toBeVisible();
      await page.getByRole('button', { name: 'Nome', exact: true }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Velocidade' })).toBeVisible();
      await checkBothSchemes(page, 'sort menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Mais filtros' }).click();
      await expect(page.getByText('Filtro avançado')).toBeVisible();
      await checkBothSchemes(page, 'filters');
      await page.goto(`${server.url}/devices`);
      await page.getByLabel('Buscar veículos').fill('submarino');
      await expect(page.getByRole('heading', { name: 'Nenhum veículo encontrado' })).toBeVisible();
      await checkBothSchemes(page, 'nothing found');
      await openDevice(page, 'Fiorino 06');
      for (const tab of await page.getByRole('tab').all()) {
        const name = (await tab.textContent()) ?? '';
        await tab.click();
        await expect(page.getByRole('tabpanel', { name })).toContainText(/\w/);
        await checkBothSchemes(page, name);
      }
      await page.getByRole('button', { name: 'Mais ações' }).click();
      await checkBothSchemes(page, 'more actions');
      await page.getByRole('button', { name: 'Ancorar', exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkBothSchemes(page, 'confirmation');
    });
  });
}
