import { encodeRights, type ScheduledReport } from '@rastro/fleet';
import { toBase64, writeCalendar } from '@rastro/fleet/calendars';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { ReportScreen } from '../report-screen.tsx';
import { SavedReportsPanel } from './saved-list-panel.tsx';
import { SavedReportPanel } from './saved-panel.tsx';
import { fill } from '../../../testing/fill.ts';

const WEEKLY = toBase64(
  writeCalendar(
    {
      zone: 'UTC',
      schedules: [
        {
          start: '2026-01-05T00:00',
          end: '2026-01-12T00:00',
          repeat: 'weekly',
          interval: 1,
          weekdays: [],
          ends: 'never',
          count: 1,
          until: '',
          uid: 'w',
          summary: '',
        },
      ],
    },
    0,
  ),
);
const SAVED: ScheduledReport = {
  id: 5,
  type: 'trips',
  description: 'Week',
  calendarId: 3,
  attributes: {
    period: '7d',
    weekdays: '1,2',
    note: 'x',
    lastMailing: 1_790_000_000_000,
    lastOutcome: 'failed',
  },
};

function aReportServer(user: Parameters<typeof aUser>[0] = { administrator: true }): MemoryServer {
  const echo = ({ body }: { readonly body: string }) => ({
    body: { ...(JSON.parse(body) as ScheduledReport), id: 5 },
  });
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': user.administrator !== true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser({ ...user, attributes: { timezone: 'UTC', ...user.attributes } }) })
    .on('GET /api/devices', { body: [1, 2].map((id) => aVehicle({ id, name: `Car ${id}` }).device) })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/reports/trips', { body: [] })
    .on('GET /api/calendars', { body: [{ id: 3, name: 'Every week', data: WEEKLY, attributes: {} }] })
    .on('GET /api/reports', { body: [SAVED] })
    .on('GET /api/permissions', ({ query }) => ({
      body: query.has('deviceId') ? [{ deviceId: 2, reportId: 5 }] : [],
    }))
    .on('POST /api/reports', echo)
    .on('PUT /api/reports/5', echo)
    .on('POST /api/permissions/bulk', { status: 204 })
    .on('DELETE /api/permissions/bulk', { status: 204 });
}
const open = (server: MemoryServer, at: string): Promise<Page> =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/reports/saved', element: <SavedReportsPanel /> },
      { path: '/reports/saved/:savedId', element: <SavedReportPanel /> },
      { path: '/reports/:report', element: <ReportScreen /> },
    ],
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Car 1' }), aVehicle({ id: 2, name: 'Car 2' })]),
  });
const sent = (server: MemoryServer, call: string): unknown =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null');
/** The one of the screen, then that of the dialog. */
const pressSave = async (): Promise<void> => {
  const buttons = await screen.findAllByRole('button', { name: 'Save' });
  const last = buttons.at(-1);
  if (last) await userEvent.click(last);
};

test('[REPW-15] what is asked is kept under a name, with its vehicles', async () => {
  const server = aReportServer();
  const page = await open(
    server,
    '/reports/travels?devices=1,2&period=7d&group=day&weekdays=1,2&fromHour=08:00&calendar=3',
  );
  await pressSave();
  await screen.findByRole('dialog');
  await pressSave();
  await screen.findByText('The Name field is required.');
  await fill(screen.getByLabelText(/^Name/), ' My trips ');
  await pressSave();
  await waitFor(() => expect(page.path()).toContain('saved=5'));
  expect(sent(server, 'POST /api/reports')).toEqual({
    type: 'trips',
    description: 'My trips',
    calendarId: 0,
    attributes: { period: '7d', weekdays: '1,2', fromHour: '08:00', calendar: '3', group: 'day' },
  });
  expect(sent(server, 'POST /api/permissions/bulk')).toEqual([
    { deviceId: 1, reportId: 5 },
    { deviceId: 2, reportId: 5 },
  ]);
});

