import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderFigures, OrderReport } from '@rastro/fleet/orders';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { OrdersPanel } from './orders-panel.tsx';

const figures = (more: Partial<OrderFigures> = {}): OrderFigures => ({
  orders: 10,
  done: 7,
  failed: 2,
  cancelled: 0,
  open: 1,
  onTime: 3,
  late: 1,
  compared: 2,
  delaySeconds: 300,
  ...more,
});
const REPORT: OrderReport = {
  total: figures(),
  reasons: [{ reason: 'closed', count: 2 }],
  groups: [
    { ...figures({ orders: 6, onTime: 0, late: 0, compared: 0, delaySeconds: 0 }), key: '3', name: 'Van 3' },
    { ...figures({ orders: 4, onTime: 3, late: 1, compared: 2, delaySeconds: -360 }), key: '0', name: '' },
  ],
  hiddenGroups: 0,
};
const serverOf = (report = REPORT): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /ext/orders/report', { body: report })
    .on('GET /ext/orders', { body: { orders: [], next: null, counts: [] } });
const open = (server: MemoryServer, search: string) =>
  openPage({
    server,
    at: `/orders${search}`,
    routes: () => [{ path: '/orders', element: <OrdersPanel /> }],
  });
const asked = (server: MemoryServer) =>
  server.seen.filter(({ path }) => path === '/ext/orders/report').map(({ query }) => query);

test('[WEBORDER-7] the report has totals, reasons and a line for each group; unknown is no figure', async () => {
  const server = serverOf();
  await open(server, '?tab=report&by=vehicle&from=2026-11-01&to=2026-11-30&device=3');
  const row = await screen.findByRole('row', { name: /Van 3/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['6', '7', '2', '0', '1', '–', '–']);
  const nobody = screen.getByRole('row', { name: /not assigned/ });
  expect(
    within(nobody)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(-2),
  ).toEqual(['75', '-3']);
  expect(screen.getByRole('region', { name: 'Reasons of failures' }).textContent).toContain('closed 2');
  const [query] = asked(server);
  expect([query?.get('by'), query?.getAll('deviceId')]).toEqual(['vehicle', ['3']]);
  expect(query?.get('from')).toMatch(/^2026-1[01]-/);
});

test('[WEBORDER-7] a file has the figures of the screen, filtered and with the total', async () => {
  const saved: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:report';
    },
    revokeObjectURL: () => {},
  });
  await open(serverOf(), '?tab=report&by=vehicle&from=2026-11-01&to=2026-11-30&q=van');
  await screen.findByRole('row', { name: /Van 3/ });
  expect(screen.queryByRole('row', { name: /not assigned/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(saved.length).toBe(1));
  expect((await saved[0]?.text())?.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Vehicle,Orders,Done,Failed,Canceled,Open,"On time, %","After plan, min"',
    'Van 3,6,7,2,0,1,,',
    'Total,10,7,2,0,1,75,2.5',
  ]);
});

test('[WEBORDER-7] a period that is none is not asked for, and stays typed; the list is one tab away', async () => {
  const server = serverOf({ total: figures({ orders: 0 }), reasons: [], groups: [], hiddenGroups: 0 });
  await open(server, '?tab=report&from=2026-11-30&to=2026-11-01');
  await screen.findByText('Choose a period');
  expect(asked(server)).toEqual([]);
  await userEvent.click(screen.getByRole('tab', { name: 'List' }));
  await screen.findByText('No open order');
  await userEvent.click(screen.getByRole('tab', { name: 'Report' }));
  await screen.findByText('No orders in this period');
});
