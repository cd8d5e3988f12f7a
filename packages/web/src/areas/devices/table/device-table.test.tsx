import { encodeRights } from '@rastro/fleet';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { DeviceListPanel } from '../list/device-list-panel.tsx';

const GROUPS = [
  { id: 7, name: 'North', groupId: 0, attributes: {} },
  { id: 8, name: 'Centre', groupId: 0, attributes: {} },
];
const DRIVERS = [{ id: 1, name: 'Zoe', uniqueId: 'k1', attributes: {} }];
const fleet = (): MemoryFleet =>
  new MemoryFleet([
    aVehicle(
      { id: 1, name: 'Ambar', groupId: 7, model: 'ST310', attributes: { box: 'steel', plate: 'AAA1A11' } },
      { attributes: { motion: true, driverUniqueId: 'k1', odometer: 12_000 }, speed: 27 as never },
    ),
    aVehicle({ id: 2, name: 'Bravo', groupId: 8, model: 'GT06' }, { attributes: { driverUniqueId: 'k2' } }),
    aVehicle({ id: 3, name: '=Cobra', status: 'offline', model: 'GT06' }, null),
  ]);
const serverOf = (user = aUser({ administrator: true })): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: user })
    .on('GET /api/groups', { body: GROUPS })
    .on('GET /api/drivers', { body: DRIVERS })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/server/addresses', ({ query }) => ({
      body: query.getAll('place').map(() => ({ address: 'Main street', town: null })),
    }))
    .on('PUT /api/users/1', ({ body }) => ({ body: JSON.parse(body) as unknown }));
const open = (at: string, server = serverOf()): Promise<Page> =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/devices', element: <DeviceListPanel /> },
      { path: '*', element: null },
    ],
    fleet: fleet(),
  });
const table = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'Table of vehicles' });
const lines = (): readonly string[] =>
  screen.getAllByRole('row').flatMap((row) => row.querySelector('[role="rowheader"]')?.textContent ?? []);
const heads = (): readonly string[] =>
  screen.getAllByRole('columnheader').map((head) => head.querySelector('.sort > span')?.textContent ?? '');
