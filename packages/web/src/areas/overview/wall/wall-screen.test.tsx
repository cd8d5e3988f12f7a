import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { WallBox, WallView } from '@rastro/fleet/figures';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { WallScreen } from './wall-screen.tsx';

vi.mock('../../../map/wall/wall-map.tsx', () => ({
  WallMap: ({ vehicles }: { vehicles: readonly { name: string }[] }) => (
    <p>{`map of ${vehicles.map(({ name }) => name).join()}`}</p>
  ),
}));
afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

const box = (id: string, kind: string, y: number, more: Partial<WallBox> = {}): WallBox => ({
  id,
  kind,
  x: 0,
  y,
  w: 6,
  h: 6,
  content: null,
  hidden: null,
  period: null,
  ...more,
});
const driven = box('d', 'driven', 0, {
  content: {
    figures: [{ name: 'driven.distance', value: 161_000, unit: 'distance', before: 100_000, isLarge: true }],
    rows: [],
  },
  period: { from: Date.parse('2026-11-21T03:00:00Z'), to: Date.parse('2026-11-28T02:00:00Z') },
});
const alarms = box('a', 'alarms', 6, {
  content: {
    figures: [{ name: 'alarms.waiting', value: 2, unit: 'count', tone: 'bad' }],
    rows: [{ key: '0', name: 'Van 7', details: [{ text: 'Botón' }] }],
  },
});
const VIEW: WallView = {
  name: 'Patio',
  seconds: 600,
  expiration: '2027-01-01T00:00:00Z',
  formats: {
    language: 'es',
    zone: 'America/Bahia',
    hour12: false,
    speedUnit: 'mph',
    distanceUnit: 'mi',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
  pages: [{ name: 'Mañana', widgets: [driven, alarms, box('l', 'licences', 12, { hidden: 'personal' })] }],
  map: [{ name: 'Van 7', latitude: -23, longitude: -46, course: 0, state: 'moving' }],
  mapLeftOut: 0,
  version: '1.0.0',
  countedAt: Date.parse('2026-11-28T12:34:00Z'),
  answeredAt: Date.parse('2026-11-28T12:34:05Z'),
};

async function openWall(view: WallView | null = VIEW) {
  const server = new MemoryServer().on('GET /ext/wall', view === null ? { status: 404 } : { body: view });
  const fetch = vi.spyOn(server, 'fetch');
  const page = await openPage({
    server,
    at: '/overview/wall/secret-link',
    routes: () => [{ path: '/overview/wall/:token', element: <WallScreen /> }],
  });
  return { server, page, fetch };
}

test('[WEBWALL-1] figures come by the link alone, in the words and units of their owner', async () => {
  const { server, fetch } = await openWall();
  await screen.findByText('100 mi');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('PatioMañana');
  expect(screen.getByText('▲ 61 %')).toBeDefined();
  expect(screen.getByText('21/11 – 27/11')).toBeDefined();
  expect(screen.getByText('Cifras de las 09:34')).toBeDefined();
  const [asked] = server.requests('GET /ext/wall');
  expect(asked?.headers.get('x-wall-token')).toBe('secret-link');
  const [, init] = fetch.mock.calls.find(([address]) => address.startsWith('/ext/wall')) ?? [];
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect(document.head.querySelector('meta[name="referrer"]')?.getAttribute('content')).toBe('no-referrer');
  expect(screen.queryByRole('link')).toBeNull();
});

test('[WEBWALL-2] screens of the overview come first, then the map; keys step and stop', async () => {
  await openWall();
  await screen.findByText('100 mi');
  expect(screen.getByText('1 de 4')).toBeDefined();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(await screen.findByText('Van 7')).toBeDefined();
  expect(screen.getByText('Botón')).toBeDefined();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await screen.findByText('Los datos de conductores no se muestran en esta pantalla.');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await screen.findByText('map of Van 7');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await screen.findByText('100 mi');
  fireEvent.keyDown(document.body, { key: ' ' });
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }));
  await screen.findByRole('button', { name: 'Pausar' });
});

test('[WEBWALL-2] the map is opened once and hidden between its turns', async () => {
  await openWall();
  await screen.findByText('100 mi');
  expect(screen.queryByText('map of Van 7')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  const map = await screen.findByText('map of Van 7');
  const place = map.closest('[data-shown]');
  expect(place?.getAttribute('data-shown')).toBe('true');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await screen.findByText('100 mi');
  expect(place?.getAttribute('data-shown')).toBe('false');
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(place?.getAttribute('data-shown')).toBe('true');
  expect(screen.getByText('map of Van 7')).toBe(map);
});

test('[WEBWALL-2] a map that has not all vehicles says so', async () => {
  await openWall({ ...VIEW, pages: [], mapLeftOut: 12_000 });
  await screen.findByText('map of Van 7');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('PatioMapa: 1 de 12.001 vehículos');
});

test('[WEBWALL-2] one timer goes on; a stopped wall stays', async () => {
  await openWall({ ...VIEW, seconds: 0.2 });
  await screen.findByText('1 de 4');
  await screen.findByText('2 de 4');
  fireEvent.keyDown(document.body, { key: ' ' });
  const stopped = screen.getByText(/ de 4$/).textContent ?? '';
  // Nothing may follow: two turns would be over.
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(screen.getByText(stopped)).toBeDefined();
});

test('[WEBWALL-3] an ended wall is a sentence', async () => {
  await openWall(null);
  await screen.findByRole('heading', { name: 'This screen has ended' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('[WEBWALL-4] without an answer the figures stay with their age', async () => {
  const { server } = await openWall();
  await screen.findByText('100 mi');
  server.isDown = true;
  await screen.findByText(/^Sin conexión\. Cifras de las 09:34/, {}, { timeout: 5000 });
  expect(screen.getByText('100 mi')).toBeDefined();
});

test('[WEBWALL-9] times are told by the clock of the server where that of the television is wrong', async () => {
  const answeredAt = Date.now() + 26 * 3_600_000;
  const rows = [
    { key: '0', name: 'Van 7', details: [{ at: answeredAt - 2 * 3_600_000, as: 'since' as const }] },
  ];
  const silent = box('s', 'silent', 0, {
    content: { figures: [{ name: 'silent.count', value: 1, unit: 'count' }], rows },
  });
  await openWall({ ...VIEW, answeredAt, pages: [{ name: '', widgets: [silent] }] });
  await screen.findByText('hace 2 h');
});

test('[WEBWALL-6] a browser without a wake lock says so; one that has it is asked again after the page was hidden', async () => {
  const { page } = await openWall();
  await screen.findByText(/no puede mantener la pantalla encendida/);
  page.unmount();
  let lock = new EventTarget();
  const request = vi.fn(async () => {
    lock = Object.assign(new EventTarget(), { released: false, release: async () => undefined });
    return lock;
  });
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  await openWall();
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByText(/pantalla/)).toBeNull());
  act(() => void lock.dispatchEvent(new Event('release')));
  Object.assign(lock, { released: true });
  await screen.findByText('Este navegador puede dejar que la pantalla se apague.');
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
});
