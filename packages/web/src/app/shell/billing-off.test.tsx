import type { ServerSettings, User } from '@rastro/fleet';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AllowedScreen } from './allowed-screen.tsx';

const screens = (): RouteObject[] => [
  { path: '/home', element: <p>Home</p> },
  {
    path: '/billing',
    handle: { requires: 'sellers', tier: 'billing' },
    element: (
      <AllowedScreen>
        <p>The invoices</p>
      </AllowedScreen>
    ),
  },
];
const serverFor = (me: Partial<User>, licensemode = 'plus'): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'map.zoom': 4 } }),
      headers: { licensemode },
    })
    .on('GET /api/session', { body: aUser(me) })
    .on('PUT /api/server', ({ body }) => ({ body: JSON.parse(body) as ServerSettings }));
const open = (server: MemoryServer) => openPage({ server, at: '/billing', routes: screens });

test('[WEBBILL-600] an administrator switches billing on where it is missing, and goes on at once', async () => {
  const server = serverFor({ administrator: true });
  await open(server);
  await screen.findByText('Billing is off');
  await userEvent.click(screen.getByRole('button', { name: 'Turn on billing' }));
  await screen.findByText('The invoices');
  expect(
    (JSON.parse(server.requests('PUT /api/server')[0]?.body ?? '{}') as ServerSettings).attributes,
  ).toEqual({
    'map.zoom': 4,
    'rastro.enableBilling': true,
  });
});

test('[WEBBILL-600] an error is shown; no other role and no other tier has a switch', async () => {
  const refusing = serverFor({ administrator: true }).on('PUT /api/server', {
    status: 400,
    body: 'Account is readonly - no',
  });
  const page = await open(refusing);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on billing' }));
  await screen.findByRole('alert');
  page.unmount();
  for (const server of [
    serverFor({ attributes: { 'rastro.reseller': true } }),
    serverFor({ administrator: true }, 'standard'),
  ]) {
    const other = await open(server);
    await screen.findByText('Home');
    other.unmount();
  }
});
