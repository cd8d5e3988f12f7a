import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { HistoryScreen } from '../areas/history/history-screen.tsx';
import { ReportScreen } from '../areas/reports/report-screen.tsx';
import { aTrip } from '../testing/a-past.ts';
import { aTrackAnswer } from '../testing/a-track.ts';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';

const NOON = Date.parse('2026-11-20T12:00:00Z') / 1000;
const PERIOD = 'from=2026-11-20T00:00:00.000Z&to=2026-11-20T23:59:59.999Z';
const VEHICLE = aVehicle({ id: 1, name: 'Ambar' });

async function openWithoutLine(at: string) {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/devices', { body: [VEHICLE.device] })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/reports/trips', { body: [aTrip(1, NOON, NOON + 1800)] })
    .on('GET /api/reports/stops', { body: [] })
    .on('GET /api/reports/events', { body: [] })
    .on('GET /api/reports/summary', { body: [] })
    .on('GET /api/tracks/1', { body: aTrackAnswer(1, { 20_777: [[43_200, 8, 41, 40]] }) });
  const fleet = new MemoryFleet([VEHICLE]);
  await openPage({
    server,
    fleet,
    at,
    routes: () => [
      { path: '/history', element: <HistoryScreen /> },
      { path: '/reports/:report', element: <ReportScreen /> },
      { path: '*', element: null },
    ],
  });
  return {
    server,
    lose: () => {
      server.isDown = true;
      act(() => fleet.connect({ state: 'waiting', retryAt: 0 }));
    },
    mend: () => {
      server.isDown = false;
      act(() => fleet.connect({ state: 'live' }));
    },
  };
}

test('[KEPT-8] a way that could not be read without a network is there when it is back, without a press', async () => {
  const line = await openWithoutLine(`/history?${PERIOD}`);
  const field = await screen.findByRole('combobox', { name: 'Add a vehicle' });
  line.lose();
  await userEvent.type(field, 'amb');
  await userEvent.click(await screen.findByRole('option', { name: /^Ambar/ }));
  await screen.findByText(/^A route could not be loaded/);
  line.mend();
  await waitFor(() => expect(screen.queryByText(/^A route could not be loaded/)).toBeNull());
  expect(line.server.requests('GET /api/tracks/1')).toHaveLength(1);
});

test('[KEPT-8] a report that lost its line goes on when it is back; one that the server rejected waits for a press', async () => {
  const line = await openWithoutLine(`/reports/travels?${PERIOD}`);
  const button = await screen.findByRole('button', { name: 'Load' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  line.lose();
  await userEvent.click(button);
  await screen.findByRole('alert');
  line.mend();
  await screen.findByRole('table', { name: 'Trips' });
  expect(screen.queryByRole('alert')).toBeNull();
  line.server.on('GET /api/reports/trips', { status: 400, body: 'INVALID' });
  await userEvent.click(screen.getByRole('button', { name: 'Load' }));
  await screen.findByRole('alert');
  const asked = line.server.requests('GET /api/reports/trips').length;
  line.lose();
  line.mend();
  expect(line.server.requests('GET /api/reports/trips')).toHaveLength(asked);
});
