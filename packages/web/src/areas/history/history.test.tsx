import { encodeRights } from '@rastro/fleet';
import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { HistoryScreen } from './history-screen.tsx';
import { aStop, aTrip, anEventAt } from '../../testing/a-past.ts';
import { aTrackAnswer } from '../../testing/a-track.ts';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';

const DAY = 20_000;
const START = DAY * 86_400;
const PERIOD = `from=${new Date(START * 1000).toISOString()}&to=${new Date((START + 86_399) * 1000).toISOString()}`;
const { held } = TRACK_FLAGS;
const at = (hours: number): number => START + hours * 3600;

function aServerWithPast(): MemoryServer {
  return new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/reports/trips', { body: [aTrip(1, at(7), at(8)), aTrip(1, at(9), at(10))] })
    .on('GET /api/reports/stops', { body: [aStop(1, at(8), at(9))] })
    .on('GET /api/reports/events', {
      body: [anEventAt(1, at(7.5), 'deviceOverspeed'), anEventAt(1, at(7), 'ignitionOn')],
    })
    .on('GET /api/reports/summary', { body: [{ ...aTrip(1, at(7), at(10)), distance: 24_000 }] })
    .on('GET /api/tracks/1', {
      body: aTrackAnswer(1, {
        [DAY]: [
          [7 * 3600, 8, 41, 40],
          [8 * 3600, 8.2, 41, 40, held],
          [9 * 3600, 8.2, 41, 40],
          [10 * 3600, 8.4, 41, 40, held],
        ],
      }),
    });
}
const open = (server: MemoryServer, search = `devices=1&${PERIOD}`): Promise<Page> =>
  openPage({
    server,
    at: `/history?${search}`,
    routes: () => [{ path: '/history', element: <HistoryScreen /> }],
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' })]),
  });
const clock = (): HTMLElement => screen.getByRole('slider', { name: 'Moment shown' });
const tripRow = (number: number): Promise<HTMLElement> =>
  screen.findByRole('button', { name: new RegExp(`Trip ${number}\\b`) });

test('[PAST-13] without a vehicle it asks for one', async () => {
  await open(aServerWithPast(), '');
  await screen.findByRole('heading', { name: 'Choose a vehicle' });
  expect(screen.queryByRole('slider')).toBeNull();
});

test('[PAST-11] shows figures and what happened, day by day, with why a trip began and ended', async () => {
  await open(aServerWithPast());
  const trip = await tripRow(1);
  expect(trip.textContent).toContain('07:00 – 08:00');
  expect(trip.textContent).toContain('Started: ignition on · Ended: ignition off');
  await screen.findByRole('button', { name: /Speeding/ });
  const totals = within(screen.getByLabelText('Totals'));
  expect(totals.getByText('Distance').nextElementSibling?.textContent).toBe('24 km');
  expect(totals.getByText('Driving').nextElementSibling?.textContent).toBe('2 hr 0 min');
  expect(screen.queryByRole('button', { name: /Ignition on$/ })).toBeNull();
});

test('[PAST-28] trips and stops are there before events and figures are', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = aServerWithPast();
  const answer = server.fetch;
  server.fetch = async (input, init) => {
    if (input.includes('/reports/summary')) await held;
    return answer(input, init);
  };
  await open(server);
  await tripRow(1);
  const totals = within(screen.getByLabelText('Totals'));
  const figure = (name: string): string | null | undefined =>
    totals.getByText(name).nextElementSibling?.textContent;
  expect([figure('Distance'), figure('Trips'), figure('Top speed')]).toEqual(['…', '2', '…']);
  expect(screen.queryByRole('button', { name: /Speeding/ })).toBeNull();
  release();
  await screen.findByRole('button', { name: /Speeding/ });
  expect(figure('Distance')).toBe('24 km');
});

test('[PAST-22] a row has its reason next to its place; a late one says so', async () => {
  const named = { ...aTrip(1, at(7), at(8)), startAddress: 'Rua A', endAddress: 'Rua B' };
  const late = { ...anEventAt(1, at(7.5), 'deviceOverspeed'), attributes: { late: true } };
  await open(
    aServerWithPast()
      .on('GET /api/reports/trips', { body: [named] })
      .on('GET /api/reports/events', { body: [late] }),
  );
  const trip = await tripRow(1);
  expect(trip.textContent).toContain('Rua A → Rua B');
  expect(trip.textContent).toContain('Started: ignition on · Ended: ignition off');
  await screen.findByRole('button', { name: /Speeding \(received late\)/ });
});

