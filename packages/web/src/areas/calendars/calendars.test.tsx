import { encodeRights, type Calendar } from '@rastro/fleet';
import { fromBase64, readCalendar, readCalendarForm, toBase64, writeCalendar } from '@rastro/fleet/calendars';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CalendarListPanel } from './calendar-list-panel.tsx';
import { CalendarPanel } from './calendar-panel.tsx';
import { faultsOf, newSchedule, withStart } from './calendar-values.ts';
import { monthAfter, monthDays } from './month-days.ts';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';

const ZONE = 'America/Sao_Paulo';
const base = newSchedule(Date.UTC(2026, 0, 5, 12), ZONE);
const dataOf = (part: Partial<typeof base>): string =>
  toBase64(writeCalendar({ zone: ZONE, schedules: [{ ...base, uid: 'u', ...part }] }, 0));
const calendar = (id: number, name: string, data = dataOf({})): Calendar => ({
  id,
  name,
  data,
  attributes: { note: 'x' },
});
const FOREIGN = toBase64(
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T080000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=MONTHLY;BYDAY=2MO\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
);

function aCalendarServer(user: Parameters<typeof aUser>[0] = {}): MemoryServer {
  const echo = ({ body }: { readonly body: string }) => ({
    body: { ...(JSON.parse(body) as Calendar), id: 9 },
  });
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': user.attributes !== undefined } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/calendars', {
      body: [
        calendar(1, 'Office'),
        calendar(2, 'Audit', FOREIGN),
        calendar(
          3,
          'Nights',
          dataOf({ repeat: 'daily', start: '2026-01-05T22:00', end: '2026-01-06T06:00' }),
        ),
      ],
    })
    .on('POST /api/calendars', echo)
    .on('PUT /api/calendars/1', echo)
    .on('PUT /api/calendars/2', echo)
    .on('DELETE /api/calendars/1', { status: 204 });
}
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/calendars', element: <CalendarListPanel /> },
      { path: '/calendars/:calendarId', element: <CalendarPanel /> },
    ],
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const sent = (server: MemoryServer, call: string): Calendar =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null') as Calendar;
const formOf = ({ data }: Calendar) => readCalendarForm(fromBase64(data));

test('[WEBCAL-1] the list says what each calendar means, sorted and found', async () => {
  const page = await open(aCalendarServer(), '/calendars?sort=newest');
  await screen.findByRole('option', { name: /Nights/ });
  const lines = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(lines.map((line) => line?.slice(0, 5))).toEqual(['Night', 'Audit', 'Offic']);
  expect(lines[0]).toMatch(/Every day · (22:00|10:00.PM) – (06:00|0?6:00.AM) of the next day/);
  expect(lines[1]).toMatch(/Rules from another program/);
  expect(lines[2]).toMatch(/Every week: Mon, Tue, Wed, Thu, Fri/);
  await fill(screen.getByLabelText('Search calendars'), 'off');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.click(screen.getByRole('option', { name: /Office/ }));
  expect(page.path()).toBe('/calendars/1');
});

test('[WEBCAL-2] a new calendar is what the form says', async () => {
  const server = aCalendarServer();
  const page = await open(server, '/calendars/new');
  await press('Save');
  await screen.findByText('The Name field is required.');
  await fill(screen.getByLabelText(/^Name/), ' Weekend ');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) await press(day);
  await userEvent.selectOptions(screen.getByLabelText('Stops repeating'), 'count');
  const times = screen.getByLabelText<HTMLInputElement>('Number of times');
  await userEvent.clear(times);
  await userEvent.type(times, '1.5');
  await press('Save');
  await screen.findByText('Enter a whole number from 1 to 10,000.');
  expect(server.requests('POST /api/calendars')).toHaveLength(0);
  expect(times.value, 'what was typed stays').toBe('1.5');
  await userEvent.clear(times);
  await userEvent.type(times, '4');
  await choose('Time zone', 'madri', /^Europe\/Madrid/);
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/calendars'));
  const made = sent(server, 'POST /api/calendars');
  expect(made.name).toBe('Weekend');
  expect(formOf(made)).toMatchObject({
    zone: 'Europe/Madrid',
    schedules: [{ repeat: 'weekly', weekdays: [6], ends: 'count', count: 4 }],
  });
  await screen.findByText('Calendar saved.');
});

