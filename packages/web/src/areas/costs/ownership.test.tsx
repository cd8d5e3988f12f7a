import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NO_TOTALS } from '@rastro/fleet';
import type { VehiclePurchase } from '@rastro/fleet/costs';
import { afterEach, expect, test, vi } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Loses 100.00 on each day of 2026. */
const BOUGHT: VehiclePurchase = {
  deviceId: 3,
  deviceName: 'Van 3',
  ownerId: 9,
  version: 4,
  day: '2026-01-01',
  cents: 5_650_000,
  residualCents: 2_000_000,
  months: 12,
  sale: null,
};
const HOUR = 3_600_000;
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/devices', {
      body: [
        { id: 3, name: 'Van 3', uniqueId: 'van-3' },
        { id: 4, name: 'Van 4', uniqueId: 'van-4' },
      ],
    })
    .on('GET /ext/costs/months', { body: [] })
    .on('GET /ext/costs/sums', {
      body: [
        { month: '2026-09', kind: 'fuel', deviceId: 3, cents: 90_000 },
        { month: '2026-10', kind: 'lease', deviceId: 8, cents: 5000 },
      ],
    })
    .on('GET /ext/costs/purchases', ({ query }) =>
      query.get('after') === 'next'
        ? { body: { purchases: [BOUGHT], next: null } }
        : { body: { purchases: [], next: 'next' } },
    )
    .on('GET /api/reports/totals', ({ query }) =>
      query.get('from')?.startsWith('2026-09') === true
        ? { body: [{ ...NO_TOTALS, deviceId: 3, reporting: 1, distance: 400_000, engineHours: 10 * HOUR }] }
        : { body: [{ ...NO_TOTALS, deviceId: 4 }] },
    );
const open = (server: MemoryServer) =>
  openPage({
    server,
    at: '/costs?tab=ownership&from=2026-09&to=2026-10',
    routes: () => [{ path: '/costs', element: <CostsPanel /> }],
  });
/** Amounts have a space that does not break. */
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ');
const cellsOf = (name: RegExp): readonly string[] =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent));

test('[WEBCOST-12] every vehicle has its costs and its loss of value, per distance and hour, and the total fits', async () => {
  await open(serverOf());
  await screen.findByRole('row', { name: /^Van 3/ });
  expect(screen.getAllByRole('row').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'Vehicle',
    'Total',
    'Van 3',
    'Vehicle 8',
    'Van 4',
  ]);
  const van3 = ['400 km', '10 hr 0 min', '$ 6,100.00', '$ 900.00', '$ 7,000.00', '$ 17.50', '$ 700.00'];
  expect(cellsOf(/^Van 3/)).toEqual(van3);
  expect(cellsOf(/^Van 4/)).toEqual(['unknown', 'unknown', '–', '$ 0.00', '$ 0.00', 'unknown', 'unknown']);
  expect(cellsOf(/^Vehicle 8/).slice(2, 5)).toEqual(['–', '$ 50.00', '$ 50.00']);
  expect(cellsOf(/^Total/)).toEqual([
    '400 km',
    '10 hr 0 min',
    '$ 6,100.00',
    '$ 950.00',
    '$ 7,050.00',
    '$ 17.63',
    '$ 705.00',
  ]);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search vehicles' }), 'van 3');
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Total/ })).toBeNull());
  const print = vi.fn<() => void>(() => {
    expect(plain(document.querySelector('[data-print]')?.textContent ?? '')).toContain(
      `Van 3${van3.join('')}`,
    );
  });
  vi.stubGlobal('print', print);
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
});

test('[WEBCOST-12] a purchase is entered for a vehicle without one, checked, and stays typed when it is refused', async () => {
  let isRefused = true;
  const server = serverOf().on('PUT /ext/costs/purchases/4', () =>
    isRefused
      ? { status: 409, body: 'Cost changed - Somebody else has changed it; look at it again before you save' }
      : { body: { ...BOUGHT, deviceId: 4, version: 1 } },
  );
  await open(server);
  expect(await screen.findByRole('row', { name: /^Vehicle 8/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Vehicle 8' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Van 4' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Purchase of Van 4' }));
  await fill(dialog.getByRole('textbox', { name: /^Price/ }), '1,000');
  await fill(dialog.getByRole('textbox', { name: /^Residual/ }), '1,000.01');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('This is more than the price.');
  await userEvent.clear(dialog.getByRole('textbox', { name: /^Residual/ }));
  await fill(dialog.getByRole('textbox', { name: /^Residual/ }), '400');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByRole('alert');
  dialog.getByDisplayValue('1,000');
  isRefused = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = server.requests('PUT /ext/costs/purchases/4');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    version: 0,
    ownerId: null,
    cents: 100_000,
    residualCents: 40_000,
    months: 60,
    sale: null,
  });
});

test('[WEBCOST-12] a purchase is shown, and removed after a question', async () => {
  const server = serverOf().on('DELETE /ext/costs/purchases/3', { status: 204, body: '' });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Van 3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Van 3' }));
  dialog.getByText('12 months');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(server.requests('DELETE /ext/costs/purchases/3')).toEqual([]);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete purchase' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.requests('DELETE /ext/costs/purchases/3')).toHaveLength(1));
  expect(server.requests('DELETE /ext/costs/purchases/3')[0]?.query.get('ownerId')).toBe('9');
});
