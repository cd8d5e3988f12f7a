import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@rastro/fleet';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { DeviceListScreen } from './device-list-screen.tsx';

const VEHICLES = [
  aVehicle({ id: 1, name: 'Ambar', groupId: 1 }),
  aVehicle({ id: 2, name: 'Bravo', groupId: 2 }),
  aVehicle({ id: 3, name: 'Cinza', groupId: 9 }),
];
const GROUPS = [
  { id: 1, name: 'North', groupId: 0, attributes: {} },
  { id: 2, name: 'Yard', groupId: 1, attributes: {} },
  { id: 9, name: 'South', groupId: 0, attributes: {} },
];
interface Opened {
  readonly server: MemoryServer;
  readonly fleet: MemoryFleet;
  readonly page: Page;
}
async function open(user: Partial<User> = {}, at = '/devices'): Promise<Opened> {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/groups', { body: GROUPS })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) })
    .on('PUT /api/users/1', ({ body }) => ({ body: { ...JSON.parse(body), password: null } }));
  const fleet = new MemoryFleet(VEHICLES);
  const page = await openPage({
    server,
    at,
    routes: () => [{ path: '/devices', element: <DeviceListScreen /> }],
    fleet,
  });
  await screen.findByRole('button', { name: 'Saved views' });
  return { server, fleet, page };
}
const views = (server: MemoryServer): unknown =>
  JSON.parse(
    JSON.parse(server.requests('PUT /api/users/1').at(-1)?.body ?? '{}').attributes['rastro.views'] as string,
  );

test('[WEBPANEL-22] a group shows its devices and those below it, and is kept in the address', async () => {
  const { fleet, page } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
  const tree = within(await screen.findByRole('group', { name: 'Group, with its subgroups' }));
  expect(tree.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'North2',
    'Yard1',
    'South1',
  ]);
  await userEvent.click(tree.getByRole('button', { name: /North/ }));
  await waitFor(() => expect([...fleet.list().ids]).toEqual([1, 2]));
  await waitFor(() => expect(page.path()).toBe('/devices?group=1'));
  expect(page.preferences.read('groupPref')).toBe('1');
  await userEvent.click(tree.getByRole('button', { name: /North/ }));
  await waitFor(() => expect([...fleet.list().ids]).toEqual([1, 2, 3]));
  await userEvent.click(tree.getByRole('button', { name: 'Last: North' }));
  await waitFor(() => expect([...fleet.list().ids]).toEqual([1, 2]));
});

test('[WEBPANEL-22] a link to a group works before its form was open', async () => {
  const { fleet } = await open({}, '/devices?group=1');
  await waitFor(() => expect([...fleet.list().ids]).toEqual([1, 2]));
});

test('[WEBPANEL-21] the present view is saved under a name and opens again', async () => {
  const { server, page } = await open({}, '/devices?filter=offline&sort=speed-desc');
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save or arrange…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Enter a name.');
  await userEvent.type(dialog.getByLabelText('Name for what the list shows now'), 'Silent{Enter}');
  await waitFor(() =>
    expect(views(server)).toEqual([{ name: 'Silent', query: 'filter=offline&sort=speed-desc' }]),
  );
  const field = await dialog.findByLabelText('Name of Silent');
  await userEvent.clear(field);
  await userEvent.type(field, 'Quiet{Enter}');
  await dialog.findByLabelText('Name of Quiet');
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filter' }));
  await waitFor(() => expect(page.path()).toBe('/devices'));
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Quiet' }));
  await waitFor(() => expect(page.path()).toBe('/devices?filter=offline&sort=speed-desc'));
});

test('[WEBPANEL-21] who may not edit the account keeps views in this browser', async () => {
  const { server, page } = await open({ readonly: true });
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save or arrange…' }));
  await userEvent.type(await screen.findByLabelText('Name for what the list shows now'), 'All{Enter}');
  await screen.findByLabelText('Name of All');
  expect(page.preferences.read('views')).toBe('[{"name":"All","query":""}]');
  await userEvent.click(screen.getByRole('button', { name: 'Delete All' }));
  await waitFor(() => expect(page.preferences.read('views')).toBe('[]'));
  expect(server.requests('PUT /api/users/1')).toHaveLength(0);
});

test('[WEB-15] who is on the way to a screen that loads slowly is not called back by the address of the list', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /api/groups', { body: GROUPS })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) });
  const list = (
    <>
      <Link to="/slow">Onwards</Link>
      <DeviceListScreen />
    </>
  );
  const slow = async () => {
    // Longer than the list waits before it writes its address, which must not happen now.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { Component: () => <p>Slow screen</p> };
  };
  const page = await openPage({
    server,
    at: '/devices',
    routes: () => [
      { path: '/devices', element: list },
      { path: '/slow', lazy: slow },
    ],
    fleet: new MemoryFleet(VEHICLES),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Onwards' }));
  await screen.findByText('Slow screen');
  expect(page.path()).toBe('/slow');
});
