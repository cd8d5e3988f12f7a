import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { SheetButton } from './sheet-button.tsx';

const aYard = (user: Parameters<typeof aUser>[0] = {}) =>
  new MemoryServer().on('GET /api/session', { body: aUser(user) }).on('POST /ext/qr-codes', ({ body }) => ({
    body: [
      {
        deviceId: 3,
        deviceName: 'Van 3',
        plate: 'ABC1D23',
        code: (JSON.parse(body) as { renew?: boolean }).renew === true ? 'NEWC2345EFGH' : 'ABCD2345EFGH',
      },
    ],
  }));
const open = (server: MemoryServer) =>
  openPage({ server, at: '/', routes: () => [{ path: '/', element: <SheetButton ids={[3]} /> }] });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('[WEBCODE-1] a vehicle keeps its code; new ones end the old sheet, after a question', async () => {
  const server = aYard();
  await open(server);
  await press('Code sheet');
  expect(await screen.findAllByText('ABCD-2345-EFGH')).toHaveLength(2);
  await press('New codes');
  expect(server.requests('POST /ext/qr-codes')).toHaveLength(1);
  await screen.findByText(/Sheets printed earlier/);
  const [, yes] = await screen.findAllByRole('button', { name: 'New codes', hidden: true });
  await userEvent.click(yes ?? document.body);
  expect(await screen.findAllByText('NEWC-2345-EFGH')).toHaveLength(2);
});

test('[WEBCODE-1] who may only look prints none', async () => {
  await open(aYard({ readonly: true }));
  expect(screen.queryByRole('button')).toBeNull();
});