const press = async (name: string, item: string): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: `Column ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('[WEBTABLE-1] columns are chosen, moved and widened, and kept with the account', async () => {
  const server = serverOf();
  await open('/devices?expand=true', server);
  await table();
  expect(heads()[0]).toBe('Name');
  await press('Plate', 'Move right');
  await waitFor(() => expect(heads().slice(0, 3)).toEqual(['Name', 'Status', 'Plate']));
  await press('Status', 'Hide column');
  await waitFor(() => expect(heads()).not.toContain('Status'));
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'box' }));
  await waitFor(() => expect(heads().at(-1)).toBe('box'));
  const edge = screen.getByRole('separator', { name: 'Width of the column Plate' });
  const before = Number(edge.getAttribute('aria-valuenow'));
  fireEvent.keyDown(edge, { key: 'ArrowRight' });
  await waitFor(() => expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 16));
  const sent = server.requests('PUT /api/users/1').at(-1)?.body ?? '{}';
  expect(String(JSON.parse(sent).attributes['rastro.listTable'])).toMatch(
    /^\[\["name",210\],\["plate",126\]/,
  );
});

test('[WEBTABLE-1] a column that is drawn onto another moves there', async () => {
  await open('/devices?expand=true');
  await table();
  const held = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => held.set(type, value),
    getData: (type: string) => held.get(type) ?? '',
    types: ['text/column'],
  };
  fireEvent.dragStart(screen.getByRole('button', { name: 'Speed' }), { dataTransfer });
  const target = screen.getByRole('columnheader', { name: /^Plate/ });
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  await waitFor(() => expect(heads().slice(0, 3)).toEqual(['Name', 'Speed', 'Plate']));
});

test('[WEBTABLE-2] heads order, with shift as the second; the address has both', async () => {
  const page = await open('/devices?expand=true');
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Status' }));
  await waitFor(() => expect(lines()).toEqual(['Ambar', 'Bravo', '=Cobra']));
  await waitFor(() => expect(page.path()).toBe('/devices?expand=true&sort=status-asc'));
  await userEvent.click(screen.getByRole('button', { name: 'Driver' }));
  // k2 has no name here and stays as it is; vehicles without a driver come last.
  await waitFor(() => expect(lines()).toEqual(['Bravo', 'Ambar', '=Cobra']));
  fireEvent.click(screen.getByRole('button', { name: 'Speed' }), { shiftKey: true });
  await waitFor(() => expect(page.path()).toBe('/devices?expand=true&sort=driver-asc&then=speed-desc'));
  expect(screen.getByRole('columnheader', { name: /^Driver/ }).getAttribute('aria-sort')).toBe('ascending');
});

test('[WEBTABLE-8] places are looked up for the order, and towns come by their names', async () => {
  const server = serverOf().on('GET /api/server/addresses', ({ query }) => ({
    body: query
      .getAll('place')
      .map((place) =>
        place.startsWith('30')
          ? { address: '3 km N of Zagreb', town: 'Zagreb' }
          : { address: '9 km S of Bauru', town: 'Bauru' },
      ),
  }));
  await openPage({
    server,
    at: '/devices?expand=true',
    routes: () => [{ path: '/devices', element: <DeviceListPanel /> }],
    fleet: new MemoryFleet([
      aVehicle({ id: 1, name: 'Ambar' }, { latitude: 30, longitude: 9 }),
      aVehicle({ id: 2, name: 'Bravo' }, null),
      aVehicle({ id: 3, name: 'Cobra' }, { latitude: 40, longitude: 9 }),
    ]),
  });
  await table();
  const head = (): HTMLElement => screen.getByRole('columnheader', { name: /^Location/ });
  await userEvent.click(within(head()).getByRole('button', { name: 'Location' }));
  await waitFor(() => expect(lines()).toEqual(['Cobra', 'Ambar', 'Bravo']));
  await userEvent.click(within(head()).getByRole('button', { name: 'Location' }));
  await waitFor(() => expect(lines()).toEqual(['Ambar', 'Cobra', 'Bravo']));
});

test('[WEBTABLE-3] sections have names and counts and close; sections are not in the narrow list', async () => {
  const page = await open('/devices?expand=true');
  await table();
  await userEvent.selectOptions(screen.getByLabelText('Group by'), 'group');
  const head = await screen.findByRole('button', { name: /Centre/ });
  expect(head.textContent).toBe('Centre1');
  await waitFor(() => expect(lines()).toEqual(['Bravo', 'Ambar', '=Cobra']));
  await screen.findByRole('button', { name: 'No group1' });
  await userEvent.click(head);
  await waitFor(() => expect(lines()).toEqual(['Ambar', '=Cobra']));
  await waitFor(() => expect(page.path()).toBe('/devices?expand=true&by=group'));
});

test('[WEBTABLE-4] unknown values are called unknown', async () => {
  await open('/devices?expand=true');
  await table();
  const row = screen.getAllByRole('row').find((each) => each.textContent.includes('=Cobra'));
  expect(within(row as HTMLElement).getAllByText('Unknown').length).toBeGreaterThan(2);
  await screen.findByText('Zoe');
  expect(screen.getByText('k2')).toBeTruthy();
});

test('[WEBTABLE-6] a file has what is shown, and nothing in it runs', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => saved.push(blob),
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open('/devices?expand=true&by=group&sort=name-desc');
  await table();
  await screen.findByText('Zoe');
  await userEvent.click(screen.getByRole('button', { name: /No group/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await textOf(saved[0]);
  const rows = text.trim().split('\r\n');
  expect(rows[0]?.replace('\uFEFF', '')).toBe(heads().join(','));
  expect(rows.map((row) => row.split(',')[0]).slice(1)).toEqual([
    'Centre (1)',
    'Bravo',
    'North (1)',
    'Ambar',
    'No group (1)',
  ]);
  expect(rows[4]).toContain('Ambar,AAA1A11,Moving,50 km/h,Main street,Zoe,North');
  await userEvent.click(screen.getByRole('button', { name: /No group/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Spreadsheet (XLSX)' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  const files = unzipSync(new Uint8Array(await bytesOf(saved[1])));
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
  expect(sheet).toContain('AAA1A11');
  expect(sheet).toContain('<oddHeader>&amp;L&amp;B Frota Teste&amp;R ');
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=Cobra</t>');
});

test('[WEBTABLE-6] who may not export is not offered it', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['devices.view']) };
  const settings = { attributes: { 'rastro.enableAdvancedPerms': true } };
  const server = serverOf(aUser({ attributes }));
  await open(
    '/devices?expand=true',
    server.on('GET /api/server', { body: settings, headers: { licensemode: 'plus' } }),
  );
  await table();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(heads()).not.toContain('Driver');
});

test('[WEBTABLE-7] of many rows only those in sight exist; arrows move and Enter opens', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    aVehicle({ id: index + 1, name: `Truck ${index}` }),
  );
  const page = await openPage({
    server: serverOf(),
    at: '/devices?expand=true',
    routes: () => [
      { path: '/devices', element: <DeviceListPanel /> },
      { path: '*', element: null },
    ],
    fleet: new MemoryFleet(many),
  });
  const grid = await table();
  expect(grid.getAttribute('aria-rowcount')).toBe('10001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  grid.focus();
  await waitFor(() => expect(grid.getAttribute('aria-activedescendant')).toBe('device-1'));
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  await waitFor(() => expect(grid.getAttribute('aria-activedescendant')).toBe('device-2'));
  fireEvent.keyDown(grid, { key: 'Enter' });
  await waitFor(() => expect(page.path()).toBe('/devices/2'));
});

test('[WEBTABLE-7] left and right close and open a section', async () => {
  await open('/devices?expand=true&by=state');
  const grid = await table();
  await screen.findByRole('button', { name: 'Moving1' });
  grid.focus();
  await waitFor(() => expect(grid.getAttribute('aria-activedescendant')).toBe('section-moving'));
  fireEvent.keyDown(grid, { key: 'ArrowLeft' });
  await waitFor(() => expect(lines()).toEqual(['Bravo', '=Cobra']));
  fireEvent.keyDown(grid, { key: 'ArrowRight' });
  await waitFor(() => expect(lines()).toHaveLength(3));
});

const bytesOf = (blob: Blob | undefined): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob ?? new Blob([]));
  });
const textOf = async (blob: Blob | undefined): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(blob));