test('[WEBCAL-2] what is not possible is known by its field', () => {
  expect([...faultsOf({ ...base, end: base.start })]).toEqual(['end']);
  expect([...faultsOf({ ...base, start: '2026-13', interval: 0 })]).toEqual(['start', 'interval']);
  expect([...faultsOf({ ...base, ends: 'until', until: '2025-01-01' })]).toEqual(['until']);
  expect([...faultsOf({ ...base, repeat: 'never', interval: 0 })]).toEqual([]);
  expect(withStart(base, '2026-02-01T22:00').end).toBe('2026-02-02T08:00');
});

test('[WEBCAL-3] the month shows days and hours, by the clock of the calendar', async () => {
  const days = (data: string, month: string, weekStart: number) => {
    const read = readCalendar(data);
    return read.ok ? monthDays(read.value, { month, zone: ZONE, weekStart }) : [];
  };
  const nights = days(
    dataOf({ repeat: 'weekly', weekdays: [6], start: '2026-01-10T22:00', end: '2026-01-11T06:00' }),
    '2026-02',
    0,
  );
  expect(nights).toHaveLength(28);
  expect(nights[0]?.date).toBe('2026-02-01');
  const on = nights
    .filter(({ parts }) => parts.length > 0)
    .map(({ date, parts }) => [date.slice(8), parts.length]);
  expect(on.map(([day]) => day).slice(0, 4)).toEqual(['01', '07', '08', '14']);
  expect(nights[6]?.parts).toEqual([{ from: 22 * 3_600_000, to: 24 * 3_600_000 }]);
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  await open(aCalendarServer(), '/calendars/1');
  const month = await screen.findByRole('table');
  expect(within(month).getAllByRole('button').length % 7).toBe(0);
  expect(within(month).getAllByRole('button', { name: /Monday.*08:00|Monday.*8:00/ }).length).toBeGreaterThan(
    2,
  );
});

test('[WEBCAL-4] rules of another program stay as they are', async () => {
  const server = aCalendarServer();
  await open(server, '/calendars/2');
  await screen.findByText(/came from another program/);
  expect(await screen.findByRole('table')).toBeTruthy();
  await fill(screen.getByLabelText(/^Name/), ' 2');
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/calendars/2')).toHaveLength(1));
  expect(sent(server, 'PUT /api/calendars/2')).toEqual({ ...calendar(2, 'Audit 2', FOREIGN) });
});

test('[WEBCAL-4] they are replaced when the user chooses so', async () => {
  const server = aCalendarServer();
  await open(server, '/calendars/2');
  await press('Replace them with a schedule from this form');
  expect(await screen.findByLabelText('Repeats')).toBeTruthy();
});

test('[WEBCAL-5] a file is taken over, or its error is shown', async () => {
  const server = aCalendarServer();
  await open(server, '/calendars/new');
  const input = await screen.findByLabelText('iCalendar file');
  await userEvent.upload(input, new File(['hello'], 'x.ics', { type: 'text/calendar' }));
  await screen.findByText('This is not an iCalendar file.');
  await userEvent.upload(input, new File([fromBase64(FOREIGN)], 'Audit.ics', { type: 'text/calendar' }));
  await screen.findByText(/came from another program/);
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Audit');
  await press('Save');
  await waitFor(() => expect(server.requests('POST /api/calendars')).toHaveLength(1));
  expect(sent(server, 'POST /api/calendars').data).toBe(FOREIGN);
});

test('[WEBCAL-6] untouched fields stay; deleting asks and says what else is deleted', async () => {
  const server = aCalendarServer();
  const page = await open(server, '/calendars/1');
  await userEvent.type(await screen.findByLabelText(/^Name/), '!');
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/calendars'));
  expect(sent(server, 'PUT /api/calendars/1')).toEqual(calendar(1, 'Office!'));
  await userEvent.click(await screen.findByRole('option', { name: /Office/ }));
  await press('Delete the calendar');
  const box = await screen.findByRole('alertdialog');
  expect(box.textContent).toMatch(/reports scheduled with it are deleted/);
  await userEvent.click(within(box).getByRole('button', { name: 'Delete the calendar' }));
  await waitFor(() => expect(server.requests('DELETE /api/calendars/1')).toHaveLength(1));
});

test('[WEBCAL-7] without the right there is nothing to change', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['calendars.view']) };
  const page = await open(aCalendarServer({ attributes }), '/calendars');
  await screen.findByRole('option', { name: /Office/ });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  page.unmount();
  await open(aCalendarServer({ attributes }), '/calendars/1');
  expect(await screen.findByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the calendar' })).toBeNull();
  expect(screen.queryByLabelText('iCalendar file')).toBeNull();
});
