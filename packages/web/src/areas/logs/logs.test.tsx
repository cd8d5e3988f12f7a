import { strFromU8, unzipSync } from 'fflate';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LogLine, LogPage } from '@rastro/fleet';
import type { DisplayChoices } from '../../i18n/format.ts';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { LogsLink } from '../../kernel/logs-link.tsx';
import { makeDevice } from '../../testing/test-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LogsPanel } from './logs-panel.tsx';
import { askedOf, readQuestion } from './log-question.ts';
import { writeLogSheet } from './write-log-sheet.ts';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';

const LINE: LogLine = {
  id: 7,
  actionTime: '2026-11-21T10:00:00.000Z',
  address: '192.0.2.7',
  userId: 1,
  actionType: 'edit',
  objectType: 'device',
  objectId: 5,
  attributes: {
    changes: { name: { before: 'Van', after: 'Truck' }, 'attributes.plate': { before: null, after: 'A' } },
  },
};
const pageOf = (lines: readonly LogLine[], next: string | null = null): { body: LogPage } => ({
  body: { lines, next },
});
const screens = (): RouteObject[] => [{ path: '/logs', element: <LogsPanel /> }];
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/devices', ({ query }) => ({
      body: query.getAll('id').includes('5') ? [makeDevice(5, { name: 'Kombi 5' })] : [],
    }))
    .on('GET /api/users', { body: [aUser({}), aUser({ id: 2, name: 'Eva Rosa' })] });
const open = (server: MemoryServer, search = '') =>
  openPage({ server, at: `/logs${search}`, routes: screens });

test('[WEBLOG-1] lines tell who, what, from where, before and after; further pages come when asked for', async () => {
  const server = serverOf().on('GET /ext/server/logs', ({ query }) =>
    query.get('after') === '9-7' ? pageOf([{ ...LINE, id: 6, actionType: 'remove' }]) : pageOf([LINE], '9-7'),
  );
  await open(server);
  const list = await screen.findByRole('list', { name: 'Logs' });
  const [line] = within(list).getAllByRole('listitem');
  await waitFor(() => expect(line?.textContent).toContain('Ana Lima · 192.0.2.7'));
  expect(line?.textContent).toContain('Changed: vehicle Kombi 5');
  expect(line?.textContent).toContain('nameVan → Truck');
  expect(line?.textContent).toContain('plate- → A');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Deleted: vehicle Kombi 5');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('[WEBLOG-2] user, kind, words and order stand in the address and are asked of the server', async () => {
  const server = serverOf()
    .on('GET /ext/server/logs', pageOf([LINE]))
    .on('GET /ext/users/2/logs', pageOf([]));
  const page = await open(server, '?tab=users');
  await choose('Who', 'eva', 'Eva Rosa');
  await screen.findByText('No entry matches the search.');
  await userEvent.selectOptions(screen.getByLabelText('What'), 'edit');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'oldest');
  await fill(screen.getByLabelText('Search the logs'), 'van');
  await waitFor(() => {
    const asked = server.requests('GET /ext/users/2/logs').at(-1)?.query;
    expect([asked?.get('actionType'), asked?.get('oldest'), asked?.get('text')]).toEqual([
      'edit',
      'true',
      'van',
    ]);
  });
  expect(page.path()).toBe('/logs?tab=users&user=2&act=edit&sort=oldest&q=van');
});

test('[WEBLOG-2] one device is asked for by its own address', () => {
  const asked = (search: string) => askedOf(readQuestion(new URLSearchParams(search)));
  expect(asked('tab=devices&object=5&user=2')).toEqual({ of: { deviceId: 5 }, query: { userId: 2 } });
  expect(asked('tab=devices')).toEqual({ of: 'server', query: { objectType: 'device' } });
  expect(asked('tab=users&object=3')).toEqual({ of: 'server', query: { objectType: 'user', objectId: 3 } });
  expect(asked('tab=nothing&user=x')).toEqual({ of: 'server', query: {} });
});

const CHOICES: DisplayChoices = {
  language: 'en',
  zone: 'America/Sao_Paulo',
  hour12: false,
  speedUnit: 'kmh',
  distanceUnit: 'km',
  temperatureUnit: 'celsius',
  coordinateFormat: 'dd',
};