test('[PAST-26] a trip has its driver, and a stop its time with the engine on', async () => {
  await open(
    aServerWithPast()
      .on('GET /api/reports/trips', {
        body: [
          { ...aTrip(1, at(7), at(8)), driverName: 'Ana Lima', driverUniqueId: 'a1' },
          { ...aTrip(1, at(9), at(10)), driverUniqueId: 'b2' },
        ],
      })
      .on('GET /api/reports/stops', { body: [{ ...aStop(1, at(8), at(9)), engineHours: 720_000 }] })
      .on('GET /api/reports/idle', {
        body: [{ ...aStop(1, at(8), at(8.2)), driverUniqueId: null, driverName: null }],
      }),
  );
  expect((await tripRow(1)).textContent).toContain('Ana Lima');
  expect((await tripRow(2)).textContent).toContain('b2');
  expect(screen.getByRole('button', { name: /Stop 1/ }).textContent).toContain('engine on 12 min');
});

test('[PAST-11] the tab of events has everyday events, too', async () => {
  const page = await open(aServerWithPast());
  await userEvent.click(await screen.findByRole('tab', { name: 'Events' }));
  await screen.findByRole('button', { name: /Ignition on$/ });
  expect(page.path()).toContain('tab=events');
});

test('[PAST-12] a trip that is pressed is shown alone until Escape or a second press', async () => {
  const page = await open(aServerWithPast());
  await userEvent.click(await tripRow(2));
  expect(page.path()).toContain(`focus=1.${at(9)}`);
  expect((await tripRow(2)).getAttribute('aria-current')).toBe('true');
  expect(screen.getByText('Only Trip 2')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(page.path()).not.toContain('focus');
  await userEvent.click(await tripRow(1));
  await userEvent.click(await tripRow(1));
  expect(page.path()).not.toContain('focus');
});

test('[PAST-18] the clock is a slider that says moment, speed and trip', async () => {
  await open(aServerWithPast());
  await userEvent.click(await tripRow(2));
  await waitFor(() => expect(clock().getAttribute('aria-valuenow')).toBe(String(at(9))));
  expect(clock().getAttribute('aria-valuetext')).toBe('10/04, 09:00:00, 40 km/h · trip 2 of 2');
});

test('[PAST-17] keys step by records, minutes, hours and trips; fields keep theirs', async () => {
  await open(aServerWithPast());
  await tripRow(1);
  const stands = (seconds: number): Promise<void> =>
    waitFor(() => expect(clock().getAttribute('aria-valuenow')).toBe(String(seconds)));
  await stands(at(7));
  act(() => clock().focus());
  await userEvent.keyboard('{ArrowRight}');
  await stands(at(8));
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await stands(at(9));
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await stands(at(9) - 60);
  await userEvent.keyboard('{PageUp}');
  await stands(at(8) - 60);
  await userEvent.keyboard('{Home}');
  await stands(START);
  await userEvent.type(screen.getByRole('combobox', { name: 'Add a vehicle' }), '{End}');
  await stands(START);
});

test('[PAST-2] the moment comes into the address once it rests', async () => {
  const page = await open(aServerWithPast());
  await userEvent.click(await screen.findByRole('button', { name: /Speeding/ }));
  await waitFor(() => expect(page.path()).toContain(`at=${at(7.5)}`));
});

test('[PAST-2] what is chosen while the moment is being written is not taken back by it', async () => {
  const page = await open(aServerWithPast());
  await userEvent.click(await tripRow(2));
  // The moment is written 400 ms after it rests; Escape comes shortly before that.
  await new Promise((done) => setTimeout(done, 380));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(page.path()).toContain(`at=${at(9)}`));
  expect(page.path()).not.toContain('focus');
});

test('[PAST-7] the legend has the classes of speed, and says what else colours tell', async () => {
  const page = await open(aServerWithPast());
  const legend = within(await screen.findByRole('region', { name: 'Legend' }));
  expect(legend.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '≤ 20 km/h',
    '≤ 40 km/h',
    '≤ 60 km/h',
    '≤ 80 km/h',
    '≤ 110 km/h',
    '> 110 km/h',
  ]);
  await userEvent.selectOptions(legend.getByRole('combobox'), 'Ignition');
  expect(legend.getAllByRole('listitem')).toHaveLength(2);
  expect(page.path()).toContain('colour=ignition');
});

