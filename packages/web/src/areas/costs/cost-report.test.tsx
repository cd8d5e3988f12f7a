import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unzipSync } from 'fflate';
import { NO_TOTALS } from '@rastro/fleet';
import { afterEach, expect, test, vi } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';
import { reportMonths } from './use-cost-report.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const SUMS = [
  { month: '2026-09', kind: 'fuel', deviceId: 3, cents: 30_000 },
  { month: '2026-10', kind: 'lease', deviceId: 3, cents: 10_000 },
  { month: '2026-10', kind: 'fuel', deviceId: 4, cents: 5000 },
];
const DISTANCES: Readonly<Record<string, readonly object[]>> = {
  '2026-09': [{ ...NO_TOTALS, deviceId: 3, reporting: 1, distance: 123_456 }],
  '2026-10': [
    { ...NO_TOTALS, deviceId: 3, reporting: 1, distance: 76_544 },
    { ...NO_TOTALS, deviceId: 4 },
  ],
};
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/drivers', { body: [{ id: 1, name: 'Ana', uniqueId: 'ana' }] })
    .on('GET /api/groups', { body: [{ id: 9, name: 'North' }] })
    .on('GET /api/devices', {
      body: [
        { id: 3, name: 'Van 3', uniqueId: 'van-3', groupId: 9 },
        { id: 4, name: 'Van 4', uniqueId: 'van-4', groupId: 0 },
      ],
    })
    .on('GET /ext/costs/months', { body: [] })
    .on('GET /ext/costs/sums', { body: SUMS })
    .on('GET /ext/costs/drivers', {
      body: [{ month: '2026-09', kind: 'fuel', driverUniqueId: 'ana', cents: 12_000 }],
    })
    .on('GET /api/reports/totals', ({ query }) => {
      const lines = DISTANCES[query.get('from')?.slice(0, 7) ?? ''] ?? [];
      if (query.get('by') === 'driver')
        return { body: lines.slice(0, 1).map((line) => ({ ...line, deviceId: 0, driverUniqueId: 'ana' })) };
      return query.get('sum') === 'true' ? { body: lines.slice(0, 1) } : { body: lines };
    });
const open = (server: MemoryServer, search = '') =>
  openPage({
    server,
    at: `/costs?tab=report&from=2026-09&to=2026-10${search}`,
    routes: () => [{ path: '/costs', element: <CostsPanel /> }],
  });
const bytesOf = (blob: Blob | undefined): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob ?? new Blob([]));
  });
/** Amounts have a space that does not break. */
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ');
const cellsOf = (name: RegExp): readonly string[] =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent));

test('[WEBCOST-9] costs of months stand beside their distance, and the total is the same by vehicle, driver, group and month', async () => {
  await open(serverOf());
  await screen.findByRole('row', { name: /^Van 3/ });
  expect(cellsOf(/^Van 3/)).toEqual(['200 km', '$ 300.00', '$ 400.00', '$ 1.50', '$ 2.00']);
  expect(cellsOf(/^Van 4/)).toEqual(['unknown', '$ 50.00', '$ 50.00', 'unknown', 'unknown']);
  const total = ['200 km', '$ 350.00', '$ 450.00', '$ 1.75', '$ 2.25'];
  expect(cellsOf(/^Total/)).toEqual(total);
  const by = screen.getByRole('combobox', { name: 'By' });
  for (const [name, row, cells] of [
    ['Driver', /^Ana/, ['200 km', '$ 120.00', '$ 120.00', '$ 0.60', '$ 0.60']],
    ['Group', /^North/, ['200 km', '$ 300.00', '$ 400.00', '$ 1.50', '$ 2.00']],
    ['Month', /^October 2026/, ['76.5 km', '$ 50.00', '$ 150.00', '$ 0.65', '$ 1.96']],
  ] as const) {
    await userEvent.selectOptions(by, name);
    await screen.findByRole('row', { name: row });
    expect(cellsOf(row)).toEqual(cells);
    expect(cellsOf(/^Total/)).toEqual(total);
  }
});

test('[WEBCOST-9] files have the figures of the screen', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => saved.push(blob),
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const print = vi.fn<() => void>(() => {
    const paper = document.querySelector('[data-print]');
    expect(plain(paper?.textContent ?? '')).toContain('Van 3200 km$ 300.00$ 400.00$ 1.50$ 2.00');
  });
  vi.stubGlobal('print', print);
  await open(serverOf());
  await screen.findByRole('row', { name: /^Van 3/ });
  for (const format of ['CSV', 'Spreadsheet (XLSX)', 'Print or save as PDF']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: format }));
    const button = screen.getByRole('button', { name: 'Export' });
    await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false));
  }
  const csv = new TextDecoder().decode(await bytesOf(saved[0]));
  expect(csv.split('\r\n').slice(1).map(plain)).toEqual([
    'Van 3,200 km,$ 300.00,$ 400.00,$ 1.50,$ 2.00',
    'Van 4,unknown,$ 50.00,$ 50.00,unknown,unknown',
    'Total,200 km,$ 350.00,$ 450.00,$ 1.75,$ 2.25',
    '',
  ]);
  const sheet = new TextDecoder().decode(
    unzipSync(new Uint8Array(await bytesOf(saved[1])))['xl/worksheets/sheet1.xml'],
  );
  for (const figure of ['200', '300', '400', '1.5', '2', '350', '450', '1.75', '2.25'])
    expect(sheet).toContain(`<v>${figure}</v>`);
  expect(print).toHaveBeenCalledOnce();
});

test('[WEBCOST-9] whoever has no reports sees costs without distances, and why', async () => {
  const server = serverOf().on('GET /api/server', {
    body: aServer({}),
    headers: { licensemode: 'plus', trackingserver: 'traccar 6.0', features: 'geofences' },
  });
  await open(server);
  await screen.findByText(/^Distances are unknown/);
  await screen.findByRole('row', { name: /^Total/ });
  expect(cellsOf(/^Total/)).toEqual(['unknown', '$ 350.00', '$ 450.00', 'unknown', 'unknown']);
  expect(server.seen.filter(({ path }) => path === '/api/reports/totals')).toEqual([]);
});

test('[WEBCOST-9] months are in their order, and no more than may be asked for', () => {
  expect(reportMonths({ from: null, to: null }, '2026-11')).toEqual({ from: '2026-09', to: '2026-11' });
  expect(reportMonths({ from: '2026-10', to: '2026-03' }, '2026-11')).toEqual({
    from: '2026-03',
    to: '2026-10',
  });
  expect(reportMonths({ from: '2020-01', to: '2026-10' }, '2026-11')).toEqual({
    from: '2024-11',
    to: '2026-10',
  });
});