test('[WEBLOG-3] what is looked for is a file, and a cell that would run is a text', async () => {
  const sheet = {
    name: 'Logs',
    brand: 'Frota Teste',
    language: 'en',
    choices: CHOICES,
    titles: ['When', 'Who'],
    lines: [{ ...LINE, attributes: {} }],
    labelOf: (name: string) => name,
    timeOf: (instant: string) => instant,
    nameOf: () => '=cmd()',
    actionLabelOf: (action: string) => action,
    objectOf: (object: string) => object,
    thing: () => 'Kombi 5',
    codeOf: (code: string) => code,
  };
  const text = writeLogSheet('csv', sheet);
  expect(text).toContain("2026-11-21T10:00:00.000Z,'=cmd(),192.0.2.7,edit,device Kombi 5,5");
  const xlsx = writeLogSheet('xlsx', sheet);
  if (typeof xlsx === 'string') throw new Error('it is no spreadsheet');
  const files = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
  // 07:00 in São Paulo, as a number that the spreadsheet shows in the order of days of the reader.
  expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toMatch(/<v>46347\.29166\d*<\/v>/);
  expect(strFromU8(files['xl/styles.xml'] ?? new Uint8Array())).toContain('mm/dd/yyyy hh:mm:ss');
});

test('[WEBLOG-700] lines name what they are about, also what is gone; numbers are a detail', async () => {
  const of = (fields: Partial<LogLine>): LogLine => ({ ...LINE, attributes: {}, ...fields });
  const lines = [
    of({ id: 1, objectType: 'geofence', objectId: 3 }),
    of({ id: 2, objectType: 'driver', objectId: 4 }),
    of({
      id: 3,
      actionType: 'link',
      objectType: 'geofence',
      objectId: 3,
      attributes: { ownerType: 'user', ownerId: 2 },
    }),
    of({
      id: 4,
      actionType: 'paid',
      objectType: 'invoice',
      objectId: 9,
      attributes: { to: 'RECEIVED_IN_CASH' },
    }),
    of({ id: 5, objectType: 'group', objectId: 8 }),
  ];
  const server = serverOf()
    .on('GET /api/geofences', { body: [{ id: 3, name: 'Garage', area: '', calendarId: 0, attributes: {} }] })
    .on('GET /api/drivers', { body: [] })
    .on('GET /api/groups', { status: 503, body: 'Storage unavailable - x' })
    .on('GET /ext/server/logs', ({ query }) =>
      query.get('objectType') === 'driver'
        ? pageOf([
            of({
              id: 9,
              actionType: 'remove',
              objectType: 'driver',
              objectId: 4,
              attributes: { name: 'Rui' },
            }),
          ])
        : pageOf(query.get('limit') === '1' ? [] : lines),
    );
  await open(server);
  await screen.findByText('Changed: geofence Garage');
  screen.getByText('Changed: driver Rui');
  screen.getByText('of: Eva Rosa');
  screen.getByText('to: Received in cash');
  screen.getByText('Changed: group #8');
  screen.getByText(/192\.0\.2\.7 · no\. 4$/);
});

test('[WEBLOG-4] a page that does not come says why; the way there is for administrators on Plus', async () => {
  const forbidden = { status: 403, body: 'Plus required - x' };
  await open(serverOf().on('GET /ext/server/logs', forbidden));
  await screen.findByText('This is part of Plus, which this installation does not have.');
  const link = async (plus: boolean, administrator: boolean): Promise<number> => {
    const server = new MemoryServer()
      .on('GET /api/server', { body: aServer({}), headers: { licensemode: plus ? 'plus' : 'standard' } })
      .on('GET /api/session', { body: aUser({ administrator }) });
    const routes = (): RouteObject[] => [
      { path: '/x', element: <LogsLink path="/logs?tab=devices&object=5" /> },
    ];
    const page = await openPage({ server, at: '/x', routes });
    return within(page.container).queryAllByRole('button', { name: 'Logs' }).length;
  };
  expect(await link(true, true)).toBe(1);
  expect(await link(false, true)).toBe(0);
  expect(await link(true, false)).toBe(0);
});
