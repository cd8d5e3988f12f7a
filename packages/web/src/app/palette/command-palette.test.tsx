import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { UserPanel } from '../../areas/users/user-panel.tsx';
import { PaletteHost } from './palette-host.tsx';
import { fill } from '../../testing/fill.ts';

const FENCE = {
  id: 5,
  name: 'Garage',
  description: null,
  area: 'CIRCLE (1 2, 3)',
  calendarId: 0,
  attributes: {},
};
const BEN = aUser({ id: 9, name: 'Ben Costa', email: 'ben@example.com', phone: '+55 11 9999-0000' });

async function open(user = aUser({ administrator: true }), released = Promise.resolve()): Promise<Page> {
  const server = new MemoryServer()
    .on('GET /api/session', { body: user })
    .on('GET /api/geofences', { body: [FENCE] })
    .on('GET /api/users', { body: [BEN] })
    .on('GET /api/users/9', { body: BEN });
  const fleet = new MemoryFleet([
    aVehicle({ id: 3, name: 'Van 3', attributes: { plate: 'ABC1D23' } }),
    aVehicle({ id: 4, name: 'Garage truck' }),
  ]);
  const { find } = fleet;
  fleet.find = async (text, limit) => {
    await released;
    return find(text, limit);
  };
  return openPage({
    server,
    fleet,
    at: '/home',
    routes: () => [
      {
        path: '*',
        element: (
          <>
            <PaletteHost />
            <input aria-label="elsewhere" />
          </>
        ),
      },
      { path: '/users/:userId', Component: UserPanel },
    ],
  });
}
const titles = (): string[] =>
  screen.queryAllByRole('option').map((row) => row.querySelector('.title')?.textContent ?? '');

test('[PALETTE-2] it opens by keyboard, finds all kinds, and Enter goes to the first', async () => {
  const page = await open();
  await userEvent.click(screen.getByLabelText('elsewhere'));
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search everything' });
  expect(titles()).toContain('Vehicles');
  await fill(field, 'garage');
  await screen.findByRole('option', { name: /Garage truck/ });
  expect(titles()).toEqual(['Garage truck', 'Garage']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => page.path()).toBe('/geofence/5');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[PALETTE-7] a vehicle is shown with its plate, without one with its identifier', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Search everything (Ctrl K)' }));
  await userEvent.type(await screen.findByRole('combobox'), 'van 3');
  expect((await screen.findByRole('option', { name: /Van 3/ })).textContent).toContain('ABC1D23');
  await userEvent.clear(screen.getByRole('combobox'));
  await userEvent.type(screen.getByRole('combobox'), 'garage truck');
  expect((await screen.findByRole('option', { name: /Garage truck/ })).textContent).toContain('860000000004');
});

test('[PALETTE-2] a search without results says so, and Escape returns the focus', async () => {
  await open();
  const button = screen.getByRole('button', { name: 'Search everything (Ctrl K)' });
  await userEvent.click(button);
  await fill(await screen.findByRole('combobox'), 'zzz');
  await screen.findByText('Nothing found for “zzz”.');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(button);
});

test('[PALETTE-3] without the rights there are no users, geofences or drawing', async () => {
  await open(aUser({ attributes: { 'rastro.advancedPerms': '0'.repeat(32) }, readonly: true, userLimit: 0 }));
  await userEvent.keyboard('{Meta>}k{/Meta}');
  const dialog = await screen.findByRole('dialog');
  expect(titles()).not.toContain('New geofence: Circle');
  await fill(within(dialog).getByRole('combobox'), 'ben');
  await screen.findByText('Nothing found for “ben”.');
});

test('[PALETTE-6] a state, open alarms and the nearest vehicles are found by their words', async () => {
  const page = await open();
  for (const [label, name, path] of [
    ['offline', 'Show vehicles: Offline', '/devices?filter=offline'],
    ['open alarms', 'Open alarms', '/events?type=alarm&open=1'],
    ['nearest', 'Nearest vehicles', '/nearest'],
  ] as const) {
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), label);
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    await expect.poll(() => page.path()).toBe(path);
  }
});