/** Two vehicles; of the first the fuel is known at half of the points. */
function aServerWithTwo(): MemoryServer {
  const fuel = [40, null, 38, null];
  return aServerWithPast()
    .on('GET /api/reports/trips', { body: [aTrip(1, at(7), at(8)), aTrip(2, at(9), at(10))] })
    .on('GET /api/tracks/1', ({ query }) => ({
      body: aTrackAnswer(
        1,
        {
          [DAY]: [
            [7 * 3600, 8, 41, 40],
            [8 * 3600, 8.2, 41, 40, held],
            [9 * 3600, 8.2, 41, 40],
            [10 * 3600, 8.4, 41, 40, held],
          ],
        },
        { measured: query.getAll('attributes').map(() => fuel) },
      ),
    }))
    .on('GET /api/tracks/2', { body: new Uint8Array(0) });
}
const twoCars = (): MemoryFleet =>
  new MemoryFleet([
    aVehicle({ id: 1, name: 'Ambar' }, { attributes: { fuel: 38, ignition: true, index: 7 } }),
    aVehicle({ id: 2, name: 'Bravo' }),
  ]);
const openTwo = (server = aServerWithTwo(), more = ''): Promise<Page> =>
  openPage({
    server,
    at: `/history?devices=1,2&${PERIOD}${more}`,
    routes: () => [{ path: '/history', element: <HistoryScreen /> }],
    fleet: twoCars(),
  });

test('[PAST-23] colours tell what was measured, with a scale, its unit and what is unknown', async () => {
  const server = aServerWithTwo();
  const page = await openTwo(server);
  const legend = within(await screen.findByRole('region', { name: 'Legend' }));
  const choice = legend.getByRole('combobox');
  expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Speed',
    'Trip',
    'Vehicle',
    'Ignition',
    'Altitude',
    'Fuel',
  ]);
  await userEvent.selectOptions(choice, 'Fuel');
  expect(page.path()).toContain('colour=measured&measure=fuel');
  await waitFor(() =>
    expect(legend.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '≤ 38.4 L',
      '≤ 38.8 L',
      '≤ 39.2 L',
      '≤ 39.6 L',
      '≤ 40 L',
      '> 40 L',
      'Unknown',
    ]),
  );
  expect(server.requests('GET /api/tracks/1').at(-1)?.query.getAll('attributes')).toEqual(['fuel']);
});

test('[PAST-23] the second curve is in the address, and the clock says its value', async () => {
  const page = await openTwo(aServerWithTwo(), `&at=${at(9)}`);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Second curve' }), 'Fuel');
  expect(page.path()).toContain('curve=fuel');
  await waitFor(() => expect(clock().getAttribute('aria-valuetext')).toContain('Fuel 38 L'));
});

test('[PAST-24] a vehicle is hidden and shown by its switch and its key', async () => {
  const page = await openTwo();
  await screen.findByRole('button', { name: /Trip 1.*Bravo/ });
  const legend = within(screen.getByRole('region', { name: 'Legend' }));
  // What is too long for the legend ends in dots: only an element of its own can.
  expect(legend.getByText('Bravo')).not.toBe(legend.getByRole('button', { name: 'Bravo' }));
  await userEvent.click(legend.getByRole('button', { name: 'Bravo', pressed: true }));
  expect(page.path()).toContain('hidden=2');
  expect(screen.queryByRole('button', { name: /Trip 1.*Bravo/ })).toBeNull();
  act(() => clock().focus());
  await userEvent.keyboard('2');
  expect(page.path()).not.toContain('hidden');
  await userEvent.keyboard('1');
  expect(page.path()).toContain('hidden=1');
  expect(legend.getByRole('button', { name: 'Ambar', pressed: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Trip 1.*Ambar/ })).toBeNull();
  await userEvent.keyboard('5');
  expect(page.path()).toContain('hidden=1');
});