test('[REPW-19] saved reports are ordered, either way round, in the address', async () => {
  const others = [
    { ...SAVED, id: 7, description: 'Alpha', type: 'trips', calendarId: 0 },
    { ...SAVED, id: 6, description: 'Zulu', type: 'events', calendarId: 0 },
  ];
  const server = aReportServer().on('GET /api/reports', { body: [SAVED, ...others] });
  const page = await open(server, '/reports/saved');
  const names = (): readonly string[] =>
    screen.getAllByRole('option').map((row) => /Week|Alpha|Zulu/.exec(row.textContent)?.[0] ?? '');
  await waitFor(() => expect(names()).toEqual(['Alpha', 'Week', 'Zulu']));
  const choose = async (from: string, to: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: from }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${to}`) }));
  };
  await choose('Name', 'Next e-mail');
  await waitFor(() => expect(names()).toEqual(['Week', 'Alpha', 'Zulu']));
  await choose('Next e-mail', 'Type');
  await waitFor(() => expect(names()).toEqual(['Zulu', 'Alpha', 'Week']));
  await choose('Type', 'Newest');
  await choose('Newest first', 'Newest');
  expect(page.path()).toContain('sort=-newest');
  await waitFor(() => expect(names()).toEqual(['Week', 'Zulu', 'Alpha']));
});

test('[REPW-15] a kept one is changed: other attributes stay, vehicles come and go', async () => {
  const server = aReportServer();
  await open(server, '/reports/travels?devices=1&period=30d&saved=5');
  await pressSave();
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Week'));
  await waitFor(() => expect(server.requests('GET /api/permissions')).toHaveLength(2));
  await pressSave();
  await waitFor(() => expect(server.requests('DELETE /api/permissions/bulk')).toHaveLength(1));
  const { attributes } = sent(server, 'PUT /api/reports/5') as ScheduledReport;
  expect(attributes).toEqual({
    period: '30d',
    note: 'x',
    lastMailing: 1_790_000_000_000,
    lastOutcome: 'failed',
  });
  expect(sent(server, 'POST /api/permissions/bulk')).toEqual([{ deviceId: 1, reportId: 5 }]);
  expect(sent(server, 'DELETE /api/permissions/bulk')).toEqual([{ deviceId: 2, reportId: 5 }]);
});

test('[REPW-16] the list says what each is, when it goes next, and what became of the last one', async () => {
  const page = await open(aReportServer(), '/reports/saved');
  await waitFor(async () =>
    expect((await screen.findByRole('option')).textContent).toMatch(/WeekTrips · next .*202\d.*failed/),
  );
  await userEvent.click(screen.getByRole('option'));
  expect(page.path()).toBe('/reports/saved/5');
});

test('[REPW-17] it is mailed by a calendar as a PDF; untouched fields stay; a missing mail server is shown', async () => {
  const server = aReportServer();
  await open(server, '/reports/saved/5');
  await screen.findByText(/This installation has no mail server/);
  const link = await screen.findByRole('link', { name: 'Open the report' });
  expect(link.getAttribute('href')).toBe('/reports/travels?period=7d&weekdays=1%2C2&devices=2&run=1&saved=5');
  await userEvent.selectOptions(await screen.findByLabelText('Format'), 'pdfTable');
  await pressSave();
  await waitFor(() => expect(server.requests('PUT /api/reports/5')).toHaveLength(1));
  expect(sent(server, 'PUT /api/reports/5')).toEqual({
    ...SAVED,
    attributes: { ...SAVED.attributes, format: 'pdf', form: 'table' },
  });
});

test('[REPW-701] each mail is about the period of the calendar, or a week or month that is chosen', async () => {
  const server = aReportServer();
  await open(server, '/reports/saved/5');
  const days = await screen.findByLabelText('Days in each e-mail');
  expect(days).toHaveProperty('value', '');
  await userEvent.selectOptions(days, 'Last month');
  await pressSave();
  await waitFor(() => expect(server.requests('PUT /api/reports/5')).toHaveLength(1));
  expect(sent(server, 'PUT /api/reports/5')).toEqual({
    ...SAVED,
    attributes: { ...SAVED.attributes, mailedPeriod: 'lastMonth' },
  });
});

test('[REPW-15] who may not export keeps none and changes none', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['reports.view', 'devices.view']) };
  const user = { administrator: false, attributes };
  const page = await open(aReportServer(user), '/reports/travels');
  await screen.findByRole('button', { name: 'Load' });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  page.unmount();
  await open(aReportServer(user), '/reports/saved/5');
  expect(await screen.findByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the report' })).toBeNull();
});
