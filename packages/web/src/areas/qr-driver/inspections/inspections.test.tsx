import type { DriverInspections, InspectionContent } from '@rastro/fleet/inspections';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../../testing/fill.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DriverFrame } from '../driver-frame.tsx';
import { InspectionScreen } from './inspection-screen.tsx';
import { openInspectionStore, type InspectionStore } from './inspection-store.ts';
import { InspectionStoreContext } from './use-inspection-queue.ts';

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
const GIVEN: DriverInspections = {
  deviceId: 3,
  deviceName: 'Van 3',
  checklists: [
    {
      id: 4,
      revision: 3,
      name: 'Daily',
      phases: ['before'],
      blocksCheckIn: true,
      items: [
        {
          id: 1,
          text: 'Brakes work?',
          kind: 'yesNo',
          isRequired: true,
          severity: 'unsafe',
          min: null,
          max: null,
          unit: '',
        },
      ],
    },
  ],
  done: [],
  defects: [
    {
      id: 8,
      itemText: 'Horn works?',
      severity: 'minor',
      state: 'repaired',
      note: '',
      isBlocking: false,
      release: null,
    },
  ],
};
/** A server that takes inspections as ours does, while there is a network. */
function aRoad() {
  const road = { status: 0, given: GIVEN };
  const server = new MemoryServer()
    .on('GET /api/session', { body: DANA })
    .on('GET /ext/qr-driver', { body: VAN })
    .on('GET /ext/qr-driver/inspections', () => ({ body: road.given }))
    .on('POST /ext/qr-driver/inspections', () => {
      if (road.status !== 0) return { status: road.status, body: 'Not their vehicle - Nobody drove it' };
      road.given = { ...road.given, done: [{ checklistId: 4, phase: 'before' }] };
      return { status: 201, body: { id: 1, key: 'k', result: 'unsafe', isBlocked: true } };
    });
  const sent = () =>
    server
      .requests('POST /ext/qr-driver/inspections')
      .map(({ body }) => (JSON.parse(body) as { inspection: InspectionContent }).inspection);
  return { road, server, sent };
}
const open = (server: MemoryServer, store: InspectionStore) =>
  openPage({
    server,
    at: '/qr-driver/inspection',
    routes: () => [
      {
        element: (
          <InspectionStoreContext value={store}>
            <DriverFrame />
          </InspectionStoreContext>
        ),
        children: [{ path: '/qr-driver/inspection', element: <InspectionScreen /> }],
      },
    ],
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function fillIn(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Daily: Before the shift' }));
  await press('Send inspection');
  expect(await screen.findAllByText('This question needs an answer.')).toHaveLength(2);
  await userEvent.click(screen.getByRole('radio', { name: 'Horn works?: Yes' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Brakes work?: No' }));
  await fill(screen.getByRole('textbox', { name: 'What is wrong?' }), 'pedal goes down');
  await press('Send inspection');
}

test('[WEBINSPECTOR-1] a driver answers every question and says whether repairs are good; it is sent once', async () => {
  const { server, sent } = aRoad();
  await open(server, openInspectionStore(undefined));
  await fillIn();
  await screen.findByText('Done');
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    checklistId: 4,
    revision: 3,
    deviceId: 3,
    phase: 'before',
    answers: [{ itemId: 1, isOk: false, note: 'pedal goes down' }],
    confirmations: [{ defectId: 8, isConfirmed: true }],
  });
});

test('[WEBINSPECTOR-2] without a network it waits, says so, warns at once, and goes with the next page', async () => {
  const { road, server, sent } = aRoad();
  road.status = 503;
  const store = openInspectionStore(undefined);
  const page = await open(server, store);
  await fillIn();
  await screen.findByText('1 inspection is waiting for the network.');
  screen.getByText(/Do not drive this vehicle/);
  await screen.findByText('Waiting for the network');
  page.unmount();
  road.status = 0;
  await open(server, store);
  await screen.findByText('Done');
  expect(screen.queryByText(/waiting for the network/)).toBeNull();
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test('[WEBINSPECTOR-3] one that the server refuses says why, and stays until the driver has seen it', async () => {
  const { road, server } = aRoad();
  road.status = 409;
  const store = openInspectionStore(undefined);
  await open(server, store);
  await fillIn();
  await screen.findByText(/“Daily” was not accepted: You were not checked in to this vehicle/);
  await press('Remove');
  await waitFor(async () => expect(await store.inspections(5)).toEqual([]));
});

test('[WEBINSPECTOR-4] a vehicle that is released despite its defect says so, with reason and end', async () => {
  const { road, server } = aRoad();
  const release = {
    since: new Date(Date.now() - 60_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    reason: 'to the garage',
  };
  const [horn] = GIVEN.defects;
  if (horn === undefined) throw new Error('there is no defect');
  const unsafe = { ...horn, severity: 'unsafe', state: 'open', isBlocking: true } as const;
  road.given = { ...GIVEN, defects: [{ ...unsafe, release }] };
  const page = await open(server, openInspectionStore(undefined));
  await screen.findByText(/“Horn works\?” is not repaired.*to the garage/);
  expect(screen.queryByText(/Do not drive this vehicle/)).toBeNull();
  page.unmount();
  road.given = { ...GIVEN, defects: [{ ...unsafe, release: null }] };
  await open(server, openInspectionStore(undefined));
  await screen.findByText(/Do not drive this vehicle/);
});