test('[PAST-25] what is shown becomes files: a sheet of all, a way of each', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const server = aServerWithTwo()
    .on('GET /api/reports/route/csv', { body: new Uint8Array(3) })
    .on('GET /api/positions/gpx', { body: new Uint8Array(3) });
  await openTwo(server);
  const pick = async (name: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await pick('Track (GPX)');
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(server.requests('GET /api/positions/gpx').map(({ query }) => query.get('deviceId'))).toEqual([
    '1',
    '2',
  ]);
  await pick('CSV');
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(3));
  expect(server.requests('GET /api/reports/route/csv')[0]?.query.getAll('deviceId')).toEqual(['1', '2']);
  server.on('GET /api/reports/route/csv', { status: 400, body: 'REPORT_FAILED' });
  await pick('CSV');
  expect((await screen.findByRole('alert')).textContent).toContain('The file could not be created.');
  saved.mockRestore();
});

test('[PAST-25] who may not export has no menu for it', async () => {
  const attributes = {
    timezone: 'UTC',
    'rastro.advancedPerms': encodeRights(['devices.view', 'reports.view']),
  };
  const settings = { attributes: { 'rastro.enableAdvancedPerms': true } };
  const server = aServerWithTwo()
    .on('GET /api/session', { body: aUser({ attributes }) })
    .on('GET /api/server', { body: settings, headers: { licensemode: 'plus' } });
  await openTwo(server);
  await screen.findByRole('button', { name: 'Copy a link to this view' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('[PAST-13] an empty period says so, with a way on', async () => {
  const server = aServerWithPast();
  for (const name of ['trips', 'stops', 'events', 'summary'])
    server.on(`GET /api/reports/${name}`, { body: [] });
  server.on('GET /api/tracks/1', { body: new Uint8Array(0) });
  const page = await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }));
  expect(page.path()).toContain('period=7d');
});

test('[PAST-13] a failure is shown, and can be tried again', async () => {
  const server = aServerWithPast().on('GET /api/reports/trips', { status: 400, body: 'REPORT_FAILED' });
  await open(server);
  const alert = await screen.findByRole('alert');
  server.on('GET /api/reports/trips', { body: [aTrip(1, at(7), at(8))] });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await tripRow(1);
});

test('[PAST-9] a track that fails is named, and the others are shown', async () => {
  const server = aServerWithPast().on('GET /api/tracks/1', { status: 400, body: 'REPORT_FAILED' });
  await open(server);
  await tripRow(1);
  expect((await screen.findByRole('alert')).textContent).toContain('A route could not be loaded');
});

test('[PAST-14] positions are every record of the trip that is looked at, and a press brings the clock there', async () => {
  const position = (id: number, hours: number) => ({
    id,
    deviceId: 1,
    fixTime: new Date(at(hours) * 1000).toISOString(),
    latitude: 41,
    longitude: 8,
    speed: 20,
    address: `Street ${id}`,
    attributes: {},
  });
  const server = aServerWithPast().on('GET /api/positions', { body: [position(1, 9), position(2, 9.5)] });
  await open(server, `devices=1&${PERIOD}&focus=1.${at(9)}&tab=positions`);
  await userEvent.click(await screen.findByRole('button', { name: /Street 2/ }));
  await waitFor(() => expect(clock().getAttribute('aria-valuenow')).toBe(String(at(9.5))));
  const asked = server.requests('GET /api/positions').at(-1)?.query;
  expect(asked?.get('from')).toBe(new Date(at(9) * 1000).toISOString());
  expect(asked?.get('to')).toBe(new Date(at(10) * 1000).toISOString());
});

test('[PAST-14] a record that came late or is left out says so', async () => {
  const position = (id: number, hours: number) => ({
    id,
    deviceId: 1,
    fixTime: new Date(at(hours) * 1000).toISOString(),
    latitude: 41,
    longitude: 8,
    speed: 20,
    address: `Street ${id}`,
    attributes: {},
  });
  const annotations = (['late', 'spike'] as const).map((kind) => ({ second: 9.5 * 3600, kind }));
  const points = [[9 * 3600, 8.2, 41, 40] as const, [10 * 3600, 8.4, 41, 40, held] as const];
  const server = aServerWithPast()
    .on('GET /api/tracks/1', { body: aTrackAnswer(1, { [DAY]: points }, { annotations }) })
    .on('GET /api/positions', { body: [position(1, 9), position(2, 9.5)] });
  await open(server, `devices=1&${PERIOD}&focus=1.${at(9)}&tab=positions`);
  await screen.findByRole('button', { name: /received late *jumped *Street 2/ });
  expect(screen.getByRole('button', { name: /Street 1/ }).textContent).not.toContain('received late');
});
