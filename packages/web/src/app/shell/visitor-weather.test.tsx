import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '@rastro/fleet';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { VisitorWeather } from './visitor-weather.tsx';

const RAIN = { city: 'Recife', weather: { temperature: 23.6, code: 61, isDay: true } };
const open = async (server: MemoryServer, user: Partial<User> = {}) => {
  server.on('GET /api/session', { body: aUser(user) });
  await openPage({ server, at: '/', routes: () => [{ path: '/', element: <VisitorWeather /> }] });
  await waitFor(() => expect(server.requests('GET /ext/visitor')).toHaveLength(1));
};

test('[WEBMAP-61] the header shows sky, temperature and city, at the centre of the map when there is one', async () => {
  const server = new MemoryServer().on('GET /ext/visitor', { body: RAIN });
  const attributes = { temperatureUnit: 'fahrenheit' };
  await open(server, { latitude: -8.05, longitude: -34.9, attributes });
  await screen.findByRole('img', { name: 'Light rain' });
  expect(screen.getByText('74°F')).toBeTruthy();
  expect(screen.getByText('Recife')).toBeTruthy();
  const [asked] = server.requests('GET /ext/visitor');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ latitude: '-8.05', longitude: '-34.9' });
});

test('[WEBMAP-61] without weather the city stands alone', async () => {
  await open(new MemoryServer().on('GET /ext/visitor', { body: { city: 'Recife', weather: null } }));
  await screen.findByText('Recife');
  expect(screen.queryByRole('img')).toBeNull();
});

test('[WEBMAP-63] services that are off or away leave no trace', async () => {
  for (const answer of [
    { body: { city: null, weather: null } },
    { status: 429, body: 'x' },
    { status: 404 },
  ]) {
    const server = new MemoryServer().on('GET /ext/visitor', answer);
    await open(server);
    expect(screen.queryByText(/°/)).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
    document.body.replaceChildren();
  }
});
