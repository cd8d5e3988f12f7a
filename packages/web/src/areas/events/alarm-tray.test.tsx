import type { FleetAlarm } from '@rastro/fleet';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useRightsNews } from '../../kernel/fleet/use-rights-news.ts';
import { anEvent, aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AlarmTray } from './alarm-tray.tsx';
import { fill } from '../../testing/fill.ts';

/** jsdom knows no gestures: an untouched page, so nothing sounds. */
Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const alarm = (id: number, minutes: number, more: Partial<FleetAlarm> = {}): FleetAlarm => ({
  ...anEvent({ id, deviceId: 1, positionId: id * 10, eventTime: ago(minutes), attributes: { alarm: 'sos' } }),
  acknowledged: null,
  ...more,
});
const by = (userId: number, userName: string, note: string | null = null) => ({
  userId,
  userName,
  time: ago(1),
  note,
});

function Tray() {
  useRightsNews();
  return <AlarmTray />;
}

async function open(first: readonly FleetAlarm[], user = aUser({ id: 1 })) {
  let alarms = first;
  const fleet = new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' }), aVehicle({ id: 2, name: 'Brisa' })]);
  const server = new MemoryServer()
    .on('GET /api/session', { body: user })
    .on('GET /api/alarms', () => ({ body: alarms }));
  const page = await openPage({
    server,
    at: '/home',
    routes: () => [{ path: '*', element: <Tray /> }],
    fleet,
  });
  return {
    page,
    server,
    fleet,
    become: (next: readonly FleetAlarm[]) => {
      alarms = next;
    },
  };
}
const press = async (count: string): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name: count }));
  return screen.findByRole('dialog', { name: 'Open alarms' });
};
const openRows = (tray: HTMLElement) =>
  within(within(tray).getByRole('list', { name: 'Needs attention' })).queryAllByRole('listitem');

test('[TRAY-1] what is open is counted, repeats stand together, and each leads to its place', async () => {
  const { page } = await open([alarm(3, 2), alarm(2, 30), alarm(1, 5, { deviceId: 2 })]);
  const tray = await press('3 open alarms');
  await waitFor(() => expect(openRows(tray)).toHaveLength(2));
  const [first, second] = openRows(tray);
  expect(first?.textContent).toMatch(/^AmbarAlarm: SOS ×2/);
  expect(second?.textContent).toMatch(/^BrisaAlarm: SOS/);
  expect(within(tray).getAllByRole('img', { name: 'Critical' })).toHaveLength(2);
  await userEvent.click(within(tray).getByRole('link', { name: /Ambar/ }));
  expect(page.path()).toBe('/devices/1?position=30');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[TRAY-2] all of a group are acknowledged with one note, and leave the tray', async () => {
  const { server } = await open([alarm(3, 2), alarm(2, 30)]);
  server.on('POST /api/alarms/acknowledge', ({ body }) => {
    const { eventIds, note } = JSON.parse(body);
    const done = (id: number) => alarm(id, 2, { acknowledged: by(1, 'Ana Lima', note) });
    server.on('GET /api/alarms', { body: eventIds.map(done) });
    return { body: eventIds.map(done) };
  });
  const tray = await press('2 open alarms');
  await fill(within(tray).getByRole('textbox'), 'driver called');
  await userEvent.click(within(tray).getByRole('button', { name: 'Acknowledge event of Ambar' }));
  await within(tray).findByText('2 acknowledged.');
  expect(JSON.parse(server.requests('POST /api/alarms/acknowledge')[0]?.body ?? '')).toEqual({
    eventIds: [3, 2],
    note: 'driver called',
  });
  await waitFor(() => expect(openRows(tray)).toHaveLength(0));
  expect(tray.textContent).toContain('“driver called”');
});

test('[TRAY-2] a user sees who acknowledged before them', async () => {
  const { server } = await open([alarm(3, 2)]);
  server.on('POST /api/alarms/acknowledge', { body: [alarm(3, 2, { acknowledged: by(9, 'Rui') })] });
  const tray = await press('1 open alarm');
  await userEvent.click(within(tray).getByRole('button', { name: 'Acknowledge event of Ambar' }));
  await within(tray).findByText(/^Rui was first/);
});

test('[TRAY-2] who may only look sees them, without a button', async () => {
  await open([alarm(3, 2)], aUser({ readonly: true }));
  const tray = await press('1 open alarm');
  await waitFor(() => expect(openRows(tray)).toHaveLength(1));
  expect(within(tray).queryByRole('button', { name: /Acknowledge/ })).toBeNull();
});

test('[TRAY-3] what others do follows at once, with who it was', async () => {
  const { fleet, become } = await open([alarm(3, 2)]);
  const tray = await press('1 open alarm');
  become([alarm(3, 2, { acknowledged: by(9, 'Rui', 'false alarm') })]);
  act(() => fleet.emitStale('alarms'));
  await waitFor(() => expect(tray.textContent).toMatch(/Rui, .*“false alarm”/));
  expect(tray.textContent).toContain('No open alarms');
});

test('[TRAY-3] a server that knows no alarms shows no tray', async () => {
  const { server } = await open([]);
  server.on('GET /api/alarms', { status: 404 });
  await waitFor(() => expect(server.requests('GET /api/alarms').length).toBeGreaterThan(0));
  expect(screen.queryByRole('button')).toBeNull();
});
