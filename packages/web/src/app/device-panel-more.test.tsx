import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Diagnosis, User } from '@rastro/fleet';
import type { RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { DeviceEvents } from '../areas/events/device-events.tsx';
import type { Vehicle } from '../live/fleet.ts';
import { anEvent, aPosition, aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { DevicePanel } from '../areas/devices/panel/device-panel.tsx';

const screens = (): RouteObject[] => [
  { path: '/devices/:deviceId', element: <DevicePanel events={<DeviceEvents deviceId={1} />} /> },
  { path: '*', element: null },
];
const HOUR = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

function serverFor(user: Partial<User> = {}): MemoryServer {
  return new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/positions', { body: [] })
    .on('GET /api/reports/events', { body: [] })
    .on('PUT /api/users/1', ({ body }) => ({ body: { ...JSON.parse(body), password: null } }));
}
interface Opened {
  readonly page: Page;
  readonly fleet: MemoryFleet;
}
async function open(server: MemoryServer, vehicle: Vehicle, at = '/devices/1'): Promise<Opened> {
  const fleet = new MemoryFleet([vehicle]);
  const page = await openPage({ server, at, routes: screens, fleet });
  await screen.findByRole('heading', { name: vehicle.device.name });
  return { page, fleet };
}
/** As `advancedPerms` off and nothing else: an account that may only look. */
const READONLY = { readonly: true };
const REPORTED = { attributes: { temp1: 4.5, power: 12.6, someKey: 'x' } };

test('[WEBPANEL-1] a pin is kept with the account and stands above the live values', async () => {
  const server = serverFor({ attributes: { other: 'kept' } });
  server.on('GET /api/server', {
    body: aServer({ attributes: { 'rastro.deviceAttributes': 'power' } }),
    headers: { licensemode: 'plus' },
  });
  await open(server, aVehicle({}, REPORTED));
  const pinned = async () => (await screen.findByRole('region', { name: 'Pinned attributes' })).textContent;
  expect(await pinned()).toBe('External power12.6 V');
  expect(screen.getAllByText('12.6 V')).toHaveLength(1);
  await userEvent.click(screen.getByRole('tab', { name: 'Attributes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pin someKey' }));
  await waitFor(() =>
    expect(JSON.parse(server.requests('PUT /api/users/1')[0]?.body ?? '{}')).toMatchObject({
      attributes: { other: 'kept', 'rastro.deviceAttributes': 'power,someKey' },
    }),
  );
  await userEvent.click(screen.getByRole('tab', { name: 'Now' }));
  expect(await pinned()).toBe('External power12.6 VsomeKeyx');
});

test('[WEBPANEL-1] a pin that the server rejects is taken back with an error', async () => {
  const server = serverFor().on('PUT /api/users/1', { status: 400, body: 'ACCOUNT_IS_READONLY - x' });
  await open(server, aVehicle({}, REPORTED), '/devices/1?tab=attributes');
  const pin = await screen.findByRole('button', { name: 'Pin someKey' });
  await userEvent.click(pin);
  await screen.findByText('This account is read-only.');
  expect(pin.getAttribute('aria-pressed')).toBe('false');
});

test('[WEBPANEL-2] who may not edit the account pins in this browser', async () => {
  const server = serverFor(READONLY);
  const { page } = await open(server, aVehicle({}, REPORTED), '/devices/1?tab=attributes');
  await userEvent.click(await screen.findByRole('button', { name: 'Pin someKey' }));
  expect(page.preferences.read('pinned')).toBe('someKey');
  expect(server.requests('PUT /api/users/1')).toHaveLength(0);
});

test('[WEBPANEL-3] what the history does not reach comes from the events', async () => {
  const server = serverFor()
    .on('GET /api/positions', {
      body: [aPosition({ fixTime: ago(2 * HOUR), attributes: { motion: false } })],
    })
    .on('GET /api/reports/events', {
      body: [
        anEvent({ id: 1, type: 'deviceMoving', eventTime: ago(9 * HOUR) }),
        anEvent({ id: 2, type: 'deviceStopped', eventTime: ago(5 * HOUR) }),
      ],
    });
  await open(server, aVehicle({}, { attributes: { motion: false } }));
  await screen.findByText(/^for 5 h/);
});

test('[WEBPANEL-3] an unknown time is not shown', async () => {
  const server = serverFor();
  await open(server, aVehicle({}));
  await waitFor(() => expect(server.requests('GET /api/reports/events').length).toBeGreaterThan(0));
  await screen.findByText(/^Updated/);
  expect(screen.queryByText(/unknown time|^for /)).toBeNull();
});

test('[WEBPANEL-4] the ways out do not say where the user came from', async () => {
  await open(serverFor(), aVehicle({}));
  for (const name of ['Open map', 'Street view', 'Route here']) {
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('rel')).toBe('noreferrer');
    expect(link.getAttribute('target')).toBe('_blank');
  }
});

test('[WEBPANEL-5] an address is looked up when asked for, and only where the server can', async () => {
  const server = serverFor().on('GET /api/server/geocode', { body: 'Rua do Sol, 12' });
  const { page } = await open(server, aVehicle({}));
  await screen.findByRole('link', { name: 'Open map' });
  expect(screen.queryByRole('button', { name: 'Find address' })).toBeNull();
  page.unmount();
  server.on('GET /api/server', { body: aServer({ geocoderEnabled: true }) });
  await open(server, aVehicle({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Find address' }));
  await screen.findByText('Rua do Sol, 12');
  expect(server.requests('GET /api/server/geocode')[0]?.query.get('latitude')).toBe('-23.5505');
});

test('[WEBPANEL-35] showing the way of today ends following', async () => {
  const server = serverFor()
    .on('GET /api/positions', { body: [] })
    .on('GET /api/reports/summary', { body: [] });
  const { page } = await open(server, aVehicle({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(page.path()).toBe('/devices/1?follow=1');
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  expect(page.path()).toBe('/devices/1?today=1');
});

test('[WEBPANEL-58] other vehicles can be followed together with one', async () => {
  const { page } = await open(serverFor(), aVehicle({}));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Follow with others' }));
  expect(page.path()).toBe('/home?together=1');
});

test('[WEBPANEL-7] one press shows the figures of today, the same press takes them away', async () => {
  const server = serverFor()
    .on('GET /api/positions', {
      body: [aPosition({ id: 1, fixTime: ago(HOUR) }), aPosition({ id: 2, fixTime: ago(1000) })],
    })
    .on('GET /api/reports/summary', {
      body: [
        { deviceId: 1, distance: 23_400, averageSpeed: 10, maxSpeed: 43.2, spentFuel: 0, engineHours: HOUR },
      ],
    });
  const { page } = await open(server, aVehicle({}));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Today' }));
  const card = within(await screen.findByRole('region', { name: "Today's route" }));
  await card.findByText('23.4 km');
  card.getByText('80 km/h');
  expect(page.path()).toBe('/devices/1?today=1');
  expect(server.requests('GET /api/reports/summary')[0]?.query.get('daily')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: "Today's route" })).toBeNull());
});

test('[WEBPANEL-7] without the right to reports there is no way of today', async () => {
  const server = serverFor({ attributes: { isShared: true } });
  await open(server, aVehicle({}));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await screen.findByRole('button', { name: 'Trail' });
  expect(screen.queryByRole('button', { name: 'Today' })).toBeNull();
});

test('[WEBPANEL-8] the last events are listed with what happens now, and show their place', async () => {
  const server = serverFor().on('GET /api/reports/events', {
    body: [
      anEvent({ id: 1, type: 'ignitionOn', eventTime: ago(3 * HOUR), positionId: 71 }),
      anEvent({ id: 2, type: 'deviceOnline', eventTime: ago(HOUR) }),
    ],
  });
  const { page, fleet } = await open(server, aVehicle({}), '/devices/1?tab=events');
  const rows = async () => within(await screen.findByRole('list', { name: 'Events' })).getAllByRole('button');
  const texts = (await rows()).map(({ firstChild }) => firstChild?.textContent);
  expect(texts).toEqual(['Online', 'Ignition on']);
  fleet.emitEvents([
    anEvent({ id: 3, type: 'ignitionOff', eventTime: ago(0), positionId: 72 }),
    anEvent({ id: 4, deviceId: 2 }),
  ]);
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  const first = (await rows())[0] as HTMLElement;
  await userEvent.click(first);
  expect(page.path()).toBe('/devices/1?tab=events&position=72');
  await userEvent.click((await rows())[0] as HTMLElement);
  expect(page.path()).toBe('/devices/1?tab=events');
});

const NO_DATA: Diagnosis = {
  deviceId: 1,
  verdict: 'powerCut',
  silentSince: ago(HOUR),
  facts: [
    { kind: 'alarm', at: ago(2 * HOUR), value: 'powerCut', count: null },
    { kind: 'disconnected', at: ago(HOUR), value: 'timeout', count: null },
    { kind: 'peers', at: null, value: 4, count: 9 },
  ],
};
const offline = aVehicle({ status: 'offline' });

test('[WEBPANEL-9] a vehicle that is offline is shown with the verdict, the advice and the facts', async () => {
  await open(serverFor().on('GET /api/devices/1/diagnosis', { body: NO_DATA }), offline);
  const card = within(await screen.findByRole('region', { name: 'Why is it not online?' }));
  card.getByText('The power was cut before the signal was lost.');
  card.getByText(/^Check the battery and the wiring/);
  card.getByText(/^Alarm .*: Power cut$/);
  card.getByText(/^Connection ended .*: no data for too long$/);
  card.getByText('Others with this protocol reporting now: 4 of 9');
});

test('[WEBPANEL-10] a server that does not know the call has no verdict', async () => {
  const headers = { licensemode: 'plus', features: 'history' };
  const server = serverFor().on('GET /api/server', { body: aServer({}), headers });
  await open(server, offline);
  await screen.findByText('Ignition on');
  expect(server.requests('GET /api/devices/1/diagnosis')).toHaveLength(0);
  expect(screen.queryByRole('region', { name: 'Why is it not online?' })).toBeNull();
});

test('[WEBPANEL-10] a vehicle that is online is not asked about', async () => {
  const server = serverFor().on('GET /api/devices/1/diagnosis', { body: NO_DATA });
  await open(server, aVehicle({}));
  await screen.findByText('Ignition on');
  expect(server.requests('GET /api/devices/1/diagnosis')).toHaveLength(0);
});

test('[WEBPANEL-12] a link is made for the time that was chosen, as text, code and message', async () => {
  const server = serverFor().on('POST /ext/shares', { body: { token: 'tok+en' } });
  await open(server, aVehicle({ name: 'Ambar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Ambar' }));
  await userEvent.selectOptions(dialog.getByLabelText('Duration'), '8 hours');
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByRole('img', { name: 'QR code of the link' });
  const sent: unknown = JSON.parse(server.requests('POST /ext/shares')[0]?.body ?? '{}');
  expect(sent).toMatchObject({ deviceId: 1, expiration: expect.any(String) });
  const left = Date.parse(Object(sent).expiration) - Date.now();
  expect(left).toBeGreaterThan(7.9 * HOUR);
  expect(left).toBeLessThanOrEqual(8 * HOUR);
  const link = dialog.getByLabelText<HTMLInputElement>('Link').value;
  expect(new URL(link).pathname).toBe('/share/tok%2Ben');
  const message = dialog.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href') ?? '';
  expect(new URL(message).searchParams.get('text')).toContain(link);
});

test('[WEBPANEL-60] what is shared of the vehicle is seen, extended, linked again and ended', async () => {
  const expiration = '2030-01-01T12:00:00.000+00:00';
  const share = {
    id: 7,
    name: 'Ambar',
    userId: 1,
    deviceId: 1,
    deviceIds: [1],
    groupId: 0,
    expiration,
    createdTime: expiration,
    label: null,
    history: false,
    destination: null,
    lastUsedTime: null,
    madeById: 0,
    madeByName: null,
  };
  const server = serverFor()
    .on('GET /ext/shares', { body: [share, { ...share, id: 8, deviceId: 2, deviceIds: [2] }] })
    .on('PUT /ext/shares/7', { body: share })
    .on('DELETE /ext/shares/7', { status: 204 })
    .on('POST /ext/shares/7/link', { body: 'an+other' });
  await open(server, aVehicle({ name: 'Ambar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const list = within(await screen.findByRole('region', { name: 'Shared now' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(list.getByRole('button', { name: /^1 more day/ }));
  await vi.waitFor(() => expect(server.requests('PUT /ext/shares/7')).toHaveLength(1));
  const sent = JSON.parse(server.requests('PUT /ext/shares/7')[0]?.body ?? '{}') as { expiration?: string };
  expect(sent.expiration).toBe('2030-01-02T12:00:00.000Z');
  await userEvent.click(await screen.findByRole('button', { name: /^End the share/ }));
  await vi.waitFor(() => expect(server.requests('DELETE /ext/shares/7')).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: /^Share link until/ }));
  const link = await screen.findByLabelText<HTMLInputElement>('Link');
  expect(new URL(link.value).pathname).toBe('/share/an%2Bother');
});

test('[WEBPANEL-11] an end in the past is not sent', async () => {
  const server = serverFor();
  await open(server, aVehicle({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  await userEvent.selectOptions(await screen.findByLabelText('Duration'), 'Until a date');
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  await screen.findByText('Choose a date in the future.');
  expect(server.requests('POST /ext/shares')).toHaveLength(0);
});

test('[WEBPANEL-13] there is no way to share for guests, nor where it is off', async () => {
  const shareButtons = async (server: MemoryServer): Promise<number> => {
    const { page } = await open(server, aVehicle({}));
    await screen.findByRole('button', { name: 'Follow' });
    const count = screen.queryAllByRole('button', { name: 'Share' }).length;
    page.unmount();
    return count;
  };
  expect(await shareButtons(serverFor())).toBe(1);
  expect(await shareButtons(serverFor({ temporary: true }))).toBe(0);
  const off = serverFor().on('GET /api/server', { body: aServer({ attributes: { disableShare: true } }) });
  expect(await shareButtons(off)).toBe(0);
});
