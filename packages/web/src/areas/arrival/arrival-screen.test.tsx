import type { ArrivalView } from '@rastro/fleet/orders';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ArrivalScreen } from './arrival-screen.tsx';

vi.mock('../../map/wall/wall-map.tsx', () => ({
  WallMap: ({ vehicles }: { vehicles: readonly { name: string; state: string }[] }) => (
    <p>{`map of ${vehicles.map(({ name, state }) => `${name} ${state}`).join(', ')}`}</p>
  ),
}));

const VIEW: ArrivalView = {
  customer: 'Panadería Estrella',
  reference: 'A-1',
  address: 'Calle 9, 12',
  place: { latitude: -12.97, longitude: -38.5 },
  from: '2030-12-01T17:00:00.000Z',
  to: '2030-12-01T19:00:00.000Z',
  state: 'onTheWay',
  isLate: false,
  expected: { from: '2030-12-01T18:20:00.000Z', to: '2030-12-01T19:00:00.000Z' },
  arrivedAt: null,
  endedAt: null,
  vehicle: { latitude: -12.9, longitude: -38.5, course: 90, isMoving: true, at: '2030-12-01T17:50:00.000Z' },
  code: '',
  driverName: '',
  formats: {
    language: 'es',
    zone: 'America/Bahia',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
  answeredAt: 0,
};
async function openArrival(server: MemoryServer) {
  const fetch = vi.spyOn(server, 'fetch');
  await openPage({
    server,
    at: '/arrival/secret-link',
    routes: () => [{ path: '/arrival/:token', element: <ArrivalScreen /> }],
  });
  return fetch;
}
const serverWith = (view: ArrivalView): MemoryServer =>
  new MemoryServer().on('GET /ext/arrival', { body: view });

test('[ARRIVALW-1] a customer reads when it arrives, in language and zone of the company, and sees the vehicle', async () => {
  const server = serverWith(VIEW);
  const fetch = await openArrival(server);
  await screen.findByRole('heading', { name: 'En camino hacia usted' });
  // 18:20 in Greenwich.
  expect(screen.getByText(/15:20/).textContent).toMatch(/15:20 – 16:00$/);
  expect(screen.getByText('Llega entre')).toBeDefined();
  expect(screen.queryByText('Conductor')).toBeNull();
  await screen.findByText('map of Usted unknown, Vehículo moving');
  const [, init] = fetch.mock.calls.find(([address]) => address.startsWith('/ext/arrival')) ?? [];
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect(server.requests('GET /ext/arrival')[0]?.headers.get('x-arrival-token')).toBe('secret-link');
});

test('[ARRIVALW-1] it says that it is late, and when it has come', async () => {
  await openArrival(serverWith({ ...VIEW, isLate: true, state: 'planned', vehicle: null, expected: null }));
  await screen.findByText('Después de lo acordado');
  expect(screen.getByText('Todavía no se conoce la hora de llegada.')).toBeDefined();
  expect(screen.queryByText(/^map of/)).toBeNull();
});

test('[ARRIVALW-1] an order that has ended says how and when', async () => {
  const ended = {
    state: 'done',
    expected: null,
    vehicle: null,
    endedAt: '2030-12-01T18:42:00.000Z',
  } as const;
  await openArrival(serverWith({ ...VIEW, ...ended, driverName: 'Davi' }));
  await screen.findByRole('heading', { name: 'Completada' });
  expect(screen.getByText(/15:42/)).toBeDefined();
  expect(screen.getByText('Davi')).toBeDefined();
});

test('[ARRIVALW-2] a link that has ended says so; without an answer the last one stays with its age', async () => {
  await openArrival(new MemoryServer().on('GET /ext/arrival', { status: 404 }));
  await screen.findByRole('heading', { name: 'This link has ended' });
});

test('[ARRIVALW-2] without an answer the last one stays, with its age', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let asked = 0;
    const server = new MemoryServer().on('GET /ext/arrival', () =>
      (asked += 1) === 1 ? { body: VIEW } : { status: 502 },
    );
    await openArrival(server);
    await screen.findByRole('heading', { name: 'En camino hacia usted' });
    await vi.advanceTimersByTimeAsync(11_000);
    await waitFor(() => expect(screen.getByText(/^Sin conexión/)).toBeDefined());
    expect(screen.getByRole('heading', { name: 'En camino hacia usted' })).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});
