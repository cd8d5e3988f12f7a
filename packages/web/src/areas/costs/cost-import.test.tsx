import { screen } from '@testing-library/react';
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
const choose = async (): Promise<void> => {
  const file = new File([FILE], 'card.csv', { type: 'text/csv' });
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
