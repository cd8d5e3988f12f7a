import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CardMapping } from '@rastro/fleet/costs';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { readTable } from '../../ui/sheets/read-table.ts';
import { CostImportPanel } from './import-panel.tsx';

const open = (server: MemoryServer) =>
  openPage({
    server: server
      .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
      .on('GET /api/session', { body: aUser({ administrator: true }) }),
    at: '/costs/import',
    routes: () => [{ path: '/costs/import', element: <CostImportPanel readTable={readTable} /> }],
  });
const sentTo = (server: MemoryServer): readonly unknown[] =>
  server.seen
    .filter(({ method, path }) => `${method} ${path}` === 'POST /ext/costs/import')
    .map(({ body }) => JSON.parse(body));
const FILE = [
  'Transaction;Plate;Date;Product;Liters;Amount;Station;Secret',
  '1;ABC-1234;05/11/2026 08:31;DIESEL;45,678;279,96;Sol;x',
  '2;ABC-1234;25/11/2026 08:31;ARLA 32;10;50,00;Sol;x',
  '3;NOPE;25/11/2026 08:31;DIESEL;10;50,00;Sol;x',
].join('\n');
const choose = async (text = FILE): Promise<void> => {
  const file = new File([text], 'card.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file);
};
const NEW = { isDryRun: true, created: 2, known: 1, cents: 32_996, problems: [] };

test('[WEBCOST-6] a card file is read as its cells say, checked first, and imported without rows that are wrong', async () => {
  let problems: readonly object[] = [{ row: 4, column: 'plate', problem: 'unknown' }];
  const server = new MemoryServer()
    .on('GET /ext/costs/mappings', { body: [] })
    .on('POST /ext/costs/import', ({ body }) => ({
      body: { ...NEW, isDryRun: body.includes('"dryRun":true'), problems },
    }));
  await open(server);
  await choose();
  const check = await screen.findByRole('button', { name: 'Check' });
  expect(check.hasAttribute('disabled')).toBe(true);
  await fill(screen.getByRole('textbox', { name: /^Provider/ }), 'Card A');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'ARLA 32' }).value).toBe('other');
  await userEvent.click(check);
  await screen.findByText('Row 4, Plate: no vehicle that you see has this plate');
  problems = [];
  await userEvent.click(screen.getByRole('button', { name: 'Leave out rows with mistakes' }));
  await screen.findByText(/2 costs would be written, .*329\.96.* 1 is there already.* 1 row is left out/);
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 costs' }));
  await screen.findByText(/2 costs were written/);
  const [first, second, last] = sentTo(server);
  expect(first).toMatchObject({
    dryRun: true,
    mapping: {
      provider: 'Card A',
      decimal: ',',
      date: 'dmy',
      columns: { transaction: 0, plate: 1, date: 2, product: 3, quantity: 4, value: 5, station: 6 },
      products: [{ word: 'ARLA 32', kind: 'other' }],
    },
    rows: [{ row: 2 }, { row: 3 }, { row: 4 }],
  });
  expect(JSON.stringify(first)).not.toContain('"x"');
  expect(second).toMatchObject({ dryRun: true, rows: [{ row: 2 }, { row: 3 }] });
  expect(last).toMatchObject({ dryRun: false, rows: [{ row: 2 }, { row: 3 }] });
});

test('[WEBCOST-6] the next file of a provider is read as the one before; what was chosen stays when the server refuses', async () => {
  const saved: CardMapping = {
    provider: 'Card A',
    heads: 'Transaction|Plate|Date|Product|Liters|Amount|Station|Secret',
    columns: { plate: 1, date: 2, value: 5, product: 3 },
    preamble: 0,
    widths: [],
    rowMark: '',
    decimal: ',',
    date: 'dmy',
    products: [{ word: 'ARLA 32', kind: 'service' }],
  };
  const wrong = { ...saved, provider: 'Card B', heads: 'Plate|Date|Amount' };
  const server = new MemoryServer()
    .on('GET /ext/costs/mappings', { body: [wrong, saved] })
    .on('POST /ext/costs/import', {
      status: 409,
      body: 'Cost changed - Somebody else has changed it; look at it again before you save',
    });
  await open(server);
  await screen.findByRole('button', { name: 'Choose file' });
  await choose();
  await screen.findByDisplayValue('Service');
  expect(screen.getByRole('textbox', { name: /^Provider/ }).getAttribute('value')).toBe('Card A');
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByRole('alert');
  expect(screen.getByRole('textbox', { name: /^Provider/ }).getAttribute('value')).toBe('Card A');
  expect(sentTo(server)[0]).toMatchObject({ mapping: { columns: saved.columns, products: saved.products } });
});

