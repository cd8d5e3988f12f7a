import type { Device, StockMovement } from '@rastro/fleet';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { StockPanel } from './stock-panel.tsx';
import { fill } from '../../testing/fill.ts';

const aTracker = (id: number, state: string | null): Partial<Device> => ({
  id,
  name: `Box ${id}`,
  uniqueId: `imei-${id}`,
  model: 'FMB920',
  phone: null,
  lastUpdate: null,
  attributes: state === null ? {} : { 'device.state': state },
});
const MOVED: StockMovement = {
  deviceId: 1,
  deviceName: 'Box 1',
  at: new Date(Date.now() - 3_600_000).toISOString(),
  userId: 5,
  userName: 'Ana',
  from: 'stock',
  to: 'failure',
  note: 'no light',
};
const stockServer = (
  devices: readonly Partial<Device>[] = [aTracker(1, 'stock'), aTracker(2, 'stock'), aTracker(3, null)],
) =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ id: 5, administrator: true }) })
    .on('GET /api/devices', { body: devices })
    .on('GET /ext/stock/movements', { body: [MOVED] })
    .on('POST /ext/stock/movements', ({ body }) => ({
      body: (JSON.parse(body) as { deviceIds: number[] }).deviceIds.map((deviceId) => ({
        deviceId,
        outcome: deviceId === 2 ? 'refused' : 'moved',
      })),
    }))
    .on('POST /ext/stock/codes', {
      body: [1, 2].map((deviceId) => ({
        deviceId,
        deviceName: `Box ${deviceId}`,
        model: 'FMB920',
        code: `ABCD2345EFG${deviceId + 1}`,
        until: '2026-03-01T10:00:00.000Z',
      })),
    });
const open = (server: MemoryServer, at = '/stock') =>
  openPage({ server, at, routes: () => [{ path: '/stock', element: <StockPanel /> }] });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const options = (): readonly (string | null)[] =>
  screen.getAllByRole('option').map((row) => row.querySelector('span span')?.textContent ?? null);

test('[WEBSTOCK-1] states are counted and filter; the order stands in the address', async () => {
  const page = await open(stockServer());
  await screen.findAllByRole('option');
  const states = screen.getByRole('group', { name: 'Status' });
  expect(
    within(states)
      .getAllByRole('button')
      .map((each) => each.textContent),
  ).toContain('2In stock');
  await press('1No status');
  expect(options()).toEqual(['Box 3']);
  await press('1No status');
  await fill(screen.getByRole('searchbox'), 'imei-2');
  expect(page.path()).toBe('/stock?q=imei-2');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
});

test('[WEBSTOCK-2] chosen trackers are moved with a note, hundreds in several calls, and who stayed is named', async () => {
  const many = Array.from({ length: 150 }, (_, at) => aTracker(at + 1, 'stock'));
  const server = stockServer(many);
  await open(server);
  await screen.findAllByRole('option');
  await press('Select 150');
  await press('Move');
  const dialog = await screen.findByRole('dialog');
  await userEvent.selectOptions(within(dialog).getByLabelText('To'), 'Faulty');
  await fill(within(dialog).getByLabelText('Note'), 'no light');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await screen.findByRole('heading', { name: '149 trackers moved' });
  expect(within(screen.getByRole('alert')).getByText('Box 2')).toBeTruthy();
  const sent = server.requests('POST /ext/stock/movements').map(({ body }) => {
    const { deviceIds, to, note } = JSON.parse(body) as { deviceIds: number[]; to: string; note: string };
    return [deviceIds.length, to, note];
  });
  expect(sent).toEqual([
    [100, 'failure', 'no light'],
    [50, 'failure', 'no light'],
  ]);
});

test('[WEBSTOCK-3] movements say who, when, from where and where to; of one tracker without a period', async () => {
  const server = stockServer();
  await open(server, '/stock?tab=movements');
  await screen.findByText('In stock → Faulty · Ana');
  screen.getByText('no light');
  expect([...(server.requests('GET /ext/stock/movements')[0]?.query.keys() ?? [])]).toEqual(['from', 'to']);
  await screen.findByRole('button', { name: 'Export' });
});

test('[WEBSTOCK-3] of one tracker all movements are asked for', async () => {
  const server = stockServer();
  const page = await open(server, '/stock?tab=movements&device=1');
  await screen.findByText('In stock → Faulty · Ana');
  expect(server.requests('GET /ext/stock/movements')[0]?.query.toString()).toBe('deviceId=1');
  await press('Show all');
  expect(page.path()).toBe('/stock?tab=movements');
});

test('[WEBSTOCK-4] labels are for trackers in stock, are printed alone, and renewed only when asked', async () => {
  const server = stockServer();
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await open(server);
  await screen.findAllByRole('option');
  await press('Select 3');
  expect(screen.getByRole('button', { name: 'Labels' })).toHaveProperty('disabled', true);
  await press('2In stock');
  await press('Clear');
  await press('Select 2');
  await press('Labels');
  expect(await screen.findAllByText('ABCD-2345-EFG2')).toHaveLength(2);
  screen.getByText('2 codes · 1 page');
  // What the sheet of the map leaves on paper.
  expect(document.querySelector('body > [data-print]')?.textContent).toContain('ABCD-2345-EFG2');
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  await press('New codes');
  const wishes = server.requests('POST /ext/stock/codes').map(({ body }) => JSON.parse(body) as object);
  expect(wishes).toEqual([{ deviceIds: [1, 2] }, { deviceIds: [1, 2], renew: true }]);
});
