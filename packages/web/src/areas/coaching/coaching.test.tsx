import { NO_TOTALS, type DrivingEventItem, type TotalsItem } from '@rastro/fleet';
import type { CoachingCase } from '@rastro/fleet/coaching';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CoachingPanel } from './coaching-panel.tsx';

const DAY = 86_400_000;
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
const iso = (days: number): string => new Date(NOW - days * DAY).toISOString();

const anEvent = (days: number, part: Partial<DrivingEventItem> = {}): DrivingEventItem => ({
  deviceId: 3,
  deviceName: 'Van 3',
  startTime: iso(days),
  endTime: iso(days),
  duration: 0,
  positionId: 7,
  latitude: -23.5,
  longitude: -46.6,
  address: null,
  driverUniqueId: 'card-7',
  driverName: 'Dana',
  kind: 'braking',
  isSevere: true,
  strength: 4.5,
  speed: null,
  source: 'derived',
  isWithdrawn: false,
  ...part,
});
const aCase = (event: DrivingEventItem, part: Partial<CoachingCase> = {}): CoachingCase => ({
  deviceId: event.deviceId,
  deviceName: event.deviceName,
  kind: event.kind,
  startTime: event.startTime,
  endTime: event.endTime,
  isSevere: event.isSevere,
  driverUniqueId: event.driverUniqueId,
  driverName: event.driverName,
  state: 'open',
  assigneeId: 0,
  assigneeName: '',
  note: '',
  doneAt: null,
  contest: null,
  version: 1,
  ...part,
});
const CONTEST = {
  state: 'waiting',
  reason: 'A child ran onto the road',
  isByDriver: true,
  byId: 5,
  byName: 'Dana',
  at: iso(1),
  answeredById: 0,
  answeredByName: '',
  answeredAt: null,
  answer: '',
} as const;

function aYard(events: readonly DrivingEventItem[], cases: readonly CoachingCase[] = []) {
  return new MemoryServer()
    .on('GET /api/session', { body: aUser({ id: 1, name: 'Bia', userLimit: -1 }) })
    .on('GET /api/users', { body: [aUser({ id: 2, name: 'Caio' })] })
    .on('GET /api/reports/harsh', { body: events })
    .on('GET /ext/coaching/cases', { body: cases });
}
const open = (server: MemoryServer, at = '/coaching') =>
  openPage({ server, at, routes: () => [{ path: '/coaching', element: <CoachingPanel /> }] });
const listed = () => within(screen.getByRole('listbox', { name: 'Driver coaching' })).getAllByRole('option');
const rows = () => listed().map(({ textContent }) => textContent ?? '');
/** The first row whose text matches, once it is there. */
async function aRow(text = /./): Promise<HTMLElement> {
  await waitFor(() => expect(rows().some((row) => text.test(row))).toBe(true));
  const found = listed().find(({ textContent }) => text.test(textContent ?? ''));
  if (!found) throw new Error('The row is gone');
  return found;
}
const bodyOf = (server: MemoryServer, call: string): Record<string, unknown> =>
  JSON.parse(server.requests(call).at(-1)?.body ?? '{}');

const SEVERE = anEvent(1);
const OTHER = anEvent(2, {
  deviceId: 4,
  deviceName: 'Bus 4',
  driverUniqueId: null,
  driverName: null,
  kind: 'cornering',
});
const MILD = anEvent(3, { isSevere: false });

test('[COACHW-1] what the rules choose is listed; search, filters and order stand in the address', async () => {
  const done = anEvent(5, { deviceName: 'Car 5', deviceId: 5, driverName: 'Eli', driverUniqueId: 'card-8' });
  const server = aYard(
    [MILD, OTHER, SEVERE, done],
    [aCase(done, { state: 'done', assigneeId: 2, assigneeName: 'Caio' })],
  );
  const page = await open(server);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]).toMatch(/^Harsh braking.*severe.*Dana · Van 3/);
  expect(rows()[1]).toMatch(/^Harsh cornering.*No driver · Bus 4/);
  await userEvent.selectOptions(screen.getByLabelText('State'), 'All');
  await waitFor(() => expect(rows()).toHaveLength(3));
  await userEvent.selectOptions(screen.getByLabelText('Assignee'), 'Caio');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toMatch(/Eli · Car 5/);
  expect(page.path()).toBe('/coaching?state=all&assignee=2');
  await userEvent.selectOptions(screen.getByLabelText('Assignee'), 'Any assignee');
  await userEvent.selectOptions(screen.getByLabelText('Kind of event'), 'Harsh cornering');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await userEvent.selectOptions(screen.getByLabelText('Kind of event'), 'All kinds');
  await fill(screen.getByLabelText('Search driver, vehicle or note'), 'nobody');
  await screen.findByText('No case found');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test('[COACHW-1] nothing to talk about, and a list that cannot be loaded, say so', async () => {
  const page = await open(aYard([MILD]));
  await screen.findByText('Nothing to talk about');
  page.unmount();
  await open(aYard([]).on('GET /ext/coaching/cases', { status: 502, body: 'Bad Gateway' }));
  await screen.findByText('Driving events could not be loaded');
});