const FIXED = [
  '000HEADER 2026-11',
  '100ABC1234 05112026   279,96  45,678 DIESEL S10   ',
  '100ABC1234 25112026    50,00  10,000 ARLA32       ',
  '900TRAILER 0002',
].join('\n');
const LAYOUT: CardMapping = {
  provider: 'Card F',
  heads: '',
  widths: [3, 8, 8, 9, 8, 14],
  columns: { plate: 1, date: 2, value: 3, quantity: 4, product: 5 },
  preamble: 0,
  rowMark: '100',
  decimal: ',',
  date: 'dmy',
  products: [],
};

test('[WEBCOST-14] a file without separators is cut at the widths of its layout, and they are saved with its provider', async () => {
  const server = new MemoryServer()
    .on('GET /ext/costs/mappings', { body: [] })
    .on('POST /ext/costs/import', { body: NEW });
  await open(server);
  await choose(FIXED);
  const parted = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Columns' });
  expect(parted.value).toBe('widths');
  const widths = screen.getByRole('textbox', { name: /^Characters of each column/ });
  await userEvent.clear(widths);
  await fill(widths, '3, 8, x');
  await screen.findByText('Up to 40 whole numbers from 1 to 500.');
  await userEvent.clear(widths);
  await fill(widths, '3, 8, 8, 9, 8, 14');
  expect(screen.getByRole('region', { name: 'First lines as they are cut' }).textContent).toContain(
    '100 │ ABC1234 │ 05112026 │ 279,96 │ 45,678 │ DIESEL S10',
  );
  await fill(screen.getByRole('textbox', { name: /^Provider/ }), 'Card F');
  await fill(screen.getByRole('textbox', { name: /^Only rows/ }), '100');
  for (const [name, option] of [
    ['Plate', '4–11: ABC1234'],
    ['Date', '12–19: 05112026'],
    ['Amount', '20–28: 279,96'],
    ['Product', '37–50: DIESEL S10'],
  ] as const)
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: new RegExp(`^${name}( \\*)?$`) }),
      option,
    );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Decimals' }), '1.234,56');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Dates' }), 'day, month, year');
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText(/2 costs would be written/);
  expect(sentTo(server)[0]).toMatchObject({
    mapping: {
      heads: '',
      widths: [3, 8, 8, 9, 8, 14],
      rowMark: '100',
      columns: { plate: 1, date: 2, value: 3, product: 5 },
      products: [{ word: 'ARLA32', kind: 'other' }],
    },
    rows: [{ row: 1 }, { row: 2, cells: ['100', 'ABC1234', '05112026', '279,96', '', 'DIESEL S10'] }, {}, {}],
  });
});

test('[WEBCOST-14] the next file of such a provider is known by the length of its lines; what is saved is deleted after a question', async () => {
  const saved: CardMapping[] = [LAYOUT];
  const server = new MemoryServer()
    .on('GET /ext/costs/mappings', () => ({ body: saved }))
    .on('DELETE /ext/costs/mappings', () => {
      saved.pop();
      return { status: 204, body: '' };
    });
  await open(server);
  await screen.findByRole('region', { name: 'Saved providers' });
  await choose(FIXED);
  const provider = await screen.findByRole('textbox', { name: /^Provider/ });
  expect(provider.getAttribute('value')).toBe('Card F');
  await userEvent.click(screen.getByRole('button', { name: 'Another file' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete what is saved for Card F' }));
  expect(server.requests('DELETE /ext/costs/mappings')).toEqual([]);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete saved provider' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved providers' })).toBeNull());
  expect(server.requests('DELETE /ext/costs/mappings')[0]?.query.get('provider')).toBe('Card F');
});
