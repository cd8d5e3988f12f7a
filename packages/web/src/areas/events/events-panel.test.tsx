import { acknowledgedAfter, type AcknowledgedEvents, type EventItem } from '@rastro/fleet';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createPreferences } from '../../kernel/preferences.ts';
import { anEvent, aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { EventsPanel } from './events-panel.tsx';
import { fill } from '../../testing/fill.ts';

const VEHICLES = [aVehicle({ id: 1, name: 'Ambar' }), aVehicle({ id: 2, name: 'Brisa' })];
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const LISTED: readonly EventItem[] = [
  anEvent({ id: 1, deviceId: 1, eventTime: ago(50), positionId: 11, attributes: { alarm: 'sos' } }),
  anEvent({ id: 2, deviceId: 1, eventTime: ago(20), type: 'geofenceExit', positionId: 12 }),
  anEvent({ id: 3, deviceId: 2, eventTime: ago(30), type: 'deviceOnline' }),
];

async function open(at = '/events', listed = LISTED, waiting: readonly EventItem[] = []) {
  const fleet = new MemoryFleet(VEHICLES);
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) })
    .on('GET /api/reports/events', { body: listed })
    .on('GET /api/alarms', { body: waiting.map((event) => ({ ...event, acknowledged: null })) });
  const routes = () => [
    { path: '/events', element: <EventsPanel /> },
    { path: '*', element: null },
  ];
  const page: Page = await openPage({ server, at, routes, fleet });
  return { page, server, fleet };
}
const list = () => screen.findByRole('list', { name: 'Events' });
const rows = async (): Promise<string[]> =>
  within(await list())
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

test('[EVT-12] events of the last 24 hours, newest first, and of other periods', async () => {
  const { page, server } = await open();
  await waitFor(async () => expect((await rows())[0]).toMatch(/^AmbarGeofence exited/));
  const [, second, third] = await rows();
  expect([second, third]).toEqual([
    expect.stringMatching(/^BrisaOnline/),
    expect.stringMatching(/^AmbarAlarm: SOS/),
  ]);
  const asked = () => server.requests('GET /api/reports/events').at(-1)?.query ?? new URLSearchParams();
  const hours = () =>
    (Date.parse(asked().get('to') ?? '') - Date.parse(asked().get('from') ?? '')) / 3_600_000;
  expect(hours()).toBe(24);
  await userEvent.click(screen.getByRole('button', { name: '7 days' }));
  expect(page.path()).toBe('/events?period=7d');
  await waitFor(() => expect(hours()).toBeGreaterThan(24 * 6 - 2));
});

test('[EVT-21] a row says where it happened, when the server knows, and is found by it', async () => {
  const placed = LISTED.map((event) =>
    event.id === 1 ? { ...event, address: 'Rua A 5, Ourinhos, BR' } : { ...event, address: null },
  );
  await open('/events?q=ourinhos', placed);
  const [row, ...others] = await rows();
  expect(row).toMatch(/^AmbarAlarm: SOS.*Rua A 5, Ourinhos, BR$/);
  expect(others).toEqual([]);
});

test('[EVT-13] filters live in the address; nothing found offers the way back', async () => {
  const { page } = await open();
  await list();
  await userEvent.selectOptions(screen.getByLabelText('Event type'), 'Alarm');
  expect(await rows()).toHaveLength(1);
  await fill(screen.getByLabelText('Search vehicle and event'), 'brisa');
  expect(page.path()).toBe('/events?type=alarm&q=brisa');
  await screen.findByText('Nothing matches');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter' }));
  expect(page.path()).toBe('/events');
  expect(await rows()).toHaveLength(3);
  await userEvent.click(screen.getByRole('combobox', { name: 'All vehicles' }));
  await userEvent.click(await screen.findByRole('option', { name: /^Brisa/ }));
  expect(page.path()).toBe('/events?device=2');
  expect(await rows()).toHaveLength(1);
});

test('[EVT-14] what happens now comes on top, once, but not into yesterday', async () => {
  const { fleet } = await open();
  await list();
  const fresh = anEvent({ id: 9, deviceId: 2, eventTime: ago(0), type: 'deviceOverspeed', attributes: {} });
  act(() => fleet.emitEvents([fresh, LISTED[0] ?? fresh]));
  await waitFor(async () => expect((await rows())[0]).toMatch(/^BrisaSpeeding/));
  expect(await rows()).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
  await screen.findByText('3 events');
});

/** The extension, for one user. */
function storeAcknowledged(server: MemoryServer, ids: readonly number[]): () => readonly number[] {
  let stored: AcknowledgedEvents = { ids };
  server.on('GET /ext/events/acknowledged', () => ({ body: stored }));
  server.on('PUT /ext/events/acknowledged', ({ body }) => {
    stored = acknowledgedAfter(stored, JSON.parse(body) as { add: number[]; remove: number[] });
    return { body: stored };
  });
  return () => stored.ids;
}

