import {
  encodeRights,
  type Maintenance,
  type MaintenanceDue,
  type Right,
  type ServiceEntry,
} from '@rastro/fleet';
import type { Defect } from '@rastro/fleet/inspections';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DEFECT } from '../../testing/a-defect.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DeviceMaintenance } from './device-maintenance.tsx';
import { MaintenanceListPanel } from './maintenance-list-panel.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';
import { readStart } from './amounts.ts';
import { changedMaintenance, maintenanceValues } from './maintenance-values.ts';
import { fill } from '../../testing/fill.ts';
import { WorkPanel } from './work-panel.tsx';

const KM = 1000;
const OIL: Maintenance = {
  id: 1,
  name: 'Oil',
  type: 'totalDistance',
  start: 10_000 * KM,
  period: 10_000_123,
  attributes: { 'rastro.noticeBefore': 500 * KM, 'other.thing': { a: 1 } },
};
const BELT: Maintenance = { ...OIL, id: 2, name: 'Belt', type: 'hours', attributes: {} };
const PAPERS: Maintenance = { ...OIL, id: 3, name: 'Papers', type: 'serverTime', attributes: {} };
const due = (more: Partial<MaintenanceDue>): MaintenanceDue => ({
  maintenanceId: 1,
  deviceId: 7,
  deviceName: 'Truck 7',
  state: 'ahead',
  value: 8000 * KM,
  due: 10_000 * KM,
  perDay: 100 * KM,
  dueTime: '2027-03-05T12:00:00.000+00:00',
  lastTime: null,
  ...more,
});
const LINE: ServiceEntry = {
  id: 4,
  deviceId: 7,
  deviceName: 'Truck 7',
  maintenanceId: 1,
  maintenanceName: 'Oil',
  time: '2026-05-04T12:00:00.000+00:00',
  odometer: 5000 * KM,
  hours: null,
  cost: 12_345,
  notes: '=filter too',
  userId: 1,
  userName: 'Ana',
  createdTime: '2026-05-04T12:00:00.000+00:00',
};

function aMaintenanceServer(user: Parameters<typeof aUser>[0] = {}): MemoryServer {
  const echo = ({ body }: { readonly body: string }) => ({
    body: { ...(JSON.parse(body) as Maintenance), id: 9 },
  });
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({
        attributes: { timezone: 'UTC', 'rastro.enableAdvancedPerms': user.attributes !== undefined },
      }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/maintenance', { body: [OIL, BELT, PAPERS] })
    .on('GET /api/services/due', ({ query }) => ({
      body: [
        due({ maintenanceId: 2, state: 'overdue', value: 7_200_000, due: 3_600_000, dueTime: null }),
        due({}),
        due({ deviceId: 8, deviceName: 'Van 8', perDay: null, dueTime: null }),
      ].filter(({ maintenanceId }) => [null, String(maintenanceId)].includes(query.get('maintenanceId'))),
    }))
    .on('GET /api/services', { body: [LINE] })
    .on('POST /api/services', ({ body }) => ({ body: { ...LINE, ...(JSON.parse(body) as object) } }))
    .on('DELETE /api/services/4', { status: 204 })
    .on('POST /api/maintenance', echo)
    .on('PUT /api/maintenance/1', echo)
    .on('DELETE /api/maintenance/1', { status: 204 });
}
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/maintenances', element: <MaintenanceListPanel /> },
      { path: '/maintenances/due', element: <WorkPanel /> },
      { path: '/maintenances/:maintenanceId', element: <MaintenancePanel /> },
      { path: '/of-device', element: <DeviceMaintenance deviceId={7} /> },
    ],
  });
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const sent = (server: MemoryServer, call: string): Readonly<Record<string, unknown>> =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null') as Readonly<Record<string, unknown>>;
const lines = async (): Promise<readonly (string | null)[]> =>
  (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
const only = (right: Right) => ({
  administrator: false,
  attributes: { 'rastro.advancedPerms': encodeRights([right]) },
});

test('[WEBMNT-1] the list says what is due first; overdue first, those of no vehicle last', async () => {
  const page = await open(aMaintenanceServer(), '/maintenances');
  await screen.findByText(/^In 2,000 km, about 3\/5\/27/);
  const [belt, oil, papers] = await lines();
  expect(belt).toMatch(/^BeltTruck 7 · 1 vehicleOverdue by 1 h/);
  expect(oil).toMatch(/^OilTruck 7 · 2 vehicles/);
  expect(papers).toBe('PapersNo vehicle is linked');
  await fill(screen.getByLabelText('Search maintenance'), 'oil');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.click(screen.getByRole('option', { name: /Oil/ }));
  expect(page.path()).toBe('/maintenances/1');
});

test('[WEBMNT-1] sorted by name and newest in the address', async () => {
  const page = await open(aMaintenanceServer(), '/maintenances?sort=-name');
  expect((await lines()).map((line) => line?.slice(0, 3))).toEqual(['Pap', 'Oil', 'Bel']);
  page.unmount();
  await open(aMaintenanceServer(), '/maintenances?sort=newest');
  expect((await lines()).map((line) => line?.slice(0, 3))).toEqual(['Pap', 'Bel', 'Oil']);
});

test('[WEBMNT-2] a new one is what the form says, in the units of the reader', async () => {
  const server = aMaintenanceServer();
  const page = await open(server, '/maintenances/new');
  await press('Save');
  await screen.findByText('This field is required.');
  await fill(screen.getByLabelText(/^Name/), ' Tyres ');
  await fill(screen.getByLabelText('First at (km)'), 'soon');
  await press('Save');
  await screen.findByText('Enter a number of 0 or more.');
  expect(server.requests('POST /api/maintenance')).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText('First at (km)'));
  await fill(screen.getByLabelText('First at (km)'), '40,000');
  await fill(screen.getByLabelText('Remind before (km)'), '250.5');
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/maintenances'));
  expect(sent(server, 'POST /api/maintenance')).toEqual({
    name: 'Tyres',
    type: 'totalDistance',
    start: 40_000 * KM,
    period: 0,
    attributes: { 'rastro.noticeBefore': 250_500 },
  });
  await screen.findByText('Maintenance saved.');
});

