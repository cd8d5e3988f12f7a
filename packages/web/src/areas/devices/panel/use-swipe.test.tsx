import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DevicePanel } from './device-panel.tsx';
import { besideIn, swipeOf } from './use-swipe.ts';

test('[WEBPANEL-51] only a long flat stroke leads on, and not past the ends of the list', () => {
  expect([swipeOf(-80, 10), swipeOf(80, -10)]).toEqual([1, -1]);
  for (const [dx, dy] of [
    [-40, 0],
    [-80, 60],
    [0, 200],
  ] as const)
    expect(swipeOf(dx, dy)).toBeNull();
  const ids = Int32Array.of(7, 3, 9);
  expect([besideIn(ids, 3, 1), besideIn(ids, 3, -1), besideIn(ids, 9, 1), besideIn(ids, 7, -1)]).toEqual([
    9,
    7,
    null,
    null,
  ]);
  expect(besideIn(ids, 5, 1)).toBeNull();
});

test('[WEBPANEL-51] a stroke over the head leads to the next vehicle of the list, in the open tab', async () => {
  const page = await openPage({
    server: new MemoryServer()
      .on('GET /api/session', { body: aUser({}) })
      .on('GET /api/positions', { body: [] }),
    at: '/devices/1?tab=attributes',
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' }), aVehicle({ id: 2, name: 'Bravo' })]),
    routes: () => [
      { path: '/devices/:deviceId', element: <DevicePanel /> },
      { path: '*', element: null },
    ],
  });
  const head = await screen.findByText('Stopped');
  fireEvent.touchStart(head, { touches: [{ clientX: 300, clientY: 500 }] });
  fireEvent.touchEnd(head, { changedTouches: [{ clientX: 180, clientY: 510 }] });
  await waitFor(() => expect(page.path()).toBe('/devices/2?tab=attributes'));
  await screen.findByRole('heading', { name: 'Bravo' });
  const next = screen.getByText('Stopped');
  fireEvent.touchStart(next, { touches: [{ clientX: 100, clientY: 500 }] });
  fireEvent.touchEnd(next, { changedTouches: [{ clientX: 220, clientY: 510 }] });
  await waitFor(() => expect(page.path()).toBe('/devices/1?tab=attributes'));
});
