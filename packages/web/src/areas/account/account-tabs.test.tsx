import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccountKey, OwnAccountStatus, User } from '@rastro/fleet';
import type { RouteObject } from 'react-router';
import { createHash, webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AccountPanel } from './account-panel.tsx';
import { MemoryPush } from '../../testing/memory-push.ts';
import { agentName } from './agent-name.ts';
import { otpauthUri } from './enrol-dialog.tsx';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';

const screens = (): RouteObject[] => [{ path: '/account', element: <AccountPanel /> }];
const ACCOUNT_STATUS: OwnAccountStatus = {
  codesAllowed: true,
  codesOn: false,
  recoveryCodes: 0,
  deletionRequested: null,
};
const KEY: AccountKey = {
  id: 'a1',
  kind: 'session',
  name: null,
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0',
  createdTime: '2026-11-20T10:00:00.000+00:00',
  lastUsed: '2026-11-21T10:00:00.000+00:00',
  expirationTime: null,
  isCurrent: true,
  isActing: false,
};
const serverOf = (status: Partial<OwnAccountStatus> = {}, user: Partial<User> = {}): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/account', { body: { ...ACCOUNT_STATUS, ...status } });
const open = (server: MemoryServer, tab: string) =>
  openPage({ server, at: `/account?tab=${tab}`, routes: screens });
const bodyOf = (server: MemoryServer, call: string): unknown =>
  JSON.parse(server.requests(call).at(-1)?.body ?? 'null');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const password = async () => fill(await screen.findByLabelText('Current password'), 'my own');

afterEach(() => vi.unstubAllGlobals());

test('[WEBOWN-1] address and contacts are saved; what is no e-mail is an error; the strength of the password is shown', async () => {
  const server = serverOf().on('PUT /api/users/1', ({ body }) => ({
    body: { ...JSON.parse(body), password: null },
  }));
  await open(server, 'profile');
  await fill(await screen.findByLabelText('City'), 'Recife');
  await fill(screen.getByLabelText('Contact e-mail'), 'no address');
  await fill(screen.getByLabelText('New password'), 'password');
  await screen.findByText('Weak: easy to guess.');
  await fill(screen.getByLabelText('New password'), ' Of Many Words 7');
  await screen.findByText('Strong.');
  await userEvent.clear(screen.getByLabelText('New password'));
  await press('Save');
  expect(server.requests('PUT /api/users/1')).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText('Contact e-mail'));
  await press('Save');
  await screen.findByText('Changes saved.');
  expect(bodyOf(server, 'PUT /api/users/1')).toMatchObject({
    attributes: { 'rastro.addressCity': 'Recife' },
  });
});

test('[WEBOWN-2] codes are switched on by one of them; the recovery codes are shown once', async () => {
  const server = serverOf()
    .on('POST /api/users/totp', { body: 'ABCDEFGHIJKLMNOP' })
    .on('PUT /api/account/totp', { body: { codes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } });
  await open(server, 'security');
  await press('Turn on');
  await screen.findByRole('img', { name: 'QR code of the key' });
  await screen.findByText('ABCD EFGH IJKL MNOP');
  await fill(screen.getByLabelText('Code from the app'), '123456');
  await press('Confirm');
  expect(server.requests('PUT /api/account/totp')).toHaveLength(0);
  await password();
  await press('Confirm');
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  expect(bodyOf(server, 'PUT /api/account/totp')).toEqual({
    key: 'ABCDEFGHIJKLMNOP',
    code: '123456',
    currentPassword: 'my own',
  });
  await press('I saved them');
  expect(screen.queryByText('aaaaa-bbbbb')).toBeNull();
});

test('[WEBOWN-2] the remaining codes are counted; switching off asks for the password, and shows an error in place', async () => {
  const server = serverOf({ codesOn: true, recoveryCodes: 7 }).on('POST /api/account/totp/off', {
    status: 403,
    body: 'Current password wrong - x',
  });
  await open(server, 'security');
  await screen.findByText('7 recovery codes left.');
  await press('Turn off');
  await password();
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  await screen.findByText('Your current password is required, and the one entered is wrong.');
});