test('[WEBMNT-2] by date a day of the reader and whole days; hours by hours', () => {
  const context = { language: 'pt-BR', unit: 'km', zone: 'America/Sao_Paulo', brand: 'rastro' } as const;
  const typed = { start: '2027-01-31', period: '365', notice: '7' };
  const values = { ...maintenanceValues(PAPERS, context), ...typed };
  const changed = changedMaintenance(PAPERS, values, context);
  expect(changed.start).toBe(Date.UTC(2027, 0, 31, 3));
  expect(changed.period).toBe(365 * 86_400_000);
  expect(changed.attributes).toEqual({ 'rastro.noticeBefore': 7 * 86_400_000 });
  expect(readStart('2027-02-30', PAPERS.type, context)).toBeNull();
  const belt = { ...maintenanceValues(BELT, context), period: '1,5' };
  expect(changedMaintenance(BELT, belt, context).period).toBe(5_400_000);
});

test('[WEBMNT-3] untouched fields keep their value, also a type that the form does not know', async () => {
  const server = aMaintenanceServer();
  await open(server, '/maintenances/1');
  await fill(await screen.findByLabelText(/^Name/), ' 5W');
  await press('Save');
  await screen.findByText('Maintenance saved.');
  expect(sent(server, 'PUT /api/maintenance/1')).toEqual({ ...OIL, name: 'Oil 5W' });
  const context = { language: 'en', unit: 'mi', zone: 'UTC', brand: 'rastro' } as const;
  const odd = { ...OIL, type: 'axleWeight' };
  expect(changedMaintenance(odd, maintenanceValues(odd, context), context)).toEqual(odd);
});

