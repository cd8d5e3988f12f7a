import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerMessage, CustomerMessageState } from '@rastro/fleet/orders';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CustomerMessagesDialog } from './customer-messages-dialog.tsx';
import { OrderMessages } from './order-messages.tsx';

const STATE: CustomerMessageState = {
  moments: ['onTheWay'],
  showsDriver: true,
  usesText: false,
  canMail: true,
  canText: false,
  hasLink: true,
  mayShare: true,
};
const serverOf = (state: Partial<CustomerMessageState> = {}) =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /ext/orders/messages', { body: { ...STATE, ...state } });
const open = async (server: MemoryServer, onClose = (): void => {}) => {
  await openPage({
    server,
    at: '/orders',
    routes: () => [{ path: '/orders', element: <CustomerMessagesDialog onClose={onClose} /> }],
  });
  return screen;
};
const isChecked = (box: HTMLElement): boolean => box instanceof HTMLInputElement && box.checked;

test('[WEBMSG-1] moments are chosen one by one; what cannot be sent is said, and what was chosen stays when it is refused', async () => {
  let closed = 0;
  const server = serverOf().on('PUT /ext/orders/messages', {
    status: 403,
    body: 'Right missing - share.create',
  });
  const dialog = await open(server, () => (closed += 1));
  const done = await dialog.findByRole('checkbox', { name: /When it is done/ });
  expect(isChecked(done)).toBe(false);
  expect(isChecked(dialog.getByRole('checkbox', { name: /When the vehicle is on its way/ }))).toBe(true);
  expect(dialog.queryByRole('checkbox', { name: /Text message/ })).toBe(null);
  expect(dialog.queryByRole('note')).toBe(null);
  await userEvent.click(done);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByRole('alert');
  expect([isChecked(done), closed]).toEqual([true, 0]);
  server.on('PUT /ext/orders/messages', { body: STATE });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(closed).toBe(1));
  const sent = server.seen.findLast(({ method }) => method === 'PUT');
  expect(JSON.parse(sent?.body ?? 'null')).toEqual({
    moments: ['onTheWay', 'done'],
    showsDriver: true,
    usesText: false,
  });
});

test('[WEBMSG-2] a server that sends nothing says why', async () => {
  const dialog = await open(serverOf({ canMail: false, hasLink: false, mayShare: false }));
  await dialog.findByRole('checkbox', { name: /When it is done/ });
  expect(dialog.getByRole('note').textContent).toBe(
    [
      'Neither a mail server nor a gateway for text messages is set: nothing is sent.',
      'The server does not know its public address (PUBLIC_URL): messages have no link.',
      'The account of your company may not share: nothing is sent.',
    ].join(' '),
  );
});

test('[WEBMSG-3] an order shows which messages its customer has got, and which was not delivered', async () => {
  const message: CustomerMessage = {
    moment: 'planned',
    attempt: 1,
    channel: 'mail',
    sentTime: '2026-11-28T19:00:00.000Z',
    failure: '',
  };
  const failed = { ...message, moment: 'done', channel: 'text', failure: 'no such number' } as const;
  const server = serverOf().on('GET /ext/orders/7/messages', { body: { messages: [message, failed] } });
  await openPage({
    server,
    at: '/orders',
    routes: () => [{ path: '/orders', element: <OrderMessages orderId={7} /> }],
  });
  await screen.findByRole('heading', { name: 'Messages to the customer' });
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^When it is planned E-mail, /);
  expect(second?.textContent).toMatch(/^When it is done Text message, .*Not delivered: no such number$/);
});
