import { encodeRights, NO_TOTALS } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aTrip } from '../../testing/a-past.ts';
import { aTrackAnswer } from '../../testing/a-track.ts';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { ReportMenu } from './report-menu.tsx';
import { ReportScreen } from './report-screen.tsx';

const NOON = Date.parse('2026-11-20T12:00:00Z') / 1000;
const PERIOD = 'from=2026-11-20T00:00:00.000Z&to=2026-11-21T23:59:59.999Z';
const trips = ({ query }: Request) => ({
  body: query.getAll('deviceId').flatMap((id) => [
    { ...aTrip(Number(id), NOON, NOON + 1800), distance: 1000 * Number(id), startAddress: 'Rua São João' },
    { ...aTrip(Number(id), NOON + 86_400, NOON + 90_000), distance: 500, endReason: 'silence' },
  ]),
});
function aServer(count = 2): MemoryServer {
  const devices = Array.from(
    { length: count },
    (_, i) => aVehicle({ id: i + 1, name: `Car ${i + 1}` }).device,
  );
  return new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/devices', { body: devices })
    .on('GET /api/groups', { body: [{ id: 4, name: 'South', groupId: 0, attributes: {} }] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/reports/trips', trips);
}
const open = (server: MemoryServer, at = `/reports/travels?${PERIOD}`): Promise<Page> =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/reports', element: <ReportMenu /> },
      { path: '/reports/:report', element: <ReportScreen /> },
      { path: '*', element: null },
    ],
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Car 1' }), aVehicle({ id: 2, name: 'Car 2' })]),
  });
const load = async (): Promise<void> => {
  const button = await screen.findByRole('button', { name: 'Load' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await userEvent.click(button);
};
const table = (): Promise<HTMLElement> => screen.findByRole('table', { name: 'Trips' });
const lines = async (): Promise<readonly string[]> =>
  within(await table())
    .getAllByRole('row')
    .map((line) => line.textContent);

test('[REPW-1] the menu leads to each report, and each leads back', async () => {
  const page = await open(aServer(), '/reports');
  const links = within(await screen.findByRole('navigation', { name: 'Reports' })).getAllByRole('link');
  expect(links.slice(0, 3).map((link) => link.getAttribute('href'))).toEqual([
    '/reports/resume',
    '/reports/travels',
    '/reports/stops',
  ]);
  await userEvent.click(screen.getByRole('link', { name: /^Trips/ }));
  await screen.findByRole('heading', { name: 'Choose and load' });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(page.path()).toBe('/reports');
});

test('[REPW-1] an address that names no report leads to the menu', async () => {
  const page = await open(aServer(), '/reports/nonsense');
  await screen.findByRole('navigation', { name: 'Reports' });
  expect(page.path()).toBe('/reports');
});

test('[REPW-11] trips with totals, and why they began and ended', async () => {
  const page = await open(aServer());
  await load();
  const [head, first, ...rest] = await lines();
  expect(head).toContain('Start reason');
  expect(first).toContain('Car 1');
  expect(first).toContain('Rua São João');
  expect(first).toContain('ignition on');
  expect(rest.join(' ')).toContain('no signal');
  expect(rest.at(-1)).toContain('4 rows');
  expect(rest.at(-1)).toContain('4 km');
  expect(page.path()).toContain('run=1');
});

test('[REPW-5] a link to a report that was loaded loads it, in its order and groups', async () => {
  await open(aServer(), `/reports/travels?${PERIOD}&run=1&group=vehicle&sort=-distance&columns=distance`);
  expect((await lines()).map((line) => line.trim())).toEqual([
    'VehicleDistanceHistory',
    'Car 1 2 rows1.5 km',
    'Car 11 km',
    'Car 10.5 km',
    'Car 2 2 rows2.5 km',
    'Car 22 km',
    'Car 20.5 km',
    'Total 4 rows4 km',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /^Car 1/ }));
  expect(await lines()).toHaveLength(6);
});

test('[REPW-702] totals by driver are asked for at once, and say what no driver is known for', async () => {
  const asked: URLSearchParams[] = [];
  const server = aServer(25).on('GET /api/reports/totals', ({ query }) => {
    asked.push(query);
    const line = (driverUniqueId: string | null, driverName: string | null, distance: number) => ({
      ...NO_TOTALS,
      driverUniqueId,
      driverName,
      distance,
    });
    return { body: [line('a', 'Ana', 2000), line('77', null, 500), line(null, null, 250)] };
  });
  const page = await open(server, `/reports/totals?${PERIOD}`);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), 'A row per driver');
  expect(page.path()).toContain('by=driver');
  await load();
  const rows = within(await screen.findByRole('table', { name: 'Vehicle totals' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent.split(/[\d–]/)[0])).toEqual(
    expect.arrayContaining(['Ana', 'Not identified']),
  );
  expect(asked.map((query) => [query.get('by'), query.getAll('deviceId')])).toEqual([['driver', []]]);
});

test('[REPW-6] a press on a title sorts up, down and not at all', async () => {
  const page = await open(aServer(), `/reports/travels?${PERIOD}&run=1`);
  await table();
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Distance' }));
  await press();
  expect(page.path()).toContain('sort=distance');
  await press();
  expect(page.path()).toContain('sort=-distance');
  await press();
  expect(page.path()).not.toContain('sort');
});

test('[REPW-3] vehicles are asked for some after the others; a failure keeps whole vehicles and can be gone on from', async () => {
  const server = aServer(15);
  server.on('GET /api/reports/trips', (request) =>
    request.query.getAll('deviceId').includes('11') ? { status: 400, body: 'REPORT_FAILED' } : trips(request),
  );
  await open(server);
  await load();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The report could not be created. Try again.');
  expect(alert.textContent).toContain('10 of 15 vehicles, 20 rows.');
  server.on('GET /api/reports/trips', trips);
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect((await lines()).at(-1)).toContain('30 rows'));
  expect(server.requests('GET /api/reports/trips').at(-1)?.query.getAll('deviceId')).toHaveLength(5);
});

