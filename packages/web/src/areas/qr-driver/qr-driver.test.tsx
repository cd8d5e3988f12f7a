import type { QrCheckIn } from '@rastro/fleet';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createPreferences } from '../../kernel/preferences.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DriveScreen } from './drive-screen.tsx';
import { DriverFrame } from './driver-frame.tsx';
import { readQueuedCheckIns } from './queued-check-ins.ts';
import { ScanScreen } from './scan-screen.tsx';
import { fill } from '../../testing/fill.ts';

const CODE = 'ABCD2345EFGH';
const DANA = aUser({ id: 5, name: 'Dana', attributes: { 'rastro.isQrDriverId': 7 } });
const VAN: QrCheckIn = {
  driverId: 7,
  driverName: 'Dana',
  deviceId: 3,
  deviceName: 'Van 3',
  plate: 'ABC1D23',
  since: '2026-03-01T10:00:00.000Z',
  until: null,
  end: null,
  unlock: 'sent',
};

/** Checks in and out as the server does; `failure` says something else. */
function aYard(current: QrCheckIn | null = null) {
  const yard = { current, failure: null as { status: number; body: string } | null };
  const server = new MemoryServer()
    .on('GET /api/session', { body: DANA })
    .on('GET /ext/qr-driver', () => ({ body: yard.current }))
    .on('POST /ext/qr-driver', ({ body }) => {
      if (yard.failure !== null) return yard.failure;
      yard.current = (JSON.parse(body) as { id: unknown }).id === 0 ? null : VAN;
      return { body: yard.current };
    });
  const sent = () =>
    server.requests('POST /ext/qr-driver').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { yard, server, sent };
}

const routes = () => [
  {
    element: <DriverFrame />,
    children: [
      { path: '/qr-driver', element: <DriveScreen /> },
      { path: '/qr-driver/scan/:id?', element: <ScanScreen /> },
    ],
  },
];
const open = (server: MemoryServer, at = '/qr-driver', preferences = createPreferences(null)) =>
  openPage({ server, at, routes, preferences });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[WEBQR-2] a driver sees their vehicle, and checking out asks first', async () => {
  const { server, sent } = aYard(VAN);
  await open(server);
  await screen.findByRole('heading', { name: 'Van 3' });
  screen.getByText('ABC1D23');
  screen.getByText(/^Since /);
  screen.getByText('The unlock command was sent to the vehicle.');
  await press('Check out');
  const question = await screen.findByRole('alertdialog');
  expect(sent()).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Check out' }));
  await screen.findByText('You are checked out.');
  await screen.findByRole('heading', { name: 'No vehicle' });
  expect(sent().map(({ id, at }) => [id, at])).toEqual([[0, undefined]]);
});

test('[WEBQR-3] a code is typed and confirmed; a malformed one is an error', async () => {
  const { server, sent } = aYard();
  const page = await open(server, '/qr-driver/scan');
  screen.getByText(/^This browser cannot scan/);
  await fill(screen.getByLabelText('Code'), 'nothing');
  await press('Next');
  screen.getByText('This is not a vehicle code.');
  await userEvent.clear(screen.getByLabelText('Code'));
  await fill(screen.getByLabelText('Code'), 'abcd-2345 efgh');
  await press('Next');
  screen.getByText('ABCD-2345-EFGH');
  expect(sent()).toEqual([]);
  await press('Check in');
  await screen.findByText('You are checked in to Van 3.');
  expect(page.path()).toBe('/qr-driver');
  expect(sent().map(({ id }) => id)).toEqual([CODE]);
});

test('[WEBQR-3] the code of a sheet comes with the address, and waits for a yes', async () => {
  const { server, sent } = aYard();
  await open(server, `/qr-driver/scan/${CODE.toLowerCase()}`);
  screen.getByText('ABCD-2345-EFGH');
  await press('Another code');
  screen.getByLabelText('Code');
  expect(sent()).toEqual([]);
});

test('[WEBQR-4] without a network an act waits, says so, and is sent with its time later', async () => {
  const { server, sent } = aYard();
  const preferences = createPreferences(null);
  await open(server, `/qr-driver/scan/${CODE}`, preferences);
  server.isDown = true;
  await press('Check in');
  await screen.findByText(/^Not sent yet/);
  const [queued] = readQueuedCheckIns(preferences);
  server.isDown = false;
  fireEvent(window, new Event('online'));
  await screen.findByText('You are checked in to Van 3.');
  screen.getByText(/^Check-in with ABCD-2345-EFGH/);
  expect(sent()).toEqual([{ id: CODE, at: queued?.at, clientId: queued?.clientId }]);
  expect(readQueuedCheckIns(preferences)).toEqual([]);
});

test('[WEBQR-4] queued check-ins are sent in order, for their driver alone, and an error is shown', async () => {
  const { server, sent, yard } = aYard();
  const at = '2026-03-01T10:00:00.000Z';
  const queued = [
    { userId: 9, code: CODE, at, clientId: 'another-driver' },
    { userId: 5, code: CODE, at, clientId: 'the-first-act' },
    { userId: 5, code: null, at, clientId: 'the-second-act' },
  ];
  const preferences = createPreferences(null);
  preferences.write('qrActs', JSON.stringify([...queued, 'broken']));
  yard.failure = { status: 409, body: 'Check in too old - It was done more than a day ago' };
  await open(server, '/qr-driver', preferences);
  await waitFor(() => expect(readQueuedCheckIns(preferences)).toEqual([queued[0]]));
  expect(sent().map(({ clientId }) => clientId)).toEqual(['the-first-act', 'the-second-act']);
  expect(await screen.findAllByText(/day/)).toHaveLength(2);
});
