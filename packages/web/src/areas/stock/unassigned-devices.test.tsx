import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { StockPanel } from './stock-panel.tsx';

const aTracker = (deviceId: number, lastUpdate: string | null) => ({
  deviceId,
  name: `imei-${deviceId}`,
  uniqueId: `imei-${deviceId}`,
  model: null,
  protocol: lastUpdate === null ? null : 'gt06',
  lastUpdate,
});
const DEVICES = { total: 2, online: 0, silent: 0, never: 0, assigned: 0, unassigned: 2 };
function aServer(me: object = { administrator: true }): MemoryServer {
  let trackers = [aTracker(1, '2026-03-01T10:00:00.000Z'), aTracker(2, null)];
  const gone = (): { body: object } => {
    trackers = trackers.slice(1);
    return { body: {} };
  };
  return new MemoryServer()
    .on('GET /api/session', { body: aUser({ id: 5, name: 'Root', ...me }) })
    .on('GET /api/users', { body: [aUser({ id: 6, name: 'Ana', email: 'ana@example.com' })] })
    .on('GET /ext/health', { body: { devices: DEVICES } })
    .on('GET /api/devices', { body: [] })
    .on('GET /api/devices/unassigned', () => ({ body: trackers }))
    .on('POST /api/devices/1/assign', gone)
    .on('POST /api/devices/1/reject', () => ({ ...gone(), status: 204 }));
}
const open = (server: MemoryServer, at = '/stock?tab=unassigned') =>
  openPage({ server, at, routes: () => [{ path: '/stock', element: <StockPanel /> }] });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[WEBSTOCK-500] new trackers are listed, last heard first, and assigned with name and plate', async () => {
  const server = aServer();
  await open(server);
  await screen.findByRole('tab', { name: 'Unassigned (2)' });
  await screen.findByText('imei-1');
  screen.getByText('gt06');
  screen.getByText('No contact');
  await press('Assign imei-1');
  await press('Assign');
  expect(screen.getByText('Choose a user.')).toBeTruthy();
  expect(server.requests('POST /api/devices/1/assign')).toHaveLength(0);
  await userEvent.click(screen.getByRole('combobox', { name: 'User' }));
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Root');
  await userEvent.click(screen.getByRole('option', { name: /Ana/ }));
  await userEvent.clear(screen.getByLabelText('Vehicle name'));
  await fill(screen.getByLabelText('Vehicle name'), 'Van 3');
  await fill(screen.getByLabelText('Plate'), 'ABC1D23');
  await press('Assign');
  await waitFor(() => expect(screen.queryByText('imei-1')).toBeNull());
  expect(JSON.parse(server.requests('POST /api/devices/1/assign')[0]?.body ?? '')).toEqual({
    userId: 6,
    name: 'Van 3',
    plate: 'ABC1D23',
  });
});

test('[WEBSTOCK-501] rejecting asks first and says what it means', async () => {
  const server = aServer();
  await open(server);
  await screen.findByText('imei-1');
  await press('Reject imei-1');
  await screen.findByText(/cannot register itself again/);
  expect(server.requests('POST /api/devices/1/reject')).toHaveLength(0);
  await press('Reject');
  await waitFor(() => expect(screen.queryByText('imei-1')).toBeNull());
  expect(server.requests('POST /api/devices/1/reject')).toHaveLength(1);
});

test('[WEBSTOCK-502] resellers have no such tab', async () => {
  const server = aServer({ attributes: { 'rastro.reseller': true } });
  await open(server, '/stock');
  await screen.findByRole('tab', { name: 'Trackers' });
  expect(screen.queryByRole('tab', { name: /Unassigned/ })).toBeNull();
  expect(server.requests('GET /ext/health')).toHaveLength(0);
});
