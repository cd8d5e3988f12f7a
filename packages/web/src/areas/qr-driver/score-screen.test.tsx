import type { DriverPage, OwnDrivingEvent } from '@rastro/fleet/coaching';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DriverFrame } from './driver-frame.tsx';
import { ScoreScreen } from './score-screen.tsx';

const DANA = aUser({ id: 5, name: 'Dana', attributes: { 'rastro.isQrDriverId': 7 } });
const anEvent = (part: Partial<OwnDrivingEvent> = {}): OwnDrivingEvent => ({
  deviceId: 3,
  deviceName: 'Van 3',
  kind: 'braking',
  startTime: '2026-03-01T10:00:00.000Z',
  isSevere: true,
  strength: 4.2,
  speed: null,
  latitude: 0,
  longitude: 0,
  address: null,
  source: 'derived',
  isWithdrawn: false,
  contest: null,
  mayContest: true,
  ...part,
});
const aPage = (part: Partial<DriverPage> = {}): DriverPage => ({
  name: 'Dana',
  from: '2026-02-01T00:00:00.000Z',
  to: '2026-03-02T23:59:59.999Z',
  distance: 420_000,
  moving: 8 * 3_600_000,
  points: 83.4,
  low: 78.1,
  high: 88,
  lost: [
    { kind: 'cornering', points: 4.1 },
    { kind: 'braking', points: 12.5 },
  ],
  weeks: [80, null, 82, 84].map((points, at) => ({
    from: `2026-02-0${at + 1}T00:00:00.000Z`,
    points,
    distance: points === null ? 0 : 100_000,
  })),
  events: [anEvent()],
  ...part,
});
const open = (server: MemoryServer) =>
  openPage({
    server,
    at: '/qr-driver/score',
    routes: () => [
      { element: <DriverFrame />, children: [{ path: '/qr-driver/score', element: <ScoreScreen /> }] },
    ],
  });
const aYard = (page: DriverPage) =>
  new MemoryServer().on('GET /api/session', { body: DANA }).on('GET /ext/qr-driver/score', { body: page });

test('[WEBQR-5] a driver sees score, range, what cost points, weeks and events', async () => {
  await open(aYard(aPage()));
  const score = within(await screen.findByRole('region', { name: 'My score' }));
  score.getByText('83.4 of 100');
  score.getByText('Probably between 78.1 and 88');
  expect(score.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Harsh braking−12.5',
    'Harsh cornering−4.1',
  ]);
  const weeks = within(screen.getByRole('region', { name: 'My weeks' }));
  weeks.getByRole('img', { name: 'Score by week' });
  expect(weeks.getAllByRole('row')).toHaveLength(5);
  weeks.getByText('no score');
  const events = within(screen.getByRole('region', { name: /^My events/ }));
  events.getByText('Harsh braking · severe');
});

test('[WEBQR-5] without enough data there is no number, and a failure can be tried again', async () => {
  const server = aYard(aPage({ points: null, low: null, high: null, lost: [], events: [], weeks: [] }));
  const page = await open(server);
  await screen.findByText('Not enough data');
  screen.getByText('No events in the last 30 days.');
  expect(screen.queryByText(/of 100/)).toBeNull();
  page.unmount();
  const broken = aYard(aPage()).on('GET /ext/qr-driver/score', { status: 502, body: 'Bad Gateway' });
  await open(broken);
  await screen.findByText('Your score could not be loaded.');
  broken.on('GET /ext/qr-driver/score', { body: aPage() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('83.4 of 100');
});

test('[WEBQR-6] an event is contested with a reason; the answer stands with it', async () => {
  const declined = anEvent({
    startTime: '2026-02-27T10:00:00.000Z',
    mayContest: false,
    contest: { state: 'declined', reason: 'No', answer: 'It was dry' },
  });
  let page = aPage({ events: [anEvent(), declined] });
  const server = aYard(page)
    .on('GET /ext/qr-driver/score', () => ({ body: page }))
    .on('POST /ext/qr-driver/contests', { status: 502, body: 'Bad Gateway' });
  await open(server);
  await screen.findByText('Contest declined: It was dry');
  await userEvent.click(screen.getByRole('button', { name: 'Contest' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  dialog.getByText('Write at least 3 characters.');
  await fill(dialog.getByLabelText('Reason'), 'A child ran onto the road');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByRole('alert');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('A child ran onto the road');
  const contest = { state: 'waiting', reason: 'A child ran onto the road', answer: '' } as const;
  page = aPage({ events: [anEvent({ mayContest: false, contest }), declined] });
  server.on('POST /ext/qr-driver/contests', { status: 204 });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Contested, waiting for an answer');
  expect(screen.queryByRole('button', { name: 'Contest' })).toBeNull();
});
