import type { DriverStep, DriverStops } from '@rastro/fleet/orders';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSessionState } from '../../../kernel/services.tsx';
import { fill } from '../../../testing/fill.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DriveScreen } from '../drive-screen.tsx';
import { DriverFrame } from '../driver-frame.tsx';
import type { DriverStore } from './driver-store.ts';
import { openDriverStore } from './open-driver-store.ts';
import { DriverStoreContext } from './use-step-queue.ts';

const DANA = aUser({ id: 5, name: 'Dana', attributes: { 'rastro.isQrDriverId': 7 } });
const VAN = {
  driverId: 7,
  driverName: 'Dana',
  deviceId: 3,
  deviceName: 'Van 3',
  plate: '',
  since: '2026-03-01T10:00:00.000Z',
  until: null,
  end: null,
  unlock: 'none',
};
const STOP = {
  orderId: 7,
  needsCode: false,
  reference: 'A-1',
  customer: 'Padaria',
  from: null,
  to: null,
  minutes: 10,
  load: 0,
  place: { address: 'Rua das Flores, 12', latitude: -23.5, longitude: -46.6 },
  note: 'Ring twice',
  state: 'assigned',
  reason: null,
  contactName: 'Bia',
  contactPhone: '+55 11 99',
  arrivesAt: null,
  arrivedAt: null,
  endedAt: null,
} as const;
const LIST: DriverStops = {
  deviceId: 3,
  stops: [STOP, { ...STOP, orderId: 8, customer: 'Mercado' }],
  hiddenCount: 2,
};

/** A server that takes steps as ours does. */
function aRoad() {
  const road = { list: LIST, endedBy: 'Dana', outcome: 'counted', code: '' };
  const server = new MemoryServer()
    .on('GET /api/session', { body: DANA })
    .on('GET /ext/qr-driver', { body: VAN })
    .on('GET /ext/qr-driver/stops', () => ({ body: road.list }))
    .on('POST /ext/qr-driver/steps', ({ body }) => {
      const { steps } = JSON.parse(body) as { steps: readonly DriverStep[] };
      return {
        body: steps.map(({ id, orderId, kind, at, code }) => {
          if (road.code !== '' && code !== road.code)
            return { id, orderId, outcome: 'wrongCode', state: 'assigned', endedBy: '', endedAt: null };
          const state = { start: 'underWay', arrive: 'arrived', done: 'done', fail: 'failed' } as const;
          const endedAt = kind === 'start' || kind === 'arrive' ? null : at;
          const stops = road.list.stops.map((stop) =>
            stop.orderId === orderId ? { ...stop, state: state[kind], endedAt } : stop,
          );
          road.list = { ...road.list, stops };
          return { id, orderId, outcome: road.outcome, state: state[kind], endedBy: road.endedBy, endedAt };
        }),
      };
    });
  const sent = () =>
    server
      .requests('POST /ext/qr-driver/steps')
      .flatMap(({ body }) => (JSON.parse(body) as { steps: readonly DriverStep[] }).steps);
  return { road, server, sent };
}
function Phone({ store }: { readonly store: DriverStore }) {
  // As the shell does: a session that ended leaves these screens.
  if (useSessionState().kind !== 'signedIn') return null;
  return (
    <DriverStoreContext value={store}>
      <DriverFrame />
    </DriverStoreContext>
  );
}
const open = (server: MemoryServer, store: DriverStore) =>
  openPage({
    server,
    at: '/qr-driver',
    routes: () => [
      {
        element: <Phone store={store} />,
        children: [{ path: '/qr-driver', element: <DriveScreen /> }],
      },
    ],
  });
const cards = async () => {
  const list = await screen.findByRole('region', { name: 'Stops today' });
  return within(list).getAllByRole('listitem');
};
const card = async (at: number) => within((await cards())[at] ?? document.body);

test('[WEBSTOP-2] a driver sees the stops in order, calls, navigates and arrives', async () => {
  const { server, sent } = aRoad();
  await open(server, openDriverStore(undefined));
  const first = await card(0);
  first.getByText('1. Padaria');
  first.getByText('Ring twice');
  screen.getByText('2 more stops come later.');
  expect(first.getByRole('link', { name: 'Call Bia' }).getAttribute('href')).toBe('tel:+551199');
  await userEvent.click(first.getByRole('button', { name: 'Navigate' }));
  const waze = first.getByRole('link', { name: 'Waze to Padaria' });
  expect(waze.getAttribute('href')).toContain('waze.com');
  await userEvent.click(first.getByRole('button', { name: 'Arrived' }));
  await waitFor(() => expect(sent().map(({ kind, orderId }) => [kind, orderId])).toEqual([['arrive', 7]]));
  await (await card(0)).findByText('Arrived');
});

test('[WEBSTOP-7] a driver says once that they are on their way', async () => {
  const { server, sent } = aRoad();
  await open(server, openDriverStore(undefined));
  await userEvent.click((await card(0)).getByRole('button', { name: 'On my way' }));
  await (await card(0)).findByText('Under way');
  expect((await card(0)).queryByRole('button', { name: 'On my way' })).toBe(null);
  (await card(0)).getByRole('button', { name: 'Arrived' });
  await waitFor(() => expect(sent().map(({ kind, orderId }) => [kind, orderId])).toEqual([['start', 7]]));
});

