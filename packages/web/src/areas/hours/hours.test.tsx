import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { encodeRights } from '@rastro/fleet';
import type { DriverHours, DriverMonth, WorkDay } from '@rastro/fleet/working-hours';
import { expect, test, vi } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { OwnHoursScreen } from './own-hours-screen.tsx';
import { HoursMonthPanel } from './month-panel.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (local: string): number => Date.parse(`${local}-03:00`);

const DRIVER: DriverHours = {
  driverId: 7,
  driverUniqueId: 'MOT-7',
  driverName: 'Ana',
  state: 'driving',
  since: Date.now() - 2 * HOUR,
  left: { rule: 'BR-2015.break.goods', source: 'CTB 67-C, §1', ms: 20 * MINUTE },
  breakUntil: null,
  nextStart: null,
  breaches: 3,
  breachesAtLeast: 1,
  unclearMs: HOUR,
};
const RESTING: DriverHours = {
  ...DRIVER,
  driverId: 8,
  driverName: 'Bia',
  state: 'rest',
  left: { ...DRIVER.left!, ms: 5 * HOUR },
  nextStart: { at: Date.now() + 3 * HOUR, rule: 'BR-2023.dailyRest' },
  breaches: 0,
  breachesAtLeast: 0,
};
const NEW_ONE: DriverHours = {
  ...RESTING,
  driverId: 9,
  driverName: 'Caio',
  state: null,
  since: null,
  left: null,
  nextStart: null,
};
const DAY: WorkDay = {
  date: '2024-03-05',
  drivingMs: 331 * MINUTE,
  otherWorkMs: 0,
  waitingMs: 0,
  breakMs: 0,
  restMs: 17 * HOUR,
  movingRestMs: 0,
  unclearMs: 89 * MINUTE,
  workMs: 331 * MINUTE,
  nightMs: 0,
  nightCountedMs: 0,
  overtimeMs: 0,
};
const MONTH: DriverMonth = {
  driverId: 7,
  settings: {
    family: 'BR',
    zone: 'America/Sao_Paulo',
    service: 'goods',
    crew: 1,
    agreements: [],
    isInternational: false,
    version: 2,
  },
  until: at('2024-04-02T23:59:00'),
  isOver: true,
  activities: [
    { kind: 'rest', begin: at('2024-03-04T18:00:00'), end: at('2024-03-05T06:00:00') },
    { kind: 'driving', begin: at('2024-03-05T06:00:00'), end: at('2024-03-05T11:31:00') },
    { kind: 'unclear', begin: at('2024-03-05T11:31:00'), end: at('2024-03-05T13:00:20'), proposal: 'meal' },
    { kind: 'rest', begin: at('2024-03-05T13:00:20'), end: at('2024-03-06T06:00:00') },
  ],
  content: {
    driverUniqueId: 'MOT-7',
    driverName: 'Ana',
    month: '2024-03',
    zone: 'America/Sao_Paulo',
    family: 'BR',
    days: [DAY],
    breaches: [
      {
        rule: 'BR-2015.break.goods',
        source: 'CTB 67-C, §1',
        at: at('2024-03-05T11:30:00'),
        byMs: MINUTE,
        requiredMs: 330 * MINUTE,
        actualMs: 331 * MINUTE,
        unclearMs: 5 * MINUTE,
        reason: null,
      },
    ],
    excesses: [],
    weeklyRests: [],
    corrections: [],
  },
  breachesAtLeast: 1,
  corrections: [
    {
      id: 'c1',
      at: '2024-03-06T12:00:00.000Z',
      byId: 1,
      byName: 'Otto',
      reason: 'asked the driver',
      begin: at('2024-03-04T18:00:00'),
      end: at('2024-03-05T06:00:00'),
      before: [{ kind: 'unclear', begin: at('2024-03-04T18:00:00'), end: at('2024-03-05T06:00:00') }],
      after: [{ kind: 'rest', begin: at('2024-03-04T18:00:00'), end: at('2024-03-05T06:00:00') }],
    },
  ],
  sheet: { version: 1, hash: 'a'.repeat(64), signature: null },
  signed: [],
};

const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true, name: 'Otto Lima' }) })
    .on('GET /ext/working-hours', ({ query }) => ({
      body:
        query.get('after') === '8'
          ? { drivers: [NEW_ONE], next: null }
          : { drivers: [DRIVER, RESTING], next: '8' },
    }))
    .on('GET /ext/working-hours/7', { body: MONTH });
const open = (server: MemoryServer, path = '/hours') =>
  openPage({
    server,
    at: path,
    routes: () => [
      { path: '/hours', element: <HoursPanel /> },
      { path: '/hours/:driverId', element: <HoursMonthPanel /> },
      { path: '/qr-driver/hours', element: <OwnHoursScreen /> },
    ],
  });
const bodyOf = (request: Request | undefined): unknown => JSON.parse(request?.body ?? 'null');
const rowsIn = async () => {
  const list = await screen.findByRole('list', { name: 'Working hours' });
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
};

