import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import type { Vehicle } from '../../../live/fleet.ts';
import { aPosition, aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { DevicePanel } from './device-panel.tsx';
import { fill } from '../../../testing/fill.ts';

const screens = (): RouteObject[] => [
  { path: '/devices/:deviceId', element: <DevicePanel /> },
  { path: '*', element: null },
];
const serverWith = (history: unknown, user: Parameters<typeof aUser>[0] = {}): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ coordinateFormat: 'dms', ...user }) })
    .on('GET /api/positions', { body: history });
const open = (vehicle: Vehicle, at = '/devices/1', history: unknown = []): Promise<Page> =>
  openPage({ server: serverWith(history), at, routes: screens, fleet: new MemoryFleet([vehicle]) });
/** The value of a name in the live figures. */
const value = async (name: string): Promise<string> =>
  (await screen.findByText(name)).nextElementSibling?.textContent ?? '';

test('shows the live values with their units', async () => {
  const attributes = { motion: true, ignition: true, batteryLevel: 81, odometer: 15_912_400 };
  await open(aVehicle({ name: 'Ambar' }, { attributes, speed: 27 as never, course: 132 }));
  await screen.findByRole('heading', { name: 'Ambar' });
  expect(await value('Speed')).toBe('50 km/h');
  expect(await value('Course')).toBe('132° SE');
  expect(await value('Ignition on')).toBe('Yes');
  expect(await value('Battery level')).toBe('81%');
  expect(await value('Odometer')).toBe('15,912 km');
});

test('[PAST-4] the past of a vehicle is one press away, for who may see reports', async () => {
  const page = await openPage({
    server: serverWith([], { administrator: true }),
    at: '/devices/1',
    routes: screens,
    fleet: new MemoryFleet([aVehicle({ id: 1 })]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('button', { name: 'History' }));
  expect(page.path()).toBe('/history?devices=1');
});

test('unknown is called unknown', async () => {
  await open(aVehicle({}, { protocol: null }));
  expect(await value('Ignition on')).toBe('Unknown');
  expect(await value('Accuracy')).toBe('Unknown');
  expect(await value('Protocol')).toBe('Unknown');
});

test('a place is written in the format of the user', async () => {
  await open(aVehicle({}, { address: 'Avenida Paulista, 1578' }));
  await screen.findByText('Avenida Paulista, 1578');
  expect(screen.getByText(`23°33'02" S, 46°38'00" W`)).toBeTruthy();
});

test('zero, zero is no place', async () => {
  await open(aVehicle({}, { latitude: 0, longitude: 0 }));
  await screen.findByText('Unknown location');
  expect(screen.queryByText(/0°00/)).toBeNull();
});

test('a vehicle that never reported says so', async () => {
  await open(aVehicle({ status: 'unknown', lastUpdate: null }, null));
  await screen.findByText('This vehicle has not sent positions yet.');
  expect(screen.getByText('Never reported')).toBeTruthy();
});

test('follow and trail live in the address', async () => {
  const page = await open(aVehicle({}));
  const follow = await screen.findByRole('button', { name: 'Follow' });
  expect(follow.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(follow);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Trail' }));
  await waitFor(() => expect(page.path()).toBe('/devices/1?follow=1&trail=1'));
  expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
});

test('[WEB-17] a vehicle is shown alone until it is taken back', async () => {
  const fleet = new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' }), aVehicle({ id: 2, name: 'Bravo' })]);
  const page = await openPage({ server: serverWith([]), at: '/devices/1', routes: screens, fleet });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  const only = await screen.findByRole('button', { name: 'Only this' });
  await userEvent.click(only);
  await waitFor(() => expect([...fleet.list().ids]).toEqual([1]));
  expect(page.preferences.read('query')).toBe('only=1');
  await waitFor(() => expect(only.getAttribute('aria-pressed')).toBe('true'));
  await userEvent.click(only);
  await waitFor(() => expect([...fleet.list().ids]).toEqual([1, 2]));
  expect(page.preferences.read('query')).toBeNull();
});

test('the last positions are listed newest first, and one can be selected', async () => {
  const history = [
    aPosition({ id: 11, fixTime: '2026-11-20T11:00:00.000+00:00', speed: 10 as never }),
    aPosition({ id: 12, fixTime: '2026-11-20T11:01:00.000+00:00', speed: 20 as never }),
    aPosition({ id: 13, fixTime: '2026-11-20T11:02:00.000+00:00', latitude: 0, longitude: 0 }),
  ];
  await open(aVehicle({}), '/devices/1?tab=history', history);
  const rows = within(await screen.findByRole('list', { name: 'Last positions' })).getAllByRole('button');
  expect(rows.map((row) => row.querySelector('.speed')?.textContent)).toEqual([
    '0 km/h',
    '37 km/h',
    '19 km/h',
  ]);
  expect(rows[0]).toHaveProperty('disabled', true);
  await userEvent.click(rows[1] as HTMLElement);
  expect(rows[1]?.getAttribute('aria-pressed')).toBe('true');
});

test('a failed history says why and can be tried again', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /api/positions', { status: 400, body: 'WRITE_ACCESS_DENIED - reports.view' });
  await openPage({
    server,
    at: '/devices/1?tab=history',
    routes: screens,
    fleet: new MemoryFleet([aVehicle({})]),
  });
  await screen.findByText('Access denied.');
  server.on('GET /api/positions', { body: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByText('No positions in this period.');
});

test('attributes are searchable by their translated name', async () => {
  const attributes = { temp1: 21.4, fuelLevel: 63.5, someVendorKey: 'A1:B2' };
  await open(aVehicle({}, { attributes }), '/devices/1?tab=attributes');
  await screen.findByText('someVendorKey');
  await fill(screen.getByLabelText('Search attributes'), 'fuel');
  expect(screen.getByText('63.5%')).toBeTruthy();
  expect(screen.queryByText('someVendorKey')).toBeNull();
});

test('only administrators find the way to the traffic', async () => {
  const openAs = (administrator: boolean): Promise<Page> =>
    openPage({
      server: serverWith([], { administrator }),
      at: '/devices/1',
      routes: screens,
      fleet: new MemoryFleet([aVehicle({ name: 'Ambar' })]),
    });
  const page = await openAs(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Tracker traffic' }));
  await waitFor(() => expect(page.path()).toBe('/devices/1/traffic'));
  page.unmount();
  await openAs(false);
  await screen.findByRole('heading', { name: 'Ambar' });
  expect(screen.queryByRole('button', { name: 'Tracker traffic' })).toBeNull();
});

test('[WEB-63] a vehicle that is gone says so at once and leads to the list', async () => {
  const fleet = new MemoryFleet([aVehicle({ name: 'Ambar' })]);
  const page = await openPage({ server: serverWith([]), at: '/devices/1', routes: screens, fleet });
  await screen.findByRole('heading', { name: 'Ambar' });
  act(() => fleet.take(1));
  expect(screen.getByRole('alert').textContent).toContain('This vehicle is no longer available');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(page.path()).toBe('/devices');
});