test('[WEBSTOP-3] a stop is done with what proves it; a failure needs a reason', async () => {
  const { server, sent } = aRoad();
  await open(server, openDriverStore(undefined));
  await userEvent.click((await card(0)).getByRole('button', { name: 'Done' }));
  const proof = within(await screen.findByRole('alertdialog', { name: 'Done' }));
  await fill(proof.getByLabelText('Received by'), 'Bia Reis');
  await fill(proof.getByLabelText('Code'), '4711');
  await userEvent.click(proof.getByRole('button', { name: 'Mark as done' }));
  await (await card(0)).findByText('Done');
  await userEvent.click((await card(1)).getByRole('button', { name: 'Not possible' }));
  const failed = within(await screen.findByRole('alertdialog', { name: 'Not possible' }));
  await userEvent.click(failed.getByRole('button', { name: 'Report' }));
  failed.getByText('Choose a reason.');
  await userEvent.selectOptions(failed.getByLabelText('Reason'), 'closed');
  await userEvent.click(failed.getByRole('button', { name: 'Report' }));
  await waitFor(() =>
    expect(sent().map(({ kind, name, code, reason }) => [kind, name, code, reason])).toEqual([
      ['done', 'Bia Reis', '4711', null],
      ['fail', '', '', 'closed'],
    ]),
  );
});

test('[WEBSTOP-4] without a network steps wait and say so, the list stays, and a page that is opened later sends them once', async () => {
  const { server, sent } = aRoad();
  const store = openDriverStore(undefined);
  const before = await open(server, store);
  await cards();
  server.isDown = true;
  await userEvent.click((await card(0)).getByRole('button', { name: 'Arrived' }));
  await screen.findByText('1 step waits for the network.');
  (await card(0)).getByText(/waits for the network/);
  before.unmount();
  server.isDown = false;
  server.on('GET /ext/qr-driver/stops', { status: 502, body: 'Bad Gateway' });
  await open(server, store);
  await screen.findByText(/^Last known list/);
  await cards();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/waits? for the network/)).toBeNull());
  fireEvent(window, new Event('online'));
  expect(sent()).toHaveLength(1);
});

test('[WEBSTOP-5] a driver is told whose report came first, and steps of another driver stay in the phone', async () => {
  const { server, road, sent } = aRoad();
  road.outcome = 'alreadyEnded';
  road.endedBy = 'Rosa';
  const store = openDriverStore(undefined);
  const step = {
    orderId: 8,
    kind: 'done',
    at: VAN.since,
    reason: null,
    name: '',
    code: '',
    note: '',
  } as const;
  await store.add(
    { userId: 9, step: { ...step, id: 'another-driver', pictures: [] }, customer: 'Bar', isRejected: false },
    [],
  );
  await open(server, store);
  await userEvent.click((await card(0)).getByRole('button', { name: 'Done' }));
  const proof = within(await screen.findByRole('alertdialog'));
  await userEvent.click(proof.getByRole('button', { name: 'Mark as done' }));
  await screen.findByText(/^Already ended by Rosa/);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByText(/^Already ended/)).toBeNull();
  expect(sent().map(({ orderId }) => orderId)).toEqual([7]);
  expect(await store.steps(9)).toHaveLength(1);
});

test('[WEBSTOP-5] what cannot be stored in the phone is no report, and a session that ended keeps what waits', async () => {
  const { server } = aRoad();
  const store = openDriverStore(undefined);
  const full: DriverStore = { ...store, add: () => Promise.reject(new Error('QuotaExceededError')) };
  const page = await open(server, full);
  await userEvent.click((await card(0)).getByRole('button', { name: 'Arrived' }));
  await screen.findByText(/^This could not be stored/);
  (await card(0)).getByRole('button', { name: 'Arrived' });
  page.unmount();
  server.on('POST /ext/qr-driver/steps', { status: 401, body: 'Unauthorized' });
  const { session } = await open(server, store);
  await userEvent.click((await card(0)).getByRole('button', { name: 'Arrived' }));
  await waitFor(() => expect(session.state().kind).not.toBe('signedIn'));
  expect(await store.steps(5)).toHaveLength(1);
});

test('[WEBSTOP-6] a wrong code keeps the report, which goes again with another one', async () => {
  const { road, server, sent } = aRoad();
  road.code = '4711';
  road.list = { deviceId: 3, stops: [{ ...STOP, needsCode: true }], hiddenCount: 0 };
  const store = openDriverStore(undefined);
  await open(server, store);
  const end = async () => userEvent.click((await card(0)).getByRole('button', { name: 'Done' }));
  await end();
  const proof = within(await screen.findByRole('alertdialog'));
  await fill(proof.getByLabelText('Received by'), 'Bia');
  await userEvent.click(proof.getByRole('button', { name: 'Mark as done' }));
  proof.getByText('Ask the customer for the code.');
  expect(sent()).toHaveLength(0);
  await fill(proof.getByLabelText('Code'), '4712');
  await userEvent.click(proof.getByRole('button', { name: 'Mark as done' }));
  await screen.findByText(/^The code is wrong\./);
  // The report is there already: pressing Done again asks for its code alone.
  await end();
  const again = within(await screen.findByRole('alertdialog'));
  expect(again.queryByLabelText('Received by')).toBeNull();
  await userEvent.click(again.getByRole('button', { name: 'Discard this report' }));
  await screen.findByText(/are deleted from this phone/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await fill(screen.getByLabelText('Code'), '4711');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect((await card(0)).queryByText(/^Done/)).not.toBeNull());
  expect(sent().map(({ code, name }) => [code, name])).toEqual([
    ['4712', 'Bia'],
    ['4711', 'Bia'],
  ]);
  expect(new Set(sent().map(({ id }) => id)).size).toBe(1);
  expect(await store.steps(5)).toEqual([]);
});