test('[COACHW-2] a case is assigned with a note; when somebody else was first, what was typed stays', async () => {
  const server = aYard([SEVERE]).on('PUT /ext/coaching/cases', {
    status: 409,
    body: 'Case changed - Somebody else has changed it; look at it again',
  });
  await open(server);
  await userEvent.click(await aRow());
  const dialog = await screen.findByRole('dialog');
  const map = within(dialog).getByRole('link', { name: 'Show on map' });
  expect(map.getAttribute('href')).toMatch(/^\/history\?devices=3&.*at=\d+/);
  await userEvent.selectOptions(within(dialog).getByLabelText('State'), 'Assigned');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  within(dialog).getByText('Choose who talks to the driver.');
  expect(server.requests('PUT /ext/coaching/cases')).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Assignee' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Caio' }));
  await fill(within(dialog).getByLabelText('Note on the talk'), 'Call her');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText(/Somebody else has changed this case/);
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Note on the talk').value).toBe('Call her');
  expect(bodyOf(server, 'PUT /ext/coaching/cases')).toEqual({
    deviceId: 3,
    kind: 'braking',
    startTime: SEVERE.startTime,
    version: 0,
    state: 'assigned',
    assigneeId: 2,
    note: 'Call her',
  });
  server.on('PUT /ext/coaching/cases', { body: aCase(SEVERE) });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[COACHW-2] an account that only looks is offered no change', async () => {
  const contested = aCase(SEVERE, { note: 'Talked', contest: CONTEST });
  const server = aYard([SEVERE], [contested]).on('GET /api/session', { body: aUser({ readonly: true }) });
  await open(server);
  await userEvent.click(await aRow());
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Talked');
  within(dialog).getByText('A child ran onto the road');
  for (const name of ['Save', 'Accept', 'Decline'])
    expect(within(dialog).queryByRole('button', { name })).toBeNull();
});

test('[COACHW-3] the effect is shown when its days are over, and unknown without 100 km on each side', async () => {
  const done = (days: number) => aCase(SEVERE, { state: 'done', doneAt: iso(days) });
  const totals = (brakings: number, watched = 200_000): readonly TotalsItem[] => [
    { ...NO_TOTALS, driverUniqueId: 'card-7', driverName: 'Dana', distance: 500_000, watched, brakings },
  ];
  const show = async (server: MemoryServer) => {
    const page = await open(
      server,
      `/coaching?state=all&case=${encodeURIComponent(`3:braking:${Date.parse(SEVERE.startTime)}`)}`,
    );
    const dialog = await screen.findByRole('dialog');
    return { page, part: within(within(dialog).getByRole('region', { name: 'Effect of the talk' })) };
  };
  const early = await show(aYard([SEVERE], [done(2)]));
  early.part.getByText(/^Known from /);
  early.page.unmount();
  const answers = [totals(8), totals(2)];
  const server = aYard([SEVERE], [done(20)]).on('GET /api/reports/totals', () => ({
    body: answers.shift() ?? [],
  }));
  const late = await show(server);
  await late.part.findByText('4 events per 100 km before, 1 after');
  late.page.unmount();
  const short = await show(
    aYard([SEVERE], [done(20)]).on('GET /api/reports/totals', { body: totals(2, 50_000) }),
  );
  await short.part.findByText(/^Unknown/);
});

test('[COACHW-4] a contest is declined with a reason, or accepted; one is begun for the driver within a week', async () => {
  const contested = aCase(SEVERE, { contest: CONTEST });
  const server = aYard([SEVERE, OTHER], [contested])
    .on('PUT /ext/coaching/contests/answer', { body: contested })
    .on('POST /ext/coaching/contests', { body: contested });
  await open(server, '/coaching?state=contested');
  await userEvent.click(await aRow());
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/^Dana contested it on/);
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  dialog.getByText('Write at least 3 characters.');
  expect(server.requests('PUT /ext/coaching/contests/answer')).toHaveLength(0);
  await fill(dialog.getByLabelText('Reason for declining'), 'No child there');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await waitFor(() =>
    expect(bodyOf(server, 'PUT /ext/coaching/contests/answer')).toMatchObject({
      state: 'declined',
      answer: 'No child there',
    }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(bodyOf(server, 'PUT /ext/coaching/contests/answer')).toMatchObject({ state: 'accepted' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await userEvent.selectOptions(screen.getByLabelText('State'), 'To do');
  await userEvent.click(await aRow(/Bus 4/));
  const other = within(await screen.findByRole('dialog'));
  await userEvent.click(other.getByRole('button', { name: 'Contest for the driver' }));
  await fill(other.getByLabelText('Reason'), 'The road was icy');
  await userEvent.click(other.getByRole('button', { name: 'Send contest' }));
  await waitFor(() =>
    expect(bodyOf(server, 'POST /ext/coaching/contests')).toMatchObject({
      deviceId: 4,
      reason: 'The road was icy',
    }),
  );
});

test('[COACHW-5] ten thousand events are a list of which the rows in sight are drawn', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => anEvent(i / 400, { deviceName: `Van ${i}` }));
  await open(aYard(many));
  const first = await aRow(/Van 0/);
  expect(first.getAttribute('aria-setsize')).toBe('10000');
  expect(listed().length).toBeLessThan(60);
});
