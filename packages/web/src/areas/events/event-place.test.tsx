import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPosition } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { useMapFocus } from '../../kernel/map/map-focus.tsx';
import { EventPlace } from './event-place.tsx';

/** Shows the place that the map would mark. */
function Pin() {
  const { point } = useMapFocus();
  return (
    <output aria-label="pin">{point === null ? 'none' : `${point.latitude}, ${point.longitude}`}</output>
  );
}
const server = (): MemoryServer => new MemoryServer().on('GET /api/session', { body: aUser({}) });
const open = (from: MemoryServer, at: string): Promise<Page> =>
  openPage({
    server: from,
    at,
    routes: () => [
      {
        path: '*',
        element: (
          <>
            <Pin />
            <EventPlace />
          </>
        ),
      },
    ],
  });
const pin = async (): Promise<string | null> => (await screen.findByLabelText('pin')).textContent;

test('[EVT-11] the address marks a place and time on the map until it is taken away', async () => {
  const from = server().on('GET /api/positions', ({ query }) => ({
    body: [aPosition({ id: Number(query.get('id')), latitude: -10, longitude: -50, speed: 10 as never })],
  }));
  const page = await open(from, '/devices/3?tab=history&position=42');
  await screen.findByText('19 km/h');
  expect(from.requests('GET /api/positions').map(({ query }) => query.get('id'))).toEqual(['42']);
  expect(await pin()).toBe('-10, -50');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the marker from the map' }));
  expect(page.path()).toBe('/devices/3?tab=history');
  await waitFor(async () => expect(await pin()).toBe('none'));
});

test('[EVT-11] an unknown place, or one that the user may not see, says so', async () => {
  await open(server().on('GET /api/positions', { body: [] }), '/events?position=42');
  await screen.findByText('The location of this event is unknown');
  expect(await pin()).toBe('none');
});

test('[EVT-11] 0,0 is no place, and a wrong number asks nothing', async () => {
  const zero = server().on('GET /api/positions', { body: [aPosition({ latitude: 0, longitude: 0 })] });
  const page = await open(zero, '/events?position=1');
  await screen.findByText('The location of this event is unknown');
  page.unmount();
  const none = server();
  await open(none, '/events?position=-1;drop');
  expect(await pin()).toBe('none');
  expect(none.requests('GET /api/positions')).toEqual([]);
});

test('[EVT-22] from the place of an event its day in the history is one click away, for who may see reports', async () => {
  const body = [
    aPosition({
      id: 42,
      deviceId: 3,
      fixTime: '2026-03-02T12:00:00.000+00:00',
      latitude: -10,
      longitude: -50,
    }),
  ];
  const view = await open(server().on('GET /api/positions', { body }), '/events?position=42');
  const link = await screen.findByRole('link', { name: 'That day in history' });
  const to = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(to.pathname).toBe('/history');
  expect(to.searchParams.get('devices')).toBe('3');
  expect(to.searchParams.get('at')).toBe('1772452800');
  const [from, end] = [to.searchParams.get('from') ?? '', to.searchParams.get('to') ?? ''];
  expect(Date.parse(from) <= 1772452800000 && Date.parse(end) > 1772452800000).toBe(true);
  view.unmount();
  const guest = aUser({
    attributes: { 'rastro.advancedPermissions': true, isShared: true },
    temporary: true,
  });
  await open(
    new MemoryServer().on('GET /api/session', { body: guest }).on('GET /api/positions', { body }),
    '/events?position=42',
  );
  await screen.findByRole('button', { name: 'Remove the marker from the map' });
  expect(screen.queryByRole('link', { name: 'That day in history' })).toBeNull();
});