test('[USER-1] a user is found and shown with the ways to reach them', async () => {
  const page = await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  await fill(await screen.findByRole('combobox'), 'costa');
  await userEvent.click(await screen.findByRole('option', { name: /Ben Costa/ }));
  await expect.poll(() => page.path()).toBe('/users/9');
  expect((await screen.findByRole('link', { name: 'WhatsApp' })).getAttribute('href')).toBe(
    'https://wa.me/551199990000',
  );
  expect(screen.getByText('Active')).toBeTruthy();
});

test('[PALETTE-4] Enter right after fast typing opens what was typed', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const page = await open(undefined, released);
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search everything' });
  await userEvent.type(field, 'van 3{Enter}');
  release();
  await waitFor(() => expect(page.path()).toBe('/devices/3'));
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('[PALETTE-5] a word for an act before a vehicle does it, and nothing is locked without the question', async () => {
  const page = await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  await fill(await screen.findByRole('combobox'), 'follow van');
  await userEvent.click(await screen.findByRole('option', { name: /^Follow · Van 3/ }));
  await expect.poll(() => page.path()).toBe('/devices/3?follow=1');
  await userEvent.keyboard('{Control>}k{/Control}');
  await fill(await screen.findByRole('combobox'), 'today van');
  await userEvent.click(await screen.findByRole('option', { name: /^Today · Van 3/ }));
  await expect.poll(() => page.path()).toBe('/devices/3?today=1');
  await userEvent.keyboard('{Control>}k{/Control}');
  await fill(await screen.findByRole('combobox'), 'lock van');
  await userEvent.click(await screen.findByRole('option', { name: /^Lock · Van 3/ }));
  await screen.findByRole('alertdialog', { name: /Lock Van 3/ });
});

test('[PALETTE-5] who may not lock is offered no lock', async () => {
  await open(aUser({ readonly: true }));
  await userEvent.keyboard('{Control>}k{/Control}');
  await fill(await screen.findByRole('combobox'), 'lock van');
  await screen.findByText('Nothing found for “lock van”.');
});

test('[PALETTE-700] a report is found by its content, with the period that was typed', async () => {
  const page = await open();
  for (const [typed, title, path] of [
    ['speeding yesterday', 'Speeding · Yesterday', '/reports/speeding?period=yesterday&run=1'],
    ['last month mileage', 'Daily distance · Last month', '/reports/daily?period=lastMonth&run=1'],
    ['fuel theft', 'Refueling', '/reports/fuelings'],
  ] as const) {
    await userEvent.keyboard('{Control>}k{/Control}');
    await fill(await screen.findByRole('combobox'), typed);
    await userEvent.click(await screen.findByRole('option', { name: title }));
    await expect.poll(() => page.path()).toBe(path);
  }
});

test('[PALETTE-701] settings and pages of help are found by what users call them', async () => {
  const page = await open();
  for (const [typed, title, path] of [
    ['change password', 'Change password', '/account?tab=profile'],
    ['disk', 'Server health', '/server/health'],
    ['geojson', 'Help: Geofences', '/help/geofences'],
    // The last one: the screen of a user has no palette here.
    ['invite', 'New user or invitation', '/users/new'],
  ] as const) {
    await userEvent.keyboard('{Control>}k{/Control}');
    await fill(await screen.findByRole('combobox'), typed);
    await userEvent.click(await screen.findByRole('option', { name: title }));
    await expect.poll(() => page.path()).toBe(path);
  }
});

test('[PALETTE-701] what the user may not open is not found', async () => {
  await open(aUser({ attributes: { 'rastro.advancedPerms': '0'.repeat(32) }, readonly: true, userLimit: 0 }));
  await userEvent.keyboard('{Meta>}k{/Meta}');
  const field = await screen.findByRole('combobox');
  for (const typed of ['invite', 'disk', 'logo', 'domains']) {
    await userEvent.clear(field);
    await fill(field, typed);
    await waitFor(() => expect(titles().filter((title) => !title.startsWith('Help: '))).toEqual([]));
  }
  await userEvent.clear(field);
  await fill(field, 'password');
  await screen.findByRole('option', { name: 'Change password' });
});
