import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { redirectOf } from '../kernel/session/guard.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { DriverShell } from './driver-shell.tsx';
import { routes } from './routes.tsx';
import { HomeNotice } from './shell/home-notice.tsx';

const DANA = aUser({ id: 5, name: 'Dana', attributes: { 'rastro.isQrDriverId': 7 } });
const serverFor = (user: ReturnType<typeof aUser>): MemoryServer =>
  new MemoryServer().on('GET /api/session', { body: user }).on('GET /ext/qr-driver', { body: null });

test('[WEBQR-1] a driver is led to the screens for drivers, which have no menu, and out by the login of drivers', async () => {
  const page = await openPage({ server: serverFor(DANA), at: '/devices/3', routes });
  await screen.findByRole('heading', { name: 'No vehicle' });
  expect(page.path()).toBe('/qr-driver');
  screen.getByText('Dana');
  expect(screen.queryByRole('navigation')).toBeNull();
  const state = page.session.state();
  expect(['/qr-driver', '/qr-driver/scan/AB', '/home'].map((path) => redirectOf(state, path))).toEqual([
    null,
    null,
    '/qr-driver',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(page.path()).toBe('/motorista'));
});

test('[WEBQR-1] the code of a sheet leads to the login of drivers, and is not forgotten', async () => {
  const page = await openPage({ server: new MemoryServer(), at: '/qr-driver/scan/ABCD2345EFGH', routes });
  await screen.findByRole('heading', { name: 'Driver sign-in' });
  expect(page.path()).toBe('/motorista?to=%2Fqr-driver%2Fscan%2FABCD2345EFGH');
});

test('[WEBQR-1] other users are led home with a message', async () => {
  const page = await openPage({
    server: serverFor(aUser({})),
    at: '/qr-driver',
    routes: () => [
      { path: '/home', element: <HomeNotice /> },
      { path: '/qr-driver', element: <DriverShell /> },
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have access to this page.');
  expect(page.path()).toBe('/home');
});