test('[EVT-15] events are acknowledged one by one and all that are shown, in every browser of the user', async () => {
  const { server } = await open();
  const stored = storeAcknowledged(server, []);
  const [first] = await screen.findAllByRole('button', { name: 'Acknowledge event of Ambar' });
  if (first === undefined) throw new Error('no row');
  await userEvent.click(first);
  expect(first.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(stored()).toEqual([2]));
  await userEvent.click(screen.getByLabelText('Not acknowledged'));
  expect(await rows()).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge all 2' }));
  expect(server.requests('PUT /ext/events/acknowledged'), 'it is asked first').toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge all' }));
  await screen.findByText('Nothing matches');
  await waitFor(() => expect(server.requests('PUT /ext/events/acknowledged')).toHaveLength(2));
  const body = server.requests('PUT /ext/events/acknowledged')[1]?.body ?? '{}';
  expect(Object.keys(JSON.parse(body) as object), 'by their time, however many they are').toContain('until');
});

test('[EVT-300] all of a filter are acknowledged by their numbers, after a question', async () => {
  const { server } = await open('/events?type=alarm');
  const stored = storeAcknowledged(server, []);
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge 1' }));
  await screen.findByText(/The events found by this filter/);
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge all' }));
  await waitFor(() => expect(stored()).toHaveLength(1));
});

test('[EVT-15] what could not be stored comes back, with the reason', async () => {
  const { server } = await open();
  server.on('PUT /ext/events/acknowledged', { status: 503, body: 'Storage unavailable - Try again' });
  const [first] = await screen.findAllByRole('button', { name: 'Acknowledge event of Ambar' });
  if (first === undefined) throw new Error('no row');
  await userEvent.click(first);
  await screen.findByText(/cannot save at the moment/);
  await waitFor(() => expect(first.getAttribute('aria-pressed')).toBe('false'));
});

test('[EVT-15] what a former version kept in this browser is brought along, once', async () => {
  const preferences = createPreferences(null);
  preferences.write('acknowledged', '{"1":[2],"4":[9]}');
  const server = new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) });
  const stored = storeAcknowledged(server, [3]);
  const routes = () => [{ path: '/events', element: <EventsPanel /> }];
  await openPage({ server, at: '/events', routes, fleet: new MemoryFleet(VEHICLES), preferences });
  await waitFor(() => expect(stored()).toEqual([3, 2]));
  expect(preferences.read('acknowledged')).toBe('{"4":[9]}');
  expect(server.requests('PUT /ext/events/acknowledged')).toHaveLength(1);
});

test('[EVT-16] a row shows its place and time on the map, or opens its vehicle', async () => {
  const { page } = await open('/events?type=alarm');
  const row = await screen.findByRole('button', { name: /^Ambar/ });
  await userEvent.click(row);
  expect(page.path()).toBe('/events?type=alarm&position=11');
  expect(row.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('link', { name: 'Open Ambar' }));
  expect(page.path()).toBe('/devices/1?position=11');
});

test('[EVT-16] an event without a place leads to its vehicle alone', async () => {
  const { page } = await open('/events?device=2');
  expect((await screen.findByRole('button', { name: /^Brisa/ })).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Open Brisa' }));
  expect(page.path()).toBe('/devices/2');
});

test('[EVT-17] an empty period is shown, and a failure with a button to retry', async () => {
  const { server } = await open('/events', []);
  await screen.findByText('No events in this period');
  server.on('GET /api/reports/events', { status: 403, body: 'WRITE_ACCESS_DENIED - events.view' });
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await screen.findByRole('alert');
  server.on('GET /api/reports/events', { body: LISTED });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await list();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[EVT-23] a row shows the severity of its event; an alarm is acknowledged for everybody, and names who did', async () => {
  const [sos, left] = LISTED;
  if (sos === undefined || left === undefined) throw new Error('no events to list');
  const acknowledged = { userId: 9, userName: 'Rui', time: ago(3), note: null };
  const { server } = await open('/events', [sos, left], [sos]);
  server.on('POST /api/alarms/acknowledge', () => {
    server.on('GET /api/alarms', { body: [{ ...sos, acknowledged }] });
    return { body: [{ ...sos, acknowledged }] };
  });
  await screen.findByRole('img', { name: 'Critical' });
  expect(screen.getByRole('img', { name: 'Notice' })).toBeDefined();
  const row = async () => within(await list()).getAllByRole('listitem')[1] ?? document.body;
  const button = within(await row()).getByRole('button', { name: 'Acknowledge event of Ambar' });
  await userEvent.click(button);
  await waitFor(async () => expect((await row()).textContent).toContain('Rui, '));
  expect(server.requests('PUT /ext/events/acknowledged')).toEqual([]);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(button).toHaveProperty('disabled', true);
});
