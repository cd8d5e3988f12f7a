import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import type { Vehicle } from '../../../live/fleet.ts';
import { createPreferences } from '../../../kernel/preferences.ts';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { DeviceListPanel } from './device-list-panel.tsx';
import { fill } from '../../../testing/fill.ts';

const screens = (): RouteObject[] => [
  { path: '/devices', element: <DeviceListPanel /> },
  { path: '*', element: null },
];
const open = (fleet: MemoryFleet, at = '/devices'): Promise<Page> =>
  openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at,
    routes: screens,
    fleet,
  });
const fleetOf = (...vehicles: Vehicle[]): MemoryFleet => new MemoryFleet(vehicles);
const three = (): MemoryFleet =>
  fleetOf(
    aVehicle({ id: 1, name: 'Ambar' }, { attributes: { motion: true }, speed: 27 as never }),
    aVehicle({ id: 2, name: 'Bravo', attributes: { 'rastro.plate': 'BRA2E19' } }),
    aVehicle({ id: 3, name: 'Cobra', status: 'offline' }),
  );
const names = (): string[] =>
  screen.queryAllByRole('option').map((row) => row.querySelector('.name')?.textContent ?? '');

test('shows state, plate and speed of each vehicle', async () => {
  await open(three());
  const rows = await screen.findAllByRole('option');
  expect(rows).toHaveLength(3);
  expect(rows[0]?.textContent).toContain('50 km/h');
  expect(rows[1]?.textContent).toContain('BRA2E19 · 860000000002');
  expect(rows[1]?.textContent).toContain('Stopped');
  expect(rows[2]?.textContent).toContain('Offline');
});

test('a count filters and is taken back by a second press', async () => {
  const page = await open(three());
  const moving = await screen.findByRole('button', { name: '1Moving' });
  await userEvent.click(moving);
  await waitFor(() => expect(names()).toEqual(['Ambar']));
  expect(screen.getByText('1 of 3')).toBeTruthy();
  await waitFor(() => expect(page.path()).toBe('/devices?filter=moving'));
  expect(page.preferences.read('query')).toBe('filter=moving');
  await userEvent.click(moving);
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('the address sets filter, text and order', async () => {
  await open(three(), '/devices?filter=online&q=br&sort=name-desc');
  await waitFor(() => expect(names()).toEqual(['Bravo']));
  expect(screen.getByLabelText('Search vehicles')).toHaveProperty('value', 'br');
});

test('typing narrows the list, and nothing found offers the way back', async () => {
  await open(three());
  await fill(await screen.findByLabelText('Search vehicles'), 'zzz');
  await screen.findByText('No vehicles found');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filter' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('[WEB-18] a list that is empty because of the last visit says so, and can be cleared', async () => {
  const page = await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at: '/home',
    routes: () => [...screens(), { path: '/home', element: <Link to="/devices">To the list</Link> }],
    fleet: three(),
  });
  page.preferences.write('query', 'q=zzz');
  await userEvent.click(await screen.findByRole('link', { name: 'To the list' }));
  await screen.findByText(
    'The search and filter of your last visit still apply, and no vehicle matches them.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filter' }));
  await waitFor(() => expect(names()).toHaveLength(3));
  await fill(screen.getByLabelText('Search vehicles'), 'zzz');
  await screen.findByText('No vehicle matches the search and the filter.');
});

test('[WEBPANEL-45] a search of the last visit is a chip, and removing it shows all', async () => {
  const preferences = createPreferences(null);
  preferences.write('query', 'q=brav');
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at: '/devices',
    routes: screens,
    fleet: three(),
    preferences,
  });
  await screen.findByText('From your last visit: “brav”');
  await waitFor(() => expect(names()).toEqual(['Bravo']));
  await userEvent.click(
    screen.getByRole('button', { name: 'Remove the search and filter from the last visit' }),
  );
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(screen.queryByText(/^From your last visit/)).toBeNull();
  await fill(screen.getByLabelText('Search vehicles'), 'brav');
  await waitFor(() => expect(names()).toEqual(['Bravo']));
  expect(screen.queryByText(/^From your last visit/)).toBeNull();
});

test('[WEBPANEL-46] a row has the picture of its vehicle and its state as a badge', async () => {
  await open(three());
  const [moving, , offline] = await screen.findAllByRole('option');
  expect(moving?.querySelector('canvas')).toBeTruthy();
  expect(moving?.querySelector('[data-state="moving"] path')).toBeTruthy();
  expect(offline?.querySelector('[data-state="offline"] path')).toBeTruthy();
});

test('[WEBPANEL-47] compact rows tell the name and the place; the choice is kept with the account', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('PUT /api/users/1', ({ body }) => ({ body: JSON.parse(body) as unknown }));
  await openPage({ server, at: '/devices', routes: screens, fleet: three() });
  const row = async () => (await screen.findAllByRole('option'))[1];
  expect((await row())?.textContent).toContain('860000000002');
  const before = (await row())?.style.height;
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Compact' }));
  await waitFor(async () => expect((await row())?.textContent).not.toContain('860000000002'));
  expect([before, (await row())?.style.height]).toEqual(['72px', '48px']);
  const sent = server.requests('PUT /api/users/1')[0]?.body ?? '{}';
  expect(JSON.parse(sent)).toMatchObject({ attributes: { 'rastro.listDensity': 'compact' } });
});

