import type { Share } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ShareEntry } from '../../kernel/sharing/share-entry.tsx';
import { aVehicle } from '../../testing/memory-fleet.ts';
import { ShareListPanel } from './share-list-panel.tsx';
import { SharePanel } from './share-panel.tsx';
import { fill } from '../../testing/fill.ts';

const at = (hour: number): string => `2040-01-01T${String(hour).padStart(2, '0')}:00:30.000+00:00`;
const share = (id: number, fields: Partial<Share>): Share => ({
  id,
  name: `Van ${id}`,
  userId: 1,
  deviceId: id,
  deviceIds: [id],
  groupId: 0,
  expiration: at(10 + id),
  createdTime: at(1),
  label: null,
  history: false,
  destination: null,
  lastUsedTime: null,
  madeById: 0,
  madeByName: null,
  ...fields,
});

function open(path: string) {
  const shares = [share(3, { label: 'Rescue' }), share(1, { lastUsedTime: at(2) }), share(2, {})];
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer({}) })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /ext/shares', { body: shares })
    .on('PUT /ext/shares/3', { body: shares[0] })
    .on('DELETE /ext/shares/3', { status: 204 })
    .on('POST /ext/shares/3/link', { body: 'tok' });
  const routes = () => [
    { path: '/shares', element: <ShareListPanel /> },
    { path: '/shares/:shareId', element: <SharePanel /> },
  ];
  return openPage({ server, at: path, routes }).then((page) => ({ server, page }));
}
const rows = (): (string | null)[] => screen.getAllByRole('option').map((row) => row.textContent);

test('[WEBSHARE-1] they are listed by their end or last use, and found by their label', async () => {
  await open('/shares');
  await screen.findByRole('option', { name: /Rescue/ });
  expect(rows().map((row) => /Van \d/.exec(row ?? '')?.[0])).toEqual(['Van 1', 'Van 2', 'Van 3']);
  expect(rows()[0]).toMatch(/Last used/);
  expect(rows()[1]).toMatch(/Not opened yet/);
  await fill(screen.getByRole('searchbox'), 'resc');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('[WEBSHARE-2] label and destination are changed, and an end that was not touched stays', async () => {
  const { server, page } = await open('/shares/3?at=-23.50000,-46.60000');
  const label = await screen.findByLabelText('Label');
  await screen.findByText('Destination: -23.50000, -46.60000');
  expect(page.path()).toBe('/shares/3');
  await userEvent.clear(label);
  await fill(label, 'Tow');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests('PUT /ext/shares/3')).toHaveLength(1));
  expect(JSON.parse(server.requests('PUT /ext/shares/3')[0]?.body ?? '{}')).toEqual({
    label: 'Tow',
    expiration: at(13),
    destination: { latitude: -23.5, longitude: -46.6 },
  });
});

test('[WEBSHARE-2] an end in the past is not sent', async () => {
  const { server } = await open('/shares/3');
  const end = await screen.findByLabelText('Until');
  await userEvent.clear(end);
  await fill(end, '01/01/2020 10:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Choose a date in the future.');
  expect(server.requests('PUT /ext/shares/3')).toHaveLength(0);
});

test('[WEBSHARE-3] its link is shown, and ending it asks first', async () => {
  const { server } = await open('/shares/3');
  await userEvent.click(await screen.findByRole('button', { name: 'Show link' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toMatch(/\/share\/tok$/);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.click(await screen.findByRole('button', { name: 'End' }));
  expect(server.requests('DELETE /ext/shares/3')).toHaveLength(0);
  const question = within(await screen.findByRole('alertdialog', { name: 'End the share link Rescue?' }));
  await userEvent.click(question.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(server.requests('DELETE /ext/shares/3')).toHaveLength(1));
});

test('[WEBSHARE-4] from a vehicle its whole group can be shared, and the shares of the group are listed', async () => {
  const group = { id: 7, name: 'North', groupId: 0, attributes: {} };
  const shares = [share(1, {}), share(2, { deviceId: 0, deviceIds: [], groupId: 7 })];
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /api/groups', { body: [group] })
    .on('GET /ext/shares', { body: shares })
    .on('POST /ext/shares', { body: { token: 'tok' } });
  const { device } = aVehicle({ id: 1, name: 'Van', groupId: 7 });
  await openPage({ server, at: '/', routes: () => [{ path: '/', element: <ShareEntry device={device} /> }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Van' }));
  await userEvent.selectOptions(await dialog.findByLabelText('What'), 'Group North');
  await screen.findByRole('dialog', { name: 'Share Group North' });
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByDisplayValue(/\/share\/tok$/);
  const sent: unknown = JSON.parse(server.requests('POST /ext/shares')[0]?.body ?? '{}');
  expect(sent).toMatchObject({ groupId: 7 });
  expect(sent).not.toHaveProperty('deviceId');
});

test('[WEBSHARE-5] a share of another user is listed with their name, and can only be ended', async () => {
  const foreign = share(3, { userId: 9, label: 'Rescue' });
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ id: 1, userLimit: -1 }) })
    .on('GET /api/users/9', { body: aUser({ id: 9, name: 'Ana Prado' }) })
    .on('GET /ext/shares', { body: [foreign] })
    .on('DELETE /ext/shares/3', { status: 204 });
  const routes = () => [
    { path: '/shares', element: <ShareListPanel /> },
    { path: '/shares/:shareId', element: <SharePanel /> },
  ];
  const page = await openPage({ server, at: '/shares?owner=9', routes });
  await screen.findByRole('heading', { name: 'Share links of Ana Prado' });
  await userEvent.click(await screen.findByRole('option', { name: /Rescue/ }));
  expect(server.requests('GET /ext/shares').at(-1)?.query.get('userId')).toBe('9');
  expect(await screen.findByLabelText('Label')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Show link' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'End' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(server.requests('DELETE /ext/shares/3')).toHaveLength(1));
  await waitFor(() => expect(page.path()).toBe('/shares?owner=9'));
});