test('[WEBMNT-4] done is written with today and the odometer of the vehicle; what it counts is needed', async () => {
  const server = aMaintenanceServer();
  await open(server, '/maintenances/1');
  const list = await screen.findByRole('list', { name: 'Upcoming' });
  expect(within(list).getByText('In 2,000 km, day unknown: no use')).toBeDefined();
  await press('Mark as done: Truck 7');
  const dialog = within(await screen.findByRole('dialog', { name: 'Oil done' }));
  const odometer = dialog.getByLabelText('Odometer (km)');
  expect(odometer).toHaveProperty('value', '8000');
  await userEvent.clear(odometer);
  await userEvent.click(dialog.getByRole('button', { name: 'Log' }));
  await dialog.findByText('This field is required.');
  expect(server.requests('POST /api/services')).toHaveLength(0);
  await fill(odometer, '8010');
  await fill(dialog.getByLabelText('Cost ($)'), '99.9');
  await fill(dialog.getByLabelText('Notes'), ' filter ');
  await userEvent.click(dialog.getByRole('button', { name: 'Log' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { time, ...rest } = sent(server, 'POST /api/services');
  expect(Math.abs(Date.parse(String(time)) - Date.now())).toBeLessThan(60_000);
  expect(rest).toEqual({
    deviceId: 7,
    maintenanceId: 1,
    odometer: 8_010_000,
    hours: null,
    cost: 9990,
    notes: 'filter',
  });
  await waitFor(() => expect(server.requests('GET /api/services/due').length).toBeGreaterThan(1));
});

test('[WEBMNT-5] the book of a vehicle is read with it and handed out as text that runs no formula', async () => {
  const texts: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) texts.push(file.text());
    return 'blob:book';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const server = aMaintenanceServer();
  await open(server, '/of-device');
  const log = within(await screen.findByRole('list', { name: 'Service log' }));
  expect(log.getByText('5/4/26 · Oil')).toBeDefined();
  expect(log.getByText('5,000 km · $ 123.45 · Ana')).toBeDefined();
  expect(server.requests('GET /api/services')[0]?.query.get('deviceId')).toBe('7');
  await press('File');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Text (CSV)' }));
  await waitFor(() => expect(texts).toHaveLength(1));
  expect(await texts[0]).toContain(`5/4/26,Truck 7,Oil,"5,000 km",,$ 123.45,'=filter too,Ana`);
  vi.restoreAllMocks();
});

test('[WEBMNT-6] a line is deleted after a question; an error is shown', async () => {
  const server = aMaintenanceServer();
  await open(server, '/of-device');
  await press('Delete the entry of 5/4/26');
  const question = within(await screen.findByRole('alertdialog'));
  expect(server.requests('DELETE /api/services/4')).toHaveLength(0);
  server.on('DELETE /api/services/4', { status: 400, body: 'Account is readonly' });
  await userEvent.click(question.getByRole('button', { name: 'Delete entry' }));
  await question.findByRole('alert');
  server.on('DELETE /api/services/4', { status: 204 });
  await userEvent.click(question.getByRole('button', { name: 'Delete entry' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requests('DELETE /api/services/4')).toHaveLength(2);
});

test('[WEBMNT-6] a maintenance goes after a question, too', async () => {
  const server = aMaintenanceServer();
  const page = await open(server, '/maintenances/1');
  await press('Delete maintenance');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Delete maintenance' }));
  await waitFor(() => expect(page.path()).toBe('/maintenances'));
  expect(server.requests('DELETE /api/maintenance/1')).toHaveLength(1);
});

test('[WEBMNT-7] without the right there is nothing to create, save, delete or write down', async () => {
  const page = await open(aMaintenanceServer(only('maintenance.view')), '/maintenances');
  await screen.findByRole('option', { name: /Oil/ });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  page.unmount();
  await open(aMaintenanceServer(only('maintenance.view')), '/maintenances/1');
  await screen.findByRole('list', { name: 'Service log' });
  await screen.findByRole('list', { name: 'Upcoming' });
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  for (const name of [/^Done/, /^Delete/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('[WEBLINK-12] what is due is read again once a vehicle is linked', async () => {
  const server = aMaintenanceServer({ administrator: true });
  server
    .on('GET /api/devices', { body: [{ id: 9, name: 'New van', uniqueId: 'v9', attributes: {} }] })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/users', { body: [] })
    .on('GET /api/permissions', { body: [] })
    .on('POST /api/permissions/bulk', { status: 204 });
  await open(server, '/maintenances/1');
  await screen.findByRole('list', { name: 'Upcoming' });
  const before = server.requests('GET /api/services/due').length;
  await press(/^Links/);
  await userEvent.click(await screen.findByRole('option', { name: /New van/ }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests('POST /api/permissions/bulk')).toHaveLength(1));
  await waitFor(() => expect(server.requests('GET /api/services/due').length).toBeGreaterThan(before));
});

const REPAIR: Defect['steps'][number] = {
  id: 's1',
  kind: 'repair',
  at: '2026-06-01T12:00:00.000Z',
  userId: 1,
  userName: 'Ana',
  signature: 'Bo Mechanic',
  note: 'new pads',
  until: null,
  releasedUntil: null,
  cost: 9900,
  odometerKm: 6000,
};
const pageOf = (...defects: readonly Defect[]) => ({ body: { defects, next: null, counts: [] } });

test('[WEBMNT-402] defects stand in the work list and lead to their defect; who may not see them reads none', async () => {
  const server = aMaintenanceServer().on('GET /ext/defects', pageOf(DEFECT));
  const page = await open(server, '/maintenances/due');
  const link = await screen.findByRole('link', { name: 'Brakes work?' });
  expect(link.getAttribute('href')).toBe('/inspections?tab=defects&defect=5');
  expect(link.closest('li')?.textContent).toContain('Unsafe defect');
  expect(server.requests('GET /ext/defects')[0]?.query.getAll('state')).toEqual([
    'open',
    'inWork',
    'deferred',
    'repaired',
    'noRepairNeeded',
  ]);
  await fill(screen.getByLabelText('Search vehicle, service or defect'), 'brakes');
  await screen.findByText('1 item');
  page.unmount();
  const other = aMaintenanceServer(only('maintenance.view')).on('GET /ext/defects', pageOf(DEFECT));
  await open(other, '/maintenances/due');
  await screen.findByText(/^Overdue by/);
  expect(screen.queryByText(/Brakes/)).toBeNull();
  expect(other.requests('GET /ext/defects')).toEqual([]);
});

test('[WEBMNT-402] where defects cannot be read, the work list says so and has the rest', async () => {
  const server = aMaintenanceServer().on('GET /ext/defects', {
    status: 502,
    body: 'Tracking server unreachable - x',
  });
  await open(server, '/maintenances/due');
  await screen.findByText(/^Defects could not be loaded/);
  await screen.findByText(/^Overdue by/);
});

test('[WEBMNT-403] a vehicle has its open defects, and their signed repairs in its service log, which nobody deletes there', async () => {
  const repaired: Defect = { ...DEFECT, id: 6, itemText: 'Horn', state: 'confirmed', steps: [REPAIR] };
  const server = aMaintenanceServer({ administrator: true }).on('GET /ext/defects', pageOf(DEFECT, repaired));
  await open(server, '/of-device');
  const open_ = await screen.findByRole('list', { name: 'Defects' });
  expect(
    within(open_)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Brakes work?']);
  expect(server.requests('GET /ext/defects')[0]?.query.get('deviceId')).toBe('7');
  const log = await screen.findByRole('list', { name: 'Service log' });
  const [first, second, ...more] = within(log).getAllByRole('listitem');
  expect(more).toEqual([]);
  for (const text of ['Repair: Horn', '6,000 km', '99.00', 'Ana, signed by Bo Mechanic', 'new pads'])
    expect(first?.textContent).toContain(text);
  expect(second?.textContent).toContain('=filter too');
  expect(within(log).getAllByRole('button')).toHaveLength(1);
});

test('[WEBMNT-401] work is marked as done in one press and taken back by another', async () => {
  const server = aMaintenanceServer();
  await open(server, '/maintenances/due?within=all');
  await press('Mark as done: Truck 7, Oil');
  await screen.findByText(/Oil of Truck 7 marked as done/);
  expect(sent(server, 'POST /api/services')).toMatchObject({
    deviceId: 7,
    maintenanceId: 1,
    odometer: 8000 * KM,
    cost: null,
  });
  await press('Undo');
  await waitFor(() => expect(server.requests('DELETE /api/services/4')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/marked as done/)).toBeNull());
});

test('[WEBMNT-401] who could not take it back is asked first, and who may not write marks nothing', async () => {
  const edits = aMaintenanceServer({
    administrator: false,
    attributes: { 'rastro.advancedPerms': encodeRights(['maintenance.view', 'maintenance.edit']) },
  });
  const page = await open(edits, '/maintenances/due?within=all');
  await press('Mark as done: Truck 7, Oil');
  await screen.findByRole('dialog', { name: 'Oil done' });
  expect(edits.requests('POST /api/services')).toHaveLength(0);
  page.unmount();
  await open(aMaintenanceServer(only('maintenance.view')), '/maintenances/due?within=all');
  await screen.findAllByText(/Truck 7/);
  expect(screen.queryByRole('button', { name: /^Mark as done:/ })).toBeNull();
});
