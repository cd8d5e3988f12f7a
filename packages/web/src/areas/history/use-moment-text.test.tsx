import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aStop, aTrip } from '../../testing/a-past.ts';
import { aTrackAnswer } from '../../testing/a-track.ts';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { HistoryScreen } from './history-screen.tsx';

const DAY = 20_000;
const START = DAY * 86_400;
const at = (hours: number): number => START + hours * 3600;
const { held } = TRACK_FLAGS;

test('[PAST-34] at midnight a vehicle has stood since the evening before, not since the day began', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/reports/trips', { body: [aTrip(1, at(7), at(8))] })
    .on('GET /api/reports/stops', { body: [aStop(1, at(-2), at(7)), aStop(1, at(8), at(30))] })
    .on('GET /api/tracks/1', {
      body: aTrackAnswer(1, {
        [DAY]: [
          [0, 8, 41, 40, held],
          [7 * 3600, 8, 41, 40],
          [8 * 3600, 8.2, 41, 40, held],
        ],
      }),
    });
  const [from, to] = [at(0), at(24) - 1].map((time) => new Date(time * 1000).toISOString());
  await openPage({
    server,
    at: `/history?devices=1&from=${from}&to=${to}`,
    routes: () => [{ path: '/history', element: <HistoryScreen /> }],
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' })]),
  });
  await screen.findByRole('button', { name: /Trip 1\b/ });
  await waitFor(() =>
    expect(screen.getByRole('slider', { name: 'Moment shown' }).getAttribute('aria-valuetext')).toContain(
      'stopped for 2 hr 0 min',
    ),
  );
});