test('[REPW-2] a list that breaks off is a failure', async () => {
  await open(aServer().on('GET /api/reports/trips', { body: '[{"deviceId":1},' }));
  await load();
  expect((await screen.findByRole('alert')).textContent).toContain('0 of 2 vehicles, 0 rows.');
});

test('[REPW-13] an empty report says so', async () => {
  await open(aServer().on('GET /api/reports/trips', { body: [] }));
  await load();
  await screen.findByRole('heading', { name: 'Nothing in this period' });
});

test('[REPW-10] a sheet is made by the server from the question; an error is shown', async () => {
  const url = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sheet');
  const server = aServer()
    .on('GET /api/reports/trips/xlsx', { body: 'PK' })
    .on('GET /api/reports/trips/csv', { status: 400, body: 'TOO_MANY_REPORTS - wait' });
  await open(server, `/reports/travels?${PERIOD}&groups=4`);
  const choose = async (name: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Spreadsheet (XLSX)');
  await waitFor(() => expect(url).toHaveBeenCalled());
  expect(server.requests('GET /api/reports/trips/xlsx')[0]?.query.get('groupId')).toBe('4');
  await choose('CSV');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The report failed: CSV. Wait until one of your reports is ready.');
  server.on('GET /api/reports/trips/pdf', { status: 400, body: 'PDF_TOO_LONG - 300000 rows' });
  await choose('Optimized tabular PDF');
  await screen.findByText(/^The report failed: Optimized tabular PDF\. The PDF would have more/);
  expect(server.requests('GET /api/reports/trips/pdf')[0]?.query.get('form')).toBe('table');
  url.mockRestore();
});

test('[REPW-18] the level of the tank is shown with the fuel report of one vehicle, and of one alone', async () => {
  const noon = 20_777 * 86_400 + 43_200;
  const server = aServer()
    .on('GET /api/reports/fuel', { body: [] })
    .on('GET /api/reports/fuelings', { body: [] })
    .on('GET /api/tracks/1', {
      body: aTrackAnswer(
        1,
        {
          20_777: [
            [43_200, 8, 41, 40],
            [50_000, 8.2, 41, 40],
          ],
        },
        {
          measured: [
            [40, 38],
            [null, null],
          ],
        },
      ),
    });
  const day = `from=${new Date(noon * 1000 - 3_600_000).toISOString()}&to=${new Date(noon * 1000 + 36_000_000).toISOString()}`;
  const page = await open(server, `/reports/fuel?devices=1&${day}`);
  await load();
  await screen.findByRole('img', { name: 'Fuel level, with 0 fills and 0 drains' });
  expect(server.requests('GET /api/tracks/1')[0]?.query.getAll('attributes')).toEqual(['fuel', 'fuelLevel']);
  page.unmount();
  await open(server, `/reports/fuel?${day}`);
  await load();
  await screen.findByText('Nothing in this period');
  expect(screen.queryByRole('img', { name: /Fuel level/ })).toBeNull();
});

test('[REPW-10] who may not export is not offered it', async () => {
  const attributes = {
    timezone: 'UTC',
    'rastro.advancedPerms': encodeRights(['devices.view', 'reports.view']),
  };
  const settings = { attributes: { 'rastro.enableAdvancedPerms': true } };
  await open(
    aServer()
      .on('GET /api/session', { body: aUser({ attributes }) })
      .on('GET /api/server', { body: settings, headers: { licensemode: 'plus' } }),
  );
  await screen.findByRole('button', { name: 'Load' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('[REPW-14] weekdays, hours and a calendar narrow it, in the address and on the server', async () => {
  const server = aServer(1).on('GET /api/calendars', {
    body: [{ id: 3, name: 'Office', data: '', attributes: {} }],
  });
  const page = await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Weekdays and hours' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Tue' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mon' }));
  await userEvent.selectOptions(screen.getByLabelText('From'), '08:30');
  await userEvent.selectOptions(screen.getByLabelText('To'), '18:00');
  await userEvent.selectOptions(await screen.findByLabelText('Calendar'), '3');
  expect(page.path()).toMatch(/weekdays=1%2C2&fromHour=08%3A30&toHour=18%3A00&calendar=3/);
  expect(screen.getByText('Mon Tue · 08:30 – 18:00 · calendar Office')).toBeTruthy();
  await load();
  await table();
  const { query } = server.requests('GET /api/reports/trips')[0] ?? {};
  expect(['weekdays', 'fromHour', 'toHour', 'calendarId', 'zone'].map((name) => query?.getAll(name))).toEqual(
    [['1', '2'], ['08:30'], ['18:00'], ['3'], ['UTC']],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Any weekday and hour' }));
  expect(page.path()).not.toMatch(/weekdays|Hour|calendar/);
});

test('[REPW-700] drains alone are asked for, on the screen and by the server', async () => {
  const server = aServer(1).on('GET /api/reports/fuelings', { body: [] });
  const page = await open(server, '/reports/fuelings?devices=1&period=7d');
  await userEvent.selectOptions(await screen.findByLabelText('Fills or drains'), 'Drains only');
  expect(page.path()).toContain('types=drain');
  await load();
  await waitFor(() => expect(server.requests('GET /api/reports/fuelings')).toHaveLength(1));
  expect(server.requests('GET /api/reports/fuelings')[0]?.query.getAll('type')).toEqual(['drain']);
});
