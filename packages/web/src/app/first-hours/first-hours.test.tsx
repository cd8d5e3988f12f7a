import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@rastro/fleet';
import { afterEach, expect, test, vi } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { HomeStart } from './home-start.tsx';
import { listenerVerdict } from './first-steps.ts';

afterEach(() => void vi.restoreAllMocks());

const LISTENERS = [{ protocol: 'osmand', port: 5055, messages: 0, failures: 0 }];
const DEVICES = { total: 0, online: 0, silent: 0, never: 0, assigned: 0, unassigned: 0 };
const CONNECTED = { ...DEVICES, total: 1, assigned: 1 };
const CUSTOMER = aUser({ id: 2, attributes: { 'rastro.billingEnabled': true } });
function aNewServer(
  me: Partial<User> = { administrator: true },
  devices: object | null = DEVICES,
  { tier = 'plus', isBilling = false } = {},
): MemoryServer {
  const ingest = { perSecond: 0, perMinute: [], connections: 0, doors: LISTENERS, refused: { unknown: 2 } };
  const attributes = isBilling ? { 'rastro.enableBilling': true } : {};
  return new MemoryServer()
    .on('GET /api/server', { body: aServer({ attributes }), headers: { licensemode: tier } })
    .on('GET /api/session', { body: aUser(me) })
    .on('GET /api/users', { body: [aUser({})] })
    .on('GET /api/devices', { body: [{ id: 7 }] })
    .on('GET /api/notifications', { body: [] })
    .on('GET /ext/billing/invoices', { body: { invoices: [], next: null } })
    .on('PUT /api/users/1', ({ body }) => ({ body: JSON.parse(body) as User }))
    .on('GET /ext/health', { body: { devices, ingest: devices && ingest } });
}
const open = (server: MemoryServer, at = '/home') =>
  openPage({ server, at, routes: () => [{ path: '/home', element: <HomeStart /> }] });
const isDone = (name: string): string | null =>
  screen.getByText(name).closest('li')?.getAttribute('data-done') ?? null;
const leadsTo = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

test('[FIRST-1] what is left ticks itself, each with its act, and says why no tracker is heard', async () => {
  const page = await open(aNewServer());
  await screen.findByRole('link', { name: 'First vehicle' });
  expect(leadsTo('First vehicle')).toBe('/devices/new');
  screen.getByRole('link', { name: 'import the fleet' });
  screen.getByText(/with an unregistered identifier/);
  screen.getByText(/^osmand: .*:5055, 0 messages/);
  expect([isDone('Set your brand'), isDone('First vehicle')]).toEqual(['true', 'false']);
  page.unmount();
  await open(aNewServer({ administrator: true }, { ...DEVICES, total: 3, never: 2, assigned: 3 }));
  await screen.findByText('First vehicle');
  expect([isDone('First vehicle'), isDone('First message from a tracker')]).toEqual(['true', 'true']);
  expect(screen.queryByText(/with an unregistered identifier/)).toBeNull();
});

test('[FIRST-600] the first message leads to the screen that connects the tracker', async () => {
  await open(aNewServer({ administrator: true }, { ...DEVICES, total: 1, never: 1, assigned: 1 }));
  const link = await screen.findByRole('link', { name: 'First message from a tracker' });
  expect(link.getAttribute('href')).toBe('/devices/7/connect');
});

test('[FIRST-601] on Plus billing, a customer and an invoice follow, each reached and derived from what is', async () => {
  const page = await open(aNewServer());
  await screen.findByRole('link', { name: 'Turn on billing' });
  expect(leadsTo('Turn on billing')).toBe('/billing');
  expect(leadsTo('First customer with a price')).toBe('/users/new?as=customer');
  expect(screen.queryByRole('link', { name: 'First invoice' })).toBeNull();
  page.unmount();
  const billing = aNewServer({ administrator: true }, CONNECTED, { isBilling: true })
    .on('GET /api/users', { body: [aUser({}), CUSTOMER] })
    .on('GET /api/notifications', { body: [{ id: 1 }] });
  const second = await open(billing);
  await screen.findByRole('link', { name: 'First invoice' });
  expect(leadsTo('First invoice')).toBe('/billing?new=1');
  expect([isDone('Turn on billing'), isDone('First customer with a price')]).toEqual(['true', 'true']);
  second.unmount();
  await open(aNewServer({ administrator: true }, DEVICES, { tier: 'standard' }));
  await screen.findByText('First vehicle');
  for (const name of ['Set your brand', 'Turn on billing', 'First invoice'])
    expect(screen.queryByText(name)).toBeNull();
});

