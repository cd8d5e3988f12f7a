import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_RECEIPT_BYTES, type CostLine, type CostReceipt } from '@rastro/fleet/costs';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

const PAPER: CostReceipt = {
  id: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c11',
  name: 'Nota 12.pdf',
  type: 'application/pdf',
  addedTime: '2026-10-28T12:00:00.000Z',
};
const LINE: CostLine = {
  id: 7,
  version: 2,
  ownerId: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  driverName: '',
  source: 'user',
  importKey: '',
  createdTime: '2026-10-28T12:00:00.000Z',
  receipts: [PAPER],
  kind: 'fuel',
  cents: 12_345,
  from: '2026-10-05',
  to: '2026-10-05',
  at: null,
  quantity: 0,
  unit: null,
  odometerKm: null,
  engineHours: null,
  supplier: 'Posto Sol',
  document: '',
  driverUniqueId: '',
  note: '',
};
const UPLOAD = /^POST \/ext\/costs\/7\/receipts\//;
const serverOf = (lines: readonly CostLine[]): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/drivers', { body: [] })
    .on('GET /api/devices', { body: [{ id: 3, name: 'Van 3', uniqueId: 'van-3' }] })
    .on('GET /ext/costs/months', { body: [] })
    .on('GET /ext/costs', { body: { lines, next: null, sums: [] } });
const open = (server: MemoryServer) =>
  openPage({
    server,
    at: '/costs?device=3',
    routes: () => [{ path: '/costs', element: <CostsPanel /> }],
  });
const asked = (server: MemoryServer, key: RegExp) =>
  server.seen.filter(({ method, path }) => key.test(`${method} ${path}`));
const paper = (name: string, bytes = 10): File =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });

test('[WEBCOST-11] receipts of a new cost stay chosen when they do not arrive; the cost is written once', async () => {
  let isDown = true;
  const sentIds: string[] = [];
  const stored = (version: number): CostLine => ({
    ...LINE,
    version,
    receipts: sentIds.map((id) => ({ ...PAPER, id })),
  });
  const server = serverOf([])
    .on('POST /ext/costs', () => ({ body: stored(1) }))
    .on('PUT /ext/costs/7', () => ({ body: stored(3) }))
    .on('POST /ext/costs/7/receipts/*', ({ path }) => {
      if (isDown && sentIds.length === 1)
        return { status: 429, body: 'Too many at once - Try again in a moment' };
      sentIds.push(path.split('/').at(-1) ?? '');
      return { status: 201, body: stored(2) };
    });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'New cost' }));
  const dialog = within(screen.getByRole('dialog'));
  await fill(dialog.getByRole('textbox', { name: /^Amount/ }), '123.45');
  const input = dialog.getByLabelText('Choose receipts');
  await userEvent.upload(input, [paper('a.pdf'), paper('b.pdf'), paper('no.pdf', MAX_RECEIPT_BYTES + 1)]);
  await dialog.findByText('A receipt may have 3 MB at most.');
  dialog.getByText('b.pdf');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/Too many requests at once/);
  await dialog.findByText(/^The cost is saved\./);
  dialog.getByText('b.pdf');
  isDown = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked(server, /^POST \/ext\/costs$/)).toHaveLength(1);
  expect(sentIds).toHaveLength(2);
  const uploads = asked(server, UPLOAD);
  expect(uploads.map(({ query }) => query.get('name'))).toEqual(['a.pdf', 'b.pdf', 'b.pdf']);
  expect(new Set(uploads.slice(1).map(({ path }) => path)).size).toBe(1);
});

test('[WEBCOST-11] receipts stand in their line and are removed after a question', async () => {
  const server = serverOf([LINE]).on('DELETE /ext/costs/7/receipts/*', { status: 204, body: '' });
  await open(server);
  const row = await screen.findByRole('button', { name: /Posto Sol/ });
  within(row).getByLabelText('1 receipt');
  await userEvent.click(row);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Nota 12.pdf' }));
  expect(asked(server, /^DELETE/)).toEqual([]);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete receipt' }));
  question.getByText(/^Nota 12\.pdf: the file is gone for good\. The cost Posto Sol, .*123\.45, stays\.$/);
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(server, /^DELETE/)).toHaveLength(1));
  await screen.findByRole('dialog', { name: 'Posto Sol' });
});

test('[WEBCOST-11] receipts of a closed month stay; one that comes late is added', async () => {
  const server = serverOf([LINE])
    .on('GET /ext/costs/months', {
      body: [{ ownerId: 1, month: '2026-10', closedAt: '2026-11-03T12:00:00.000Z' }],
    })
    .on('POST /ext/costs/7/receipts/*', { status: 201, body: LINE });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: /Posto Sol/ }));
  await screen.findByText(/October 2026 is closed/);
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByRole('button', { name: 'Save Nota 12.pdf' });
  expect(dialog.queryByRole('button', { name: 'Delete Nota 12.pdf' })).toBeNull();
  await userEvent.upload(dialog.getByLabelText('Choose receipts'), paper('late.pdf'));
  await waitFor(() => expect(asked(server, UPLOAD)).toHaveLength(1));
});
