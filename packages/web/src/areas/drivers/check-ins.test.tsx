import type { QrCheckIn } from '@rastro/fleet';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CheckInsPanel } from './check-ins-panel.tsx';
import { DriverListPanel } from './driver-list-panel.tsx';
import { DriverNowChip } from './driver-now-chip.tsx';
import { fill } from '../../testing/fill.ts';

afterEach(() => void vi.useRealTimers());

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const aCheckIn = (part: Partial<QrCheckIn>): QrCheckIn => ({
  driverId: 7,
  driverName: 'Dana',
  deviceId: 3,
  deviceName: 'Van 3',
  plate: 'ABC1D23',
  since: ago(1),
  until: null,
  end: null,
  unlock: 'sent',
  ...part,
});
const PAST = aCheckIn({
  driverId: 8,
  driverName: 'Eli',
  deviceName: 'Bus 4',
  deviceId: 4,
  since: ago(9),
  until: ago(3),
  end: 'ignition',
});
const aYard = () =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /api/drivers', { body: [{ id: 7, name: 'Dana', uniqueId: 'card-7', attributes: {} }] })
    .on('GET /ext/qr-check-ins', ({ query }) => ({
      body: query.has('from') ? [aCheckIn({}), PAST] : [aCheckIn({})],
    }));
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/drivers', element: <DriverListPanel /> },
      { path: '/drivers/check-ins', element: <CheckInsPanel /> },
      { path: '/devices/3', element: <DriverNowChip deviceId={3} /> },
      { path: '/devices/4', element: <DriverNowChip deviceId={4} /> },
    ],
  });
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 3));

test('[WEBDRV-10] who drives now stands with the vehicle and with the driver', async () => {
  const page = await open(aYard(), '/devices/3');
  await screen.findByText(/^Dana since /);
  page.unmount();
  const other = await open(aYard(), '/devices/4');
  expect(other.container.textContent).not.toContain('since');
  other.unmount();
  await open(aYard(), '/drivers');
  await screen.findByText(/card-7 · drives Van 3/);
});

test('[WEBDRV-11] check-ins are found, ordered, and say how they ended; those of a driver are asked for', async () => {
  const server = aYard();
  const page = await open(server, '/drivers/check-ins');
  await screen.findByText('Ended when the ignition was turned off');
  screen.getByText(/still driving/);
  expect(lines()).toEqual(['Dan', 'Eli']);
  await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Vehicle' }));
  expect(lines()).toEqual(['Eli', 'Dan']);
  expect(page.path()).toBe('/drivers/check-ins?sort=vehicle');
  await fill(screen.getByRole('searchbox'), 'bus');
  expect(lines()).toEqual(['Eli']);
  page.unmount();
  await open(server, '/drivers/check-ins?driver=7');
  await screen.findByText('Ended when the ignition was turned off');
  expect(server.requests('GET /ext/qr-check-ins').at(-1)?.query.get('driverId')).toBe('7');
});

test('[WEBDRV-11] a new minute reads the list again, and does not empty it meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.UTC(2026, 10, 23, 13, 32, 50) });
  const server = aYard();
  const answer = server.fetch;
  let answersAfterMs = 0;
  server.fetch = async (...call) => {
    await new Promise((resolve) => void setTimeout(resolve, answersAfterMs));
    return answer(...call);
  };
  await open(server, '/drivers/check-ins');
  await screen.findByText('Ended when the ignition was turned off');
  answersAfterMs = 5000;
  const before = server.requests('GET /ext/qr-check-ins').length;
  const counts = new Set<number>();
  for (let i = 0; i < 40; i++) {
    await act(() => vi.advanceTimersByTimeAsync(2000));
    counts.add(screen.queryAllByRole('listitem').length);
  }
  expect([...counts]).toEqual([2]);
  expect(server.requests('GET /ext/qr-check-ins').length).toBeGreaterThan(before);
});