test('[WEBOWN-3] one session or all others are ended; the own one is marked', async () => {
  const other = { ...KEY, id: 'b2', isCurrent: false, userAgent: 'curl/8.0' };
  const server = serverOf()
    .on('GET /api/account/keys', { body: [KEY, other] })
    .on('DELETE /api/account/keys/b2', { status: 204 })
    .on('DELETE /api/account/keys', { status: 204 });
  await open(server, 'keys');
  await screen.findByText('Firefox · Windows');
  await screen.findByText('This session');
  await press('End curl/8.0');
  await press('End');
  await waitFor(() => expect(server.requests('DELETE /api/account/keys/b2')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await press('End all other sessions');
  await press('End');
  await waitFor(() => expect(server.requests('DELETE /api/account/keys')).toHaveLength(1));
});

test('[WEBOWN-3] a token has a name and an end, and is shown once', async () => {
  const server = serverOf()
    .on('GET /api/account/keys', { body: [] })
    .on('POST /api/session/token', { body: 'secret-token' });
  await open(server, 'keys');
  await press('New access token');
  await press('Create');
  await screen.findByText('Give the token a name.');
  await fill(screen.getByLabelText('Purpose'), 'Gate');
  await fill(screen.getByLabelText('Valid until'), '12/31/2099');
  await press('Create');
  await screen.findByText('secret-token');
  const sent = new URLSearchParams(server.requests('POST /api/session/token')[0]?.body);
  expect(sent.get('name')).toBe('Gate');
  await press('Done');
  expect(screen.queryByText('secret-token')).toBeNull();
});

test('[WEBOWN-7] the last day of a token is a day in the zone of the user, not where the browser is', async () => {
  const server = serverOf({}, { attributes: { timezone: 'Asia/Kolkata' } })
    .on('GET /api/account/keys', { body: [] })
    .on('POST /api/session/token', { body: 'secret-token' });
  await open(server, 'keys');
  await press('New access token');
  await fill(screen.getByLabelText('Purpose'), 'Gate');
  await fill(screen.getByLabelText('Valid until'), '12/31/2099');
  await press('Create');
  await screen.findByText('secret-token');
  const sent = new URLSearchParams(server.requests('POST /api/session/token')[0]?.body);
  expect(sent.get('expiration')).toBe('2099-12-31T18:29:59.000Z');
});

test('[WEBOWN-4] a deletion is requested with the password, and can be canceled', async () => {
  let ownAccountStatus = ACCOUNT_STATUS;
  const server = serverOf()
    .on('GET /api/account', () => ({ body: ownAccountStatus }))
    .on('POST /api/account/deletion', () => {
      ownAccountStatus = { ...ACCOUNT_STATUS, deletionRequested: '2026-11-21T10:00:00.000+00:00' };
      return { body: ownAccountStatus };
    })
    .on('DELETE /api/account/deletion', () => {
      ownAccountStatus = ACCOUNT_STATUS;
      return { body: ownAccountStatus };
    });
  await open(server, 'data');
  await press('Request deletion');
  await password();
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Request deletion' }));
  await screen.findByText(/^You requested this on/);
  await press('Withdraw the request');
  await screen.findByText('Your account manager receives the request and decides.');
});

test('[WEBOWN-5] in front of a server that is not ours only the fields are there', async () => {
  const server = new MemoryServer().on('GET /api/session', { body: aUser({}) });
  await open(server, 'keys');
  await screen.findByLabelText('Name');
  expect(screen.queryByRole('tab')).toBeNull();
});

test('[WEBOWN-3] programs are called by the names that users know', () => {
  expect(agentName('Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/17 Safari/604.1')).toBe(
    'Safari · iPhone',
  );
  expect(agentName('')).toBeNull();
});

test('[WEBOWN-2] an authenticator reads issuer, account and key', () => {
  expect(otpauthUri('My Fleet', 'ana@x.br', 'ABC')).toBe(
    'otpauth://totp/My%20Fleet:ana%40x.br?secret=ABC&issuer=My%20Fleet',
  );
});

test('[WEBOWN-6] browsers that get alerts are listed; this one is marked, another is removed after a question', async () => {
  const push = new MemoryPush();
  await push.subscribe('key-1');
  // What the server has for the address of the first subscription.
  vi.stubGlobal('crypto', webcrypto);
  const own = createHash('sha256').update('https://push.example.com/1').digest('base64url');
  const phone = {
    id: 'b2',
    userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0',
    createdTime: '2026-11-20T10:00:00.000+00:00',
    lastUsed: null,
  };
  const list = 'GET /api/notifications/push-subscriptions';
  const server = serverOf()
    .on('GET /api/account/keys', { body: [KEY] })
    .on(list, { body: [phone, { ...phone, id: own, userAgent: null, lastUsed: phone.createdTime }] })
    .on('DELETE /api/notifications/push-subscriptions/b2', { status: 204 });
  await openPage({ server, push, at: '/account?tab=keys', routes: screens });
  const section = await screen.findByRole('region', { name: 'Alerts while the page is closed' });
  await within(section).findByText('This browser');
  expect(within(section).getAllByRole('listitem')).toHaveLength(2);
  expect(within(section).getByText(/no alert yet/).textContent).toMatch(/^since .*2026/);
  server.on(list, { body: [] });
  await press('Remove Chrome · Android');
  const question = await screen.findByRole('alertdialog', { name: 'Stop sending alerts to this browser?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Alerts while the page is closed' })).toBeNull(),
  );
  expect(server.requests('DELETE /api/notifications/push-subscriptions/b2')).toHaveLength(1);
});

test('[WEBOWN-100] one chooses the time zone of the account, and takes the choice back', async () => {
  const server = serverOf().on('PUT /api/users/1', ({ body }) => ({
    body: { ...JSON.parse(body), password: null },
  }));
  await open(server, 'profile');
  const field = await screen.findByRole('combobox', { name: 'Time zone' });
  await choose('Time zone', 'bogota', /^America\/Bogota/);
  await press('Save');
  await screen.findByText('Changes saved.');
  expect(bodyOf(server, 'PUT /api/users/1')).toMatchObject({ attributes: { timezone: 'America/Bogota' } });
  await userEvent.clear(field);
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/users/1')).toHaveLength(2));
  expect(bodyOf(server, 'PUT /api/users/1')).not.toHaveProperty('attributes.timezone');
});
