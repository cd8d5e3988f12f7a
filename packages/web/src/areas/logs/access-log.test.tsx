import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccessLogEntry, AccessLogPage } from '@rastro/fleet';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { UserAccessLogLink } from '../../kernel/logs-link.tsx';
import { makeDevice } from '../../testing/test-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { fill } from '../../testing/fill.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AccessLogPanel } from './access-log-panel.tsx';

const LINE: AccessLogEntry = {
  hour: '2026-11-21T10:00:00.000Z',
  userId: 2,
  userName: 'Eva Rosa',
  isGuest: false,
  kind: 'live',
  byToken: true,
  devices: 7,
  deviceIds: [5, 6, 7, 8, 9, 10, 11],
};
const pageOf = (lines: readonly AccessLogEntry[], next: string | null = null): { body: AccessLogPage } => ({
  body: { lines, next, driven: null, keptDays: 730 },
});
const routes = (): RouteObject[] => [{ path: '/viewings', element: <AccessLogPanel /> }];
const serverOf = (): MemoryServer =>
  new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) });

test('[WEBLOG-5] who saw a vehicle is shown by the hour, further pages on request, and how long it is stored', async () => {
  const server = serverOf().on('GET /ext/devices/5/viewings', ({ query }) =>
    query.get('after') === 'x'
      ? pageOf([{ ...LINE, kind: 'export', byToken: false, isGuest: true, userName: 'Guest' }])
      : pageOf([LINE], 'x'),
  );
  await openPage({ server, at: '/viewings?device=5', routes });
  const list = await screen.findByRole('list', { name: 'Who saw it' });
  expect(list.textContent).toContain('Eva Rosa');
  expect(list.textContent).toContain('Live · by access token or program');
  await screen.findByText('Access entries are stored for 730 days.');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await within(list).findByText('File · by share link');
});

test('[WEBLOG-5] kind, name and order stand in the address and are asked of the server', async () => {
  const server = serverOf().on('GET /ext/devices/5/viewings', pageOf([]));
  const page = await openPage({ server, at: '/viewings?device=5', routes });
  await screen.findByText('Nobody saw it in this period');
  await userEvent.selectOptions(screen.getByLabelText('How'), 'export');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'oldest');
  await fill(screen.getByLabelText('Search by name'), 'eva');
  await waitFor(() => {
    const asked = server.requests('GET /ext/devices/5/viewings').at(-1)?.query;
    expect([asked?.get('kind'), asked?.get('oldest'), asked?.get('text')]).toEqual(['export', 'true', 'eva']);
  });
  expect(page.path()).toBe('/viewings?device=5&kind=export&sort=oldest&q=eva');
  const [reset] = (await screen.findAllByRole('button', { name: 'Clear the search' })).slice(-1);
  expect(reset).toBeDefined();
  if (reset) await userEvent.click(reset);
  await waitFor(() => expect(page.path()).toBe('/viewings?device=5&sort=oldest'));
});

test('[WEBLOG-5] what a user saw names the first vehicles; managers of users are led there', async () => {
  const server = serverOf()
    .on('GET /ext/users/2/viewings', pageOf([LINE]))
    .on('GET /api/devices', { body: [makeDevice(5, { name: 'Kombi 5' })] });
  await openPage({ server, at: '/viewings?user=2', routes });
  await screen.findByText('Kombi 5, #6, #7, #8, #9, and 2 more vehicles');
  const links = async (values: Parameters<typeof aUser>[0]): Promise<number> => {
    const page = await openPage({
      server: new MemoryServer().on('GET /api/session', { body: aUser(values) }),
      at: '/x',
      routes: () => [{ path: '/x', element: <UserAccessLogLink userId={2} /> }],
    });
    return within(page.container).queryAllByRole('button', { name: 'Viewing history' }).length;
  };
  expect(await links({ userLimit: -1 })).toBe(1);
  expect(await links({ userLimit: 0 })).toBe(0);
});

test('[WEBLOG-6] who saw a driver is shown with the vehicles, and with the source of the driver', async () => {
  const answer = (vehicles: number, byCheckInsAlone: boolean, lines: readonly AccessLogEntry[]) => ({
    body: { ...pageOf(lines).body, driven: { vehicles, byCheckInsAlone } },
  });
  const server = serverOf()
    .on('GET /ext/drivers/4/viewings', answer(2, false, [{ ...LINE, devices: 1, deviceIds: [5] }]))
    .on('GET /ext/drivers/6/viewings', answer(0, true, []))
    .on('GET /api/devices', { body: [makeDevice(5, { name: 'Kombi 5' })] });
  const page = await openPage({ server, at: '/viewings?driver=4', routes });
  const list = await screen.findByRole('list', { name: 'Who saw the driver' });
  await within(list).findByText('Kombi 5');
  expect(list.textContent).toContain('Eva Rosa');
  await screen.findByText(/^Live and latest positions count for the hours in which this driver drove/);
  page.unmount();
  await openPage({ server, at: '/viewings?driver=6', routes });
  await screen.findByText('No driving recorded in this period');
  await screen.findByText(/^The tracking server does not report who drove/);
});

test('[WEBLOG-300] without a subject nothing is asked of the server: it says what to choose first', async () => {
  for (const at of ['/viewings', '/viewings?device=0', '/viewings?device=x']) {
    const server = serverOf();
    const page = await openPage({ server, at, routes });
    await screen.findByRole('heading', { name: 'Whose access log?' });
    expect(server.seen.filter(({ path }) => path.includes('viewings'))).toEqual([]);
    page.unmount();
  }
});