test('[WEBHOURS-1] drivers have their state, the time left with its rule, and their breaches', async () => {
  const server = serverOf();
  await open(server, '/hours?q=a');
  const [ana, bia] = await rowsIn();
  for (const text of [
    'Ana',
    'MOT-7',
    'Driving',
    'for 2 hr',
    '20 min left',
    'Break',
    'stop by',
    '3 breaches',
    '1 certain',
  ])
    expect(ana).toContain(text);
  expect(bia).toContain('May start at');
  expect(bia).toContain('Daily rest');
  expect(bia).toContain('None this month');
  expect(server.requests('GET /ext/working-hours')[0]?.query.get('text')).toBe('a');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Caio');
  expect((await rowsIn())[2]).toContain('Nothing known');
});

test('[WEBHOURS-1] for another order, or one state, all pages are read; who has no time left comes first', async () => {
  const server = serverOf();
  await open(server, '/hours?sort=-breaches');
  expect((await rowsIn()).map((text) => text.slice(0, 3))).toEqual(['Ana', 'Bia', 'Cai']);
  expect(server.requests('GET /ext/working-hours').map(({ query }) => query.get('after'))).toEqual([
    null,
    '8',
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Rest');
  await waitFor(async () => expect(await rowsIn()).toHaveLength(1));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Waiting');
  await screen.findByText('No driver found');
});

test('[WEBHOURS-1] why drivers did not come is said, and that there are none', async () => {
  const server = serverOf().on('GET /ext/working-hours', { status: 502, body: 'HTTP 502 Bad Gateway' });
  await open(server);
  await screen.findByText('Working hours could not be loaded');
  server.on('GET /ext/working-hours', { body: { drivers: [], next: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByText('No drivers yet');
});

test('[WEBHOURS-2] a breach has rule, limit, measured time and law; unclear time is called so; a table says the same', async () => {
  await open(serverOf(), '/hours/7?month=2024-03');
  const breaches = await screen.findByRole('region', { name: 'Breaches' });
  for (const text of [
    'Break',
    '11:30',
    'Limit5 hr 30 min',
    'Measured5 hr 31 min',
    'Over by1 min',
    '5 min of that period are unclear',
  ])
    expect(breaches.textContent).toContain(text);
  expect(within(breaches).getByRole('link', { name: 'CTB 67-C, §1' }).getAttribute('href')).toContain(
    'planalto.gov.br',
  );
  screen.getByText(/^1 hr 29 min are unclear.*Breaches that remain whatever it was: 1 of 1/);
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  const days = within(screen.getByRole('region', { name: 'Table' })).getByRole('table');
  within(days).getByRole('row', { name: /3\/5\/24 5 hr 31 min.*17 hr 0 min 1 hr 29 min/ });
  await userEvent.click(within(days).getByRole('button', { name: '3/5/24' }));
  const dialog = screen.getByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'TimeActivityDurationChange',
    '00:00–06:00 Rest6 hr 0 minCorrect',
    '06:00–11:31 Driving5 hr 31 minCorrect',
    '11:31–13:00 Unclearprobably a meal1 hr 29 minCorrect',
    '13:00–24:00 Rest10 hr 59 minCorrect',
  ]);
});

test('[WEBHOURS-3] a correction shows old and new, stays typed when it is refused, and another try is the same one', async () => {
  const server = serverOf().on('POST /ext/working-hours/7/corrections', {
    status: 502,
    body: 'HTTP 502 Bad Gateway',
  });
  await open(server, '/hours/7?month=2024-03&view=table');
  await userEvent.click(await screen.findByRole('button', { name: '3/5/24' }));
  await userEvent.click(screen.getByRole('button', { name: 'Correct what began at 11:31' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct hours' });
  const send = (): Promise<void> =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Save correction' }));
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Activity' }), 'Meal');
  expect(within(dialog).getByRole('note').textContent).toMatch(
    /BeforeUnclear, 03\/05 11:31 to 03\/05 13:00AfterMeal, 03\/05 11:31 to 03\/05 13:00/,
  );
  await send();
  await within(dialog).findByText('Give a reason.');
  await fill(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'was at lunch');
  await send();
  await within(dialog).findByRole('alert');
  within(dialog).getByDisplayValue('was at lunch');
  await send();
  await waitFor(() => expect(server.requests('POST /ext/working-hours/7/corrections')).toHaveLength(2));
  await fill(within(dialog).getByRole('textbox', { name: /^Note/ }), 'km 312');
  server.on('POST /ext/working-hours/7/corrections', { body: MONTH.corrections[0] });
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second, third] = server
    .requests('POST /ext/working-hours/7/corrections')
    .map((request) => bodyOf(request) as { readonly id: string });
  expect(first).toEqual(second);
  expect(third?.id).not.toBe(first?.id);
  expect(third).toMatchObject({
    kind: 'meal',
    begin: '2024-03-05T14:31:00.000Z',
    end: '2024-03-05T16:00:20.000Z',
    reason: 'was at lunch',
    excess: null,
    note: 'km 312',
  });
});

test('[WEBHOURS-4] a month is signed after a question, with the hash of what was seen; one that changed says so', async () => {
  const server = serverOf().on('POST /ext/working-hours/7/signatures', {
    status: 409,
    body: 'Sheet changed - The month is another by now; look at it again before you sign',
  });
  await open(server, '/hours/7?month=2024-03');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign month' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Sign March 2024?' });
  within(dialog).getByText(/A later correction makes a new version/);
  within(dialog).getByDisplayValue('Otto Lima');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign month' }));
  await within(dialog).findByText(/The month has changed since you looked at it/);
  expect(bodyOf(server.requests('POST /ext/working-hours/7/signatures')[0])).toEqual({
    month: '2024-03',
    hash: 'a'.repeat(64),
    name: 'Otto Lima',
  });
});

test('[WEBHOURS-4] a month that goes on is not signed, and one that was corrected since says so', async () => {
  const signature = { name: 'Ana', at: '2024-04-03T12:00:00.000Z', hash: 'b'.repeat(64) };
  const signed = [{ version: 1, hash: 'b'.repeat(64), signature }];
  const server = serverOf().on('GET /ext/working-hours/7', {
    body: { ...MONTH, signed, sheet: { ...MONTH.sheet, version: 2 } },
  });
  const page = await open(server, '/hours/7?month=2024-03');
  await screen.findByText('Changed since it was signed');
  screen.getByText('Signed by Ana');
  page.unmount();
  await open(serverOf().on('GET /ext/working-hours/7', { body: { ...MONTH, isOver: false } }), '/hours/7');
  await screen.findByText('Signed when the month has ended');
  expect(screen.queryByRole('button', { name: 'Sign month' })).toBeNull();
});

test('[WEBHOURS-5] rules stand with date and source, and are changed with their version', async () => {
  const server = serverOf().on('PUT /ext/working-hours/7/settings', {
    body: { ...MONTH.settings, version: 3 },
  });
  await open(server, '/hours/7?month=2024-03');
  await userEvent.click(await screen.findByText(/rules with date and source$/));
  screen.getByRole('row', { name: /^Daily rest 11 hr 0 min 7\/12\/23 .*ADI 5322/ });
  await userEvent.click(screen.getByRole('button', { name: 'Rules of the driver' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Transport' }), 'Passengers');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodyOf(server.requests('PUT /ext/working-hours/7/settings')[0])).toEqual({
    ...MONTH.settings,
    service: 'passengers',
  });
});

test('[WEBHOURS-6] an export reads the sheet; of another month than the one shown nothing is written', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const sheet = { ...MONTH.sheet, month: '2024-03', text: '{}' };
  const server = serverOf().on('GET /ext/working-hours/7/sheet', {
    body: { ...sheet, hash: 'c'.repeat(64) },
  });
  await open(server, '/hours/7?month=2024-03');
  const choose = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }));
  };
  await choose();
  await screen.findByText(/The month has changed. It was loaded again/);
  expect(print).not.toHaveBeenCalled();
  server.on('GET /ext/working-hours/7/sheet', { body: sheet });
  await choose();
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = document.querySelector('body > [data-print]')?.textContent ?? '';
  for (const text of ['March 2024', 'Ana', 'CTB 67-C, §1', 'asked the driver', 'a'.repeat(64)])
    expect(paper).toContain(text);
});

