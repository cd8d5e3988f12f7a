import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@rastro/fleet';
import { Link, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { AccountPanel } from './account-panel.tsx';
import { fill } from '../../testing/fill.ts';

const screens = (): RouteObject[] => [
  {
    path: '/account',
    element: (
      <>
        <Link to="/elsewhere">Elsewhere</Link>
        <AccountPanel />
      </>
    ),
  },
  { path: '/elsewhere', element: <p>Another screen</p> },
];
const serverOf = (user: Partial<User>): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('PUT /api/users/1', ({ body }) => ({ body: { ...JSON.parse(body), password: null } }));
const open = (server: MemoryServer): Promise<Page> => openPage({ server, at: '/account', routes: screens });
const written = (server: MemoryServer): Record<string, unknown> =>
  JSON.parse(server.requests('PUT /api/users/1')[0]?.body ?? '{}') as Record<string, unknown>;

test('saves the whole user, keeps other attributes and leaves the password alone', async () => {
  const server = serverOf({ attributes: { notificationTokens: 'abc' }, phone: '+55' });
  const page = await open(server);
  await userEvent.clear(await screen.findByLabelText('Name'));
  await fill(screen.getByLabelText('Name'), 'Ana Maria');
  await userEvent.selectOptions(screen.getByLabelText('Speed'), 'mph');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
  expect(written(server)).toMatchObject({
    id: 1,
    name: 'Ana Maria',
    phone: '+55',
    password: null,
    attributes: { notificationTokens: 'abc', speedUnit: 'mph', 'rastro.lang': 'en' },
  });
  const state = page.session.state();
  expect(state.kind === 'signedIn' && state.user.name).toBe('Ana Maria');
});

test('[WEB-81] a new password must be typed twice, and needs the current one', async () => {
  const server = serverOf({});
  await open(server);
  await fill(await screen.findByLabelText('New password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The passwords do not match.');
  await fill(screen.getByLabelText('Confirm the new password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Enter your current password.');
  await fill(screen.getByLabelText('Current password'), 'old one');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(server)['password']).toBe('secret'));
  expect(written(server)['currentPassword']).toBe('old one');
});

test('[WEB-81] another e-mail requires the current password, and a wrong one is an error in place', async () => {
  const failure = { status: 403, body: 'Current password wrong - x' };
  const server = serverOf({}).on('PUT /api/users/1', failure);
  await open(server);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await userEvent.type(await screen.findByLabelText('E-mail'), 'x');
  await fill(await screen.findByLabelText('Current password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your current password is required, and the one entered is wrong.');
});

test('choosing another language changes the page', async () => {
  const server = serverOf({});
  const page = await open(server);
  await userEvent.selectOptions(await screen.findByLabelText('Language'), 'es');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Cambios guardados.');
  expect(page.preferences.read('locale')).toBe('es');
});

test('an error is shown in place', async () => {
  const server = serverOf({}).on('PUT /api/users/1', { status: 400, body: 'ACCOUNT_IS_READONLY - x' });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('This account is read-only.');
});

test('a read-only account sees that it may not change', async () => {
  await open(serverOf({ readonly: true }));
  await screen.findByText('Your account cannot change these details.');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

test('[WEBMAP-24] the start of the map is checked and saved with the account', async () => {
  const server = serverOf({ map: 'offline' });
  await open(server);
  const latitude = await screen.findByLabelText('Latitude of the center');
  await fill(latitude, '-8,05');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Enter a latitude from -90 to 90/);
  expect(server.requests('PUT /api/users/1')).toHaveLength(0);
  await fill(screen.getByLabelText('Longitude of the center'), '-34.88');
  await fill(screen.getByLabelText('Zoom (1 to 20)'), '12');
  await userEvent.selectOptions(screen.getByLabelText('Base map'), '');
  await userEvent.click(screen.getByLabelText('Group vehicles that are close'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
  expect(written(server)).toMatchObject({ map: null, latitude: -8.05, longitude: -34.88, zoom: 12 });
  expect(written(server)['attributes']).toMatchObject({ mapCluster: false });
});

test('[WEB-190] what was typed is not lost by a click on another screen; what was saved is left freely', async () => {
  await open(serverOf({}));
  await fill(await screen.findByLabelText('Name'), ' Maria');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await screen.findByRole('alertdialog');
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.queryByText('Another screen')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await screen.findByText('Another screen');
});
