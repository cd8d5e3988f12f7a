import type { ArrivalShare, RoadOrder } from '@rastro/fleet/orders';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ArrivalDialog } from './arrival-dialog.tsx';

const ORDER: RoadOrder = {
  id: 7,
  version: 2,
  ownerId: 1,
  reference: '',
  customer: 'Padaria',
  place: { address: 'Rua das Flores, 12', latitude: null, longitude: null, geofenceId: 0 },
  from: null,
  to: null,
  minutes: 10,
  load: 0,
  contact: { name: '', phone: '', email: '' },
  note: '',
  code: '',
  wrongCodes: 0,
  state: 'assigned',
  reason: null,
  attempt: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: '',
  driverName: '',
  routeId: 0,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime: '2026-11-28T12:00:00.000Z',
};
const NOT_SHARED: ArrivalShare = {
  isShared: false,
  showsDriver: false,
  sharedTime: null,
  lastUsedTime: null,
};
const SHARED: ArrivalShare = { ...NOT_SHARED, isShared: true, sharedTime: '2026-11-28T12:00:00.000Z' };
const open = (server: MemoryServer) =>
  openPage({
    server: server
      .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
      .on('GET /api/session', { body: aUser({ administrator: true }) }),
    at: '/',
    routes: () => [{ path: '/', element: <ArrivalDialog order={ORDER} onClose={() => undefined} /> }],
  });

test('[WEBORDER-6] a link to the arrival is made with or without the driver, and shown this once', async () => {
  const server = new MemoryServer()
    .on('GET /ext/orders/7/arrival', { body: NOT_SHARED })
    .on('POST /ext/orders/7/arrival', { body: { ...SHARED, showsDriver: true, token: 'secret-link' } });
  await open(server);
  expect(screen.queryByRole('button', { name: 'End links' })).toBeNull();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Show the name of the driver' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  expect(link.value).toMatch(/\/arrival\/secret-link$/);
  expect(JSON.parse(server.requests('POST /ext/orders/7/arrival')[0]?.body ?? '')).toEqual({
    showsDriver: true,
  });
  const message = screen.getByRole('link', { name: 'Send by WhatsApp' });
  expect(decodeURIComponent(message.getAttribute('href') ?? '')).toContain('/arrival/secret-link');
});

test('[WEBORDER-6] links are ended after a question, and a refusal is said in the language of the reader', async () => {
  let isShared = true;
  const server = new MemoryServer()
    .on('GET /ext/orders/7/arrival', () => ({ body: isShared ? SHARED : NOT_SHARED }))
    .on('POST /ext/orders/7/arrival', { status: 409, body: 'Order ended - Nothing of it arrives any more' })
    .on('DELETE /ext/orders/7/arrival', () => {
      isShared = false;
      return { status: 204 };
    });
  await open(server);
  await screen.findByText(/Not opened yet\./);
  await userEvent.click(screen.getByRole('button', { name: 'Create another link' }));
  await screen.findByText('This order has ended: there is nothing to follow any more.');
  await userEvent.click(screen.getByRole('button', { name: 'End links' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('stop working at once');
  await userEvent.click(within(question).getByRole('button', { name: 'End links' }));
  await screen.findByRole('button', { name: 'Create link' });
  expect(server.requests('DELETE /ext/orders/7/arrival')).toHaveLength(1);
});
