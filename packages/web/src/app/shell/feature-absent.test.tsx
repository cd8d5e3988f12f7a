import { screen, waitFor } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { useAlarms } from '../../areas/events/use-alarms.ts';
import { useDue } from '../../areas/maintenances/use-maintenances.ts';
import { CopyNotice } from '../../kernel/copying/copy-notice.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { visibleMenu } from '../screens/menu-entries.ts';
import { SCREENS } from '../screens/registry.ts';
import { AllowedScreen } from './allowed-screen.tsx';

/** Headers of a Traccar that reports are made for, or that nothing is made for. */
const traccar = (features: string) => ({
  licensemode: 'plus',
  trackingserver: 'traccar 6.14.5',
  features,
});
const serverThat = (headers: Record<string, string>): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/server', { body: aServer({}), headers });

function Asking() {
  useAlarms();
  useDue({});
  return <p>Asking</p>;
}
function Frame() {
  const paths = visibleMenu(useSignedIn()).map(({ path }) => path);
  return (
    <>
      <p>{`Menu ${paths.join(' ')}`}</p>
      <AllowedScreen>
        <Outlet />
      </AllowedScreen>
    </>
  );
}
const routes = (): RouteObject[] => [
  {
    Component: Frame,
    children: [
      ...SCREENS.filter(({ path }) => path === '/reports' || path === '/maintenances/due').map((each) => ({
        path: each.path,
        handle: each,
        element: <p>Filled</p>,
      })),
      { path: '/asking', Component: Asking },
      { path: '/copying', Component: CopyNotice },
    ],
  },
];

test('[FEATURE-1] a screen that the tracking server cannot fill is in no menu, and says why at its address', async () => {
  const page = await openPage({ server: serverThat(traccar('places')), at: '/reports', routes });
  await screen.findByText('Not available with this tracking server');
  await screen.findByText(/The operator sets TRACKING_SERVER_TOKEN/);
  expect(screen.getByText(/^Menu/).textContent).not.toContain('/reports');
  page.unmount();
  const filled = await openPage({ server: serverThat(traccar('history')), at: '/reports', routes });
  await screen.findByText('Filled');
  expect(screen.getByText(/^Menu/).textContent).toContain('/reports');
  filled.unmount();
  await openPage({ server: serverThat({ licensemode: 'plus' }), at: '/maintenances/due', routes });
  await screen.findByText('Filled');
});

test('[FEATURE-2] a tracking server is not asked for what it does not have', async () => {
  const server = serverThat(traccar('history'));
  await openPage({ server, at: '/asking', routes });
  await screen.findByText('Asking');
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.requests('GET /api/alarms')).toEqual([]);
  expect(server.requests('GET /api/services/due')).toEqual([]);
});

test('[FEATURE-3] the progress of the first reading of a history is shown', async () => {
  const server = serverThat(traccar('history')).on('GET /ext/history/progress', {
    body: { total: 3000, done: 340 },
  });
  await openPage({ server, at: '/copying', routes });
  await waitFor(() => screen.getByText(/340 of 3,000 days/));
});