test('[WEBPANEL-48] rows name the driver if the user chose so', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/drivers', { body: [{ id: 1, name: 'Zoe', uniqueId: 'k1', attributes: {} }] })
    .on('PUT /api/users/1', ({ body }) => ({ body: JSON.parse(body) as unknown }));
  const fleet = fleetOf(
    aVehicle({ id: 1, name: 'Ambar' }, { attributes: { driverUniqueId: 'k1' } }),
    aVehicle({ id: 2, name: 'Bravo' }),
  );
  await openPage({ server, at: '/devices', routes: screens, fleet });
  await waitFor(() => expect(names()).toEqual(['Ambar', 'Bravo']));
  expect(server.requests('GET /api/drivers')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Show the driver' }));
  await waitFor(() => expect(names()).toEqual(['Ambar · Zoe', 'Bravo']));
  const sent = server.requests('PUT /api/users/1')[0]?.body ?? '{}';
  expect(JSON.parse(sent)).toMatchObject({ attributes: { 'rastro.listDriver': '1' } });
});

test('the order flips when the same field is chosen again', async () => {
  await open(three());
  await userEvent.click(await screen.findByRole('button', { name: 'Name' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Name/ }));
  await waitFor(() => expect(names()).toEqual(['Cobra', 'Bravo', 'Ambar']));
});

const filterFleet = (): MemoryFleet =>
  fleetOf(
    aVehicle(
      { id: 1, name: 'Ambar', category: 'car', attributes: { 'device.gpsBrand': 'Suntech' } },
      { attributes: { ignition: true, motion: true } },
    ),
    aVehicle({ id: 2, name: 'Bravo', category: 'truck', attributes: { 'device.state': 'in stock' } }),
    aVehicle({ id: 3, name: 'Cobra', category: 'pod', status: 'offline' }, { attributes: { motion: true } }),
  );
const openFilters = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: /^More filters/ }));
const closeFilters = (count: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: `Show ${count}` }));

test('[WEB-16] a filter works at once and is counted', async () => {
  const page = await open(filterFleet());
  await openFilters();
  await userEvent.selectOptions(await screen.findByLabelText('Tracker brand'), 'Suntech');
  await screen.findByRole('button', { name: 'Show 1 vehicle' });
  await waitFor(() => expect(page.path()).toBe('/devices?gps_brand=Suntech'));
  expect(page.preferences.read('query')).toBe('gps_brand=Suntech');
  await closeFilters('1 vehicle');
  await waitFor(() => expect(names()).toEqual(['Ambar']));
  await userEvent.click(screen.getByRole('button', { name: 'More filters, 1 in use' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await closeFilters('3 vehicles');
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('[WEB-16] hidden types, state and claims narrow together', async () => {
  await open(filterFleet());
  await openFilters();
  await userEvent.click(screen.getByLabelText('Car'));
  await screen.findByRole('button', { name: 'Show 2 vehicles' });
  expect(screen.getByLabelText('pod')).toHaveProperty('checked', true);
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'in stock');
  await userEvent.selectOptions(screen.getByLabelText('Ignition on'), 'No');
  await closeFilters('1 vehicle');
  await waitFor(() => expect(names()).toEqual(['Bravo']));
});

test('[WEB-16] the motion toggle narrows a status', async () => {
  const page = await open(filterFleet(), '/devices?filter=offline');
  await openFilters();
  await userEvent.click(screen.getByLabelText('Moving only'));
  await waitFor(() => expect(page.path()).toBe('/devices?filter=offline&motion=1'));
  await closeFilters('1 vehicle');
  await waitFor(() => expect(names()).toEqual(['Cobra']));
});

test('[WEB-16] anchors decide when they are known', async () => {
  const fleet = filterFleet();
  await open(fleet, '/devices?anchor=1');
  await screen.findByText('No vehicles found');
  fleet.setAnchored([2]);
  await waitFor(() => expect(names()).toEqual(['Bravo']));
});

test('[WEB-17] the list says that it shows one alone, and takes it back', async () => {
  await open(filterFleet(), '/devices?only=3');
  await waitFor(() => expect(names()).toEqual(['Cobra']));
  await openFilters();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop showing only Cobra' }));
  await closeFilters('3 vehicles');
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('arrows move through the rows and Enter opens one', async () => {
  const page = await open(three());
  const list = await screen.findByRole('listbox');
  list.focus();
  await waitFor(() => expect(list.getAttribute('aria-activedescendant')).toBe('device-1'));
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  await waitFor(() => expect(list.getAttribute('aria-activedescendant')).toBe('device-2'));
  fireEvent.keyDown(list, { key: 'Enter' });
  await waitFor(() => expect(page.path()).toBe('/devices/2'));
});

test('a change of a vehicle is seen in its row', async () => {
  const fleet = three();
  await open(fleet);
  await screen.findAllByRole('option');
  fleet.put(aVehicle({ id: 2, name: 'Bravo' }, { attributes: { motion: true }, speed: 54 as never }));
  await screen.findByText('100 km/h');
});

test('of many rows only those in sight exist', async () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    aVehicle({ id: index + 1, name: `Truck ${String(index).padStart(4, '0')}` }),
  );
  await open(fleetOf(...many));
  const rows = await screen.findAllByRole('option');
  expect(rows.length).toBeLessThan(40);
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('5000');
});

test('says that it loads, that nothing is there, and that it could not load', async () => {
  const empty = await open(fleetOf());
  await screen.findByText('No vehicles yet');
  await userEvent.click(screen.getByRole('button', { name: 'Add the first vehicle' }));
  await waitFor(() => expect(empty.path()).toBe('/devices/new'));
  empty.unmount();

  const fleet = new MemoryFleet([], { loaded: false });
  await open(fleet);
  await screen.findByLabelText('Loading');
  fleet.connect({ state: 'waiting', retryAt: Date.now() + 5000 });
  const alert = await screen.findByRole('alert');
  await userEvent.click(within(alert).getByRole('button', { name: 'Try now' }));
  expect(fleet.refreshed).toBe(1);
});