test('[WEBHOURS-7] who may only look is offered no correction, no signature and no export', async () => {
  const server = serverOf()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', {
      body: aUser({ attributes: { 'rastro.advancedPerms': encodeRights(['workingHours.view']) } }),
    });
  await open(server, '/hours/7?month=2024-03&view=table');
  await userEvent.click(await screen.findByRole('button', { name: '3/5/24' }));
  const names = screen.getAllByRole('button', { hidden: true }).map((button) => button.textContent);
  for (const name of ['Correct', 'Rules of the driver', 'Sign month', 'Export'])
    expect(names).not.toContain(name);
});

test('[WEBHOURS-8] a driver sees their state, the time left and their month, and signs it', async () => {
  const server = serverOf()
    .on('GET /ext/qr-driver/hours', { body: { now: DRIVER, month: MONTH } })
    .on('POST /ext/qr-driver/hours/signatures', { body: MONTH.sheet });
  await open(server, '/qr-driver/hours?month=2024-03');
  const now = await screen.findByRole('region', { name: 'Now' });
  expect(now.textContent).toMatch(/Driving.*20 min left.*stop by/);
  screen.getByText('asked the driver');
  for (const name of ['Correct', 'Rules of the driver', 'Export'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign month' }));
  const dialog = screen.getByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign month' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(bodyOf(server.requests('POST /ext/qr-driver/hours/signatures')[0])).toMatchObject({
    month: '2024-03',
    hash: 'a'.repeat(64),
  });
  expect(server.requests('GET /ext/qr-driver/hours')[0]?.query.get('month')).toBe('2024-03');
});

test('[WEBHOURS-9] in front of a server that takes no events the list says that nobody is notified', async () => {
  const headers = { licensemode: 'plus', trackingserver: 'traccar 6.14.5', features: 'history' };
  await open(serverOf().on('GET /api/server', { body: aServer({}), headers }));
  await rowsIn();
  screen.getByText(/Nobody is notified before a limit here/);
});
