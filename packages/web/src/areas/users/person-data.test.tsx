import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ErasurePreview } from '@rastro/fleet';
import type { RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { PersonData } from '../../kernel/person/person-data.tsx';
import { fill } from '../../testing/fill.ts';
import { MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';

const PREVIEW: ErasurePreview = { name: 'Ana Lima', people: 0, devices: 2, invoices: 3, checkIns: 0 };
const routes = (): RouteObject[] => [
  {
    path: '/users/7',
    element: (
      <PersonData of={{ kind: 'user', id: 7 }} mayTake mayErase list={{ path: '/users', key: ['users'] }} />
    ),
  },
  { path: '/users', element: <p>list</p> },
];
const open = (server: MemoryServer) => openPage({ server, at: '/users/7', routes });

test('[WEBPERSON-1] all that is kept about somebody is taken along as a file', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const server = new MemoryServer().on('GET /ext/users/7/data', { body: '{"account":{}}' });
  await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Export data' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

test('[WEBPERSON-2] what goes and what stays is said, and nothing happens before the name is typed', async () => {
  const server = new MemoryServer()
    .on('GET /ext/users/7/erasure', { body: PREVIEW })
    .on('POST /ext/users/7/erasure', { status: 204 });
  const page = await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Erase person' }));
  await screen.findByText('3 invoices, with the name, as tax law demands.');
  const press = async () => {
    const buttons = screen.getAllByRole('button', { name: 'Erase person' });
    const last = buttons.at(-1);
    if (last) await userEvent.click(last);
  };
  await press();
  await screen.findByText('That is not the name.');
  expect(server.requests('POST /ext/users/7/erasure')).toHaveLength(0);
  await fill(screen.getByLabelText('Type the name to confirm: Ana Lima'), 'Ana Lima');
  await press();
  await screen.findByText('list');
  expect(server.requests('POST /ext/users/7/erasure').map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    [{ name: 'Ana Lima' }],
  );
  expect(page.path()).toBe('/users');
});

test('[WEBPERSON-2] who has people below him is not erased, and why is said there', async () => {
  const server = new MemoryServer().on('GET /ext/users/7/erasure', { body: { ...PREVIEW, people: 2 } });
  await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Erase person' }));
  await screen.findByText('2 people are below this account. Move or erase them first.');
  expect(screen.queryByLabelText(/Type the name/)).toBeNull();
});