test('[FIRST-700] a server without a time zone of its own leads to the choice; set-up in a browser has made it', async () => {
  const page = await open(aNewServer());
  await screen.findByRole('link', { name: 'Choose the time zone' });
  expect(leadsTo('Choose the time zone')).toBe('/server');
  screen.getByText(/use UTC days/);
  page.unmount();
  const attributes = { timezone: 'America/Sao_Paulo' };
  await open(
    aNewServer().on('GET /api/server', {
      body: aServer({ attributes }),
      headers: { licensemode: 'plus' },
    }),
  );
  await screen.findByText('First vehicle');
  expect(isDone('Choose the time zone')).toBe('true');
});

test('[FIRST-500] an unassigned tracker is no first vehicle; it is counted and linked', async () => {
  await open(aNewServer({ administrator: true }, { ...DEVICES, total: 2, unassigned: 2 }));
  const link = await screen.findByRole('link', { name: '2 unassigned trackers' });
  expect(link.getAttribute('href')).toBe('/stock?tab=unassigned');
  expect([isDone('First vehicle'), isDone('First message from a tracker')]).toEqual(['false', 'true']);
});

test('[FIRST-2] put away, it stays away for the account', async () => {
  const server = aNewServer();
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Getting started')).toBeNull());
  expect(JSON.parse(server.requests('PUT /api/users/1')[0]?.body ?? '{}')).toMatchObject({
    attributes: { 'rastro.firstHours': 'away' },
  });
});

test('[FIRST-5] on a phone with vehicles on the map only its heading is there, and opens it', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList,
  );
  const first = await open(aNewServer());
  await screen.findByRole('link', { name: 'First vehicle' });
  first.unmount();
  await open(aNewServer({ administrator: true }, CONNECTED));
  const heading = await screen.findByRole('button', { name: 'Getting started' });
  expect(screen.queryByText('First vehicle')).toBeNull();
  await userEvent.click(heading);
  screen.getByText('First vehicle');
  await userEvent.click(heading);
  expect(screen.queryByText('First vehicle')).toBeNull();
});

test('[FIRST-3] it is not there when done, for another tracking server, or for other roles', async () => {
  const working = (devices: object): MemoryServer =>
    aNewServer({ administrator: true }, devices, { isBilling: true })
      .on('GET /api/users', { body: [aUser({}), CUSTOMER] })
      .on('GET /api/notifications', { body: [{ id: 1 }] });
  const done = working(CONNECTED).on('GET /ext/billing/invoices', {
    body: { invoices: [{ id: 1 }], next: null },
  });
  // A fleet of eleven is past its first hour: it may sell nothing for ever.
  const large = working({ ...CONNECTED, total: 11, assigned: 11 });
  const others = aNewServer({ administrator: true }, null);
  for (const server of [done, large, others]) {
    const page = await open(server);
    await waitFor(() => expect(server.requests('GET /ext/health').length).toBeGreaterThan(0));
    await waitFor(() => expect(server.requests('GET /api/notifications')).toHaveLength(1));
    expect(screen.queryByText('Getting started')).toBeNull();
    page.unmount();
  }
  const somebody = aNewServer({});
  const page = await open(somebody);
  expect(somebody.requests('GET /ext/health')).toHaveLength(0);
  page.unmount();
  // Its place on the map belongs to the followed vehicle.
  const following = aNewServer({ administrator: true });
  await open(following, '/home?together=1,2');
  expect(following.requests('GET /ext/health')).toHaveLength(0);
});

test('[FIRST-4] why the first message does not come', () => {
  const of = (part: object) => listenerVerdict({ doors: LISTENERS, refused: {}, ...part });
  expect(of({})).toBe('silent');
  expect(of({ doors: [] })).toBe('noDoor');
  expect(of({ refused: { unknown: 1, secret: 1 } })).toBe('unknown');
  expect(of({ refused: { secret: 1 } })).toBe('refused');
  expect(of({ doors: [{ protocol: 'h02', port: 1, messages: 0, failures: 3 }] })).toBe('unread');
});
