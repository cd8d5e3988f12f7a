import { act, cleanup, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import type { Session } from '../kernel/session/session.ts';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { setProductTitle } from '../ui/screen-title.ts';
import { routes } from './routes.tsx';

const leaves = (all: readonly RouteObject[]): RouteObject[] =>
  all.flatMap((route) => (route.children === undefined ? [route] : leaves(route.children)));
/** Every screen, without the shell; the map behind them, the drivers' and the login have titles of their own. */
const screens = (session: Session): RouteObject[] =>
  leaves(routes(session))
    .filter(({ path }) => path !== '/home' && path !== '*')
    .map(({ loader: _loader, ...route }) => route as RouteObject);
const addressOf = (path: string): string =>
  path
    .replace(':report', 'trips')
    .replaceAll(/\/:\w+\?/g, '')
    .replaceAll(/:\w+/g, '1');

async function open(at: string) {
  setProductTitle('Frota Teste');
  const server = new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) });
  const vehicle = aVehicle({ id: 1, name: 'Van 3' });
  return openPage({ server, at, routes: screens, fleet: new MemoryFleet([vehicle]) });
}

test('[WEB-302] every screen names its page: its title, or that of the thing that is open, then the product', async () => {
  const seen = new Set<string>();
  const session = (await open('/account')).session;
  cleanup();
  for (const { path = '' } of screens(session)) {
    if (path.startsWith('/qr-driver') && !path.includes('scan')) continue;
    await open(addressOf(path));
    await waitFor(() => expect(document.title, path).toMatch(/^.+ · Frota Teste$/));
    seen.add(document.title);
    cleanup();
  }
  expect(seen.size).toBeGreaterThan(25);
  expect(seen.has('Van 3 · Frota Teste')).toBe(true);
}, 120_000);

test('[WEB-302] another language renames the page, and leaving a screen restores the title', async () => {
  const page = await open('/account');
  await waitFor(() => expect(document.title).toBe('My account · Frota Teste'));
  await act(() => page.changeLanguage('pt-BR'));
  await waitFor(() => expect(document.title).toBe('Minha conta · Frota Teste'));
  page.unmount();
  expect(document.title).toBe('Frota Teste');
});
