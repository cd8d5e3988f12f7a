import type { TrafficMessage, TrafficRecording } from '@rastro/fleet';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { TrafficPanel } from './traffic-panel.tsx';
import { fill } from '../../testing/fill.ts';

const PATH = '/api/devices/1/traffic';
const screens = (): RouteObject[] => [
  { path: '/devices/:deviceId/traffic', element: <TrafficPanel /> },
  { path: '*', element: null },
];
const message = (part: Partial<TrafficMessage> = {}): TrafficMessage => ({
  sequence: 1,
  time: '2026-11-20T11:00:00.000Z',
  direction: 'in',
  protocol: 'gps103',
  host: '203.0.113.7',
  bytes: 4,
  hex: '4c4f4144',
  text: 'LOAD',
  records: [],
  error: null,
  damaged: false,
  ...part,
});
const recording = (messages: readonly TrafficMessage[], state: TrafficRecording['state'] = 'ended') => ({
  state,
  startedAt: state === 'none' ? null : '2026-11-20T11:00:00.000Z',
  endsAt: state === 'none' ? null : '2026-11-20T11:05:00.000Z',
  total: messages.length,
  messages,
});

/** A server with a recording that a test changes. */
function serverWith(first: TrafficRecording) {
  const held = { recording: first };
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on(`GET ${PATH}`, ({ query }) => ({
      body: {
        ...held.recording,
        messages: held.recording.messages.slice(Number(query.get('after'))),
      },
    }));
  return { server, held };
}
const open = (server: MemoryServer): Promise<Page> =>
  openPage({
    server,
    at: '/devices/1/traffic',
    routes: screens,
    fleet: new MemoryFleet([aVehicle({ name: 'Ambar' })]),
  });

test('starts for the chosen time, fetches messages in parts, stops', async () => {
  const { server, held } = serverWith(recording([], 'none'));
  server.on(`POST ${PATH}`, ({ body }) => {
    expect(JSON.parse(body)).toEqual({ seconds: 900 });
    held.recording = recording([message()], 'recording');
    return { body: { ...held.recording, messages: [] } };
  });
  server.on(`DELETE ${PATH}`, () => {
    held.recording = recording([], 'none');
    return { status: 204 };
  });
  await open(server);
  await screen.findByText(/Nothing is being recorded/);
  await userEvent.selectOptions(screen.getByLabelText('Duration'), '15 minutes');
  await userEvent.click(screen.getByRole('button', { name: 'Record' }));
  await screen.findByText('LOAD');
  held.recording = recording(
    [message(), message({ sequence: 2, text: 'ON', hex: '4f4e', bytes: 2 })],
    'recording',
  );
  await screen.findByText('ON', {}, { timeout: 5000 });
  expect(screen.getByText(/Recording until .* 2 messages/)).toBeTruthy();
  expect(server.requests(`GET ${PATH}`).at(-1)?.query.get('after')).toBe('1');
  await userEvent.click(screen.getByRole('button', { name: 'Stop and delete' }));
  await screen.findByText(/Nothing is being recorded/);
});

test('shows bytes as text or hexadecimal, decoded fields, errors, and finds them', async () => {
  const record = {
    deviceTime: '2026-11-20T11:00:00.000Z',
    fixTime: null,
    valid: false,
    latitude: null,
    longitude: null,
    altitude: null,
    speed: null,
    course: null,
    network: null,
    attributes: { batteryLevel: 88 },
  };
  const { server } = serverWith(
    recording([
      message({ records: [record] }),
      message({ sequence: 2, direction: 'out', text: null, hex: '7878', bytes: 5000 }),
      message({
        sequence: 3,
        text: 'broken',
        hex: '62',
        bytes: 1,
        error: 'MALFORMED: header',
        damaged: true,
      }),
    ]),
  );
  await open(server);
  await screen.findByText('7878…');
  expect(screen.getByText(/5,000 bytes/)).toBeTruthy();
  expect(screen.getByText('LOAD')).toBeTruthy();
  expect(screen.getByText('Not accepted: MALFORMED: header')).toBeTruthy();
  expect(screen.getByText(/checksum is wrong/)).toBeTruthy();
  const rows = (): HTMLElement[] => within(screen.getByRole('list')).getAllByRole('listitem');
  expect(rows().map((row) => row.dataset['direction'])).toEqual(['in', 'out', 'in']);
  await userEvent.click(screen.getByText('1 record decoded'));
  expect(screen.getByText('batteryLevel').nextElementSibling?.textContent).toBe('88');
  await userEvent.click(screen.getByText('Hex'));
  expect(screen.getByText('4c4f4144')).toBeTruthy();
  await fill(screen.getByLabelText('Search bytes, text and fields'), 'batterylevel');
  expect(rows()).toHaveLength(1);
  await userEvent.type(screen.getByLabelText('Search bytes, text and fields'), 'x');
  await screen.findByText('No message matches the search.');
});

test('copies the bytes as they are shown', async () => {
  const user = userEvent.setup();
  await open(serverWith(recording([message()])).server);
  await user.click(await screen.findByRole('button', { name: 'Copy message' }));
  await screen.findByRole('button', { name: 'Message copied' });
  expect(await navigator.clipboard.readText()).toBe('LOAD');
});

test('a failure is shown, and can be tried again', async () => {
  const { server } = serverWith(recording([], 'none'));
  server.on(`GET ${PATH}`, { status: 400, body: 'Administrator access required - no' });
  await open(server);
  await screen.findByText('Only an administrator may do this.');
  server.on(`GET ${PATH}`, { body: recording([], 'none') });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByText(/Nothing is being recorded/);
  server.on(`POST ${PATH}`, { status: 400, body: 'Traffic limit reached - stop one' });
  await userEvent.click(screen.getByRole('button', { name: 'Record' }));
  await screen.findByText(/Too many trackers are being recorded/);
});
