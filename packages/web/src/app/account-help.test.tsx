import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { routes } from './routes.tsx';
import { aServer, aUser, MemoryServer, type Request } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { fill } from '../testing/fill.ts';

/** The real addresses before the session; everything behind it is one word. */
const screens: typeof routes = (session) => {
  const before = routes(session)[0]?.children?.filter(({ path }) => path !== undefined && path !== '*');
  return [{ children: [...(before ?? []), { path: '*', element: <p>inside</p> }] }];
};
const open = (server: MemoryServer, at: string): Promise<Page> => openPage({ server, at, routes: screens });
const serverThat = (settings: Parameters<typeof aServer>[0]): MemoryServer =>
  new MemoryServer().on('GET /api/server', { body: aServer(settings) });
const form = (request: Request | undefined) => Object.fromEntries(new URLSearchParams(request?.body));
const alert = async (): Promise<string | null> => (await screen.findByRole('alert')).textContent;
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

test('[WEB-1] the way to a new password is there only when the server sends mail', async () => {
  const withoutMail = await open(serverThat({}), '/login');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  withoutMail.unmount();
  const page = await open(serverThat({ emailEnabled: true }), '/login');
  await fill(await screen.findByLabelText('E-mail or username'), 'ana@example.com');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'ana@example.com');
  expect(page.path()).toBe('/login/forgot');
});

test('[WEB-1] an empty e-mail is an error, any other gets the same answer', async () => {
  const server = serverThat({ emailEnabled: true }).on('POST /api/session/password', {});
  await open(server, '/login/forgot');
  await press('Send link');
  expect(await alert()).toBe('Please fill in the e-mail.');
  expect(server.requests('POST /api/session/password')).toHaveLength(0);
  await fill(screen.getByLabelText('E-mail'), ' nobody@example.com ');
  await press('Send link');
  expect((await screen.findByRole('status')).textContent).toContain('If an account has this e-mail');
  expect(form(server.requests('POST /api/session/password')[0])).toEqual({
    email: 'nobody@example.com',
    requested_from: window.location.origin,
  });
});

test('[WEB-1] a server without mail says so', async () => {
  const failure = { status: 400, body: 'MAIL_NOT_CONFIGURED - this server sends no mail' };
  await open(serverThat({}).on('POST /api/session/password', failure), '/login/forgot');
  await fill(await screen.findByLabelText('E-mail'), 'ana@example.com');
  await press('Send link');
  expect(await alert()).toContain('This server cannot send e-mail');
});

async function choosePassword(password: string, again: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Repeat the new password'), again);
  await press('Save the new password');
}

test('[WEB-2] the link sets the password once both fields agree', async () => {
  const server = serverThat({}).on('POST /api/session/password', {});
  window.history.replaceState(null, '', '/login/recover/t-1');
  const page = await open(server, '/login/recover/t-1');
  await choosePassword('secret', 'secrets');
  expect(window.location.pathname).toBe('/login/recover');
  await screen.findByText('The passwords do not match.');
  expect(server.requests('POST /api/session/password')).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText('Repeat the new password'));
  await fill(screen.getByLabelText('Repeat the new password'), 'secret');
  await press('Save the new password');
  await screen.findByText('Password changed. Sign in with the new password.');
  expect(form(server.requests('POST /api/session/password')[0])).toEqual({
    token: 't-1',
    password: 'secret',
  });
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  await waitFor(() => expect(page.path()).toBe('/login'));
});

test('[WEB-500] a reload of the page still has the token of the link, until it was used', async () => {
  const server = serverThat({}).on('POST /api/session/password', {});
  const first = await open(server, '/login/recover/t-3');
  await screen.findByLabelText('New password');
  first.unmount();
  const again = await open(server, '/login/recover');
  await choosePassword('secret', 'secret');
  await screen.findByText('Password changed. Sign in with the new password.');
  expect(form(server.requests('POST /api/session/password')[0])['token']).toBe('t-3');
  again.unmount();
  await open(server, '/login/recover');
  await screen.findByLabelText('Code from the e-mail');
});

test('[WEB-2] an empty token is an error before anything is sent', async () => {
  const server = serverThat({}).on('POST /api/session/password', {});
  await open(server, '/login/recover');
  await choosePassword('secret', 'secret');
  expect(await alert()).toBe('Please fill in the code.');
  expect(server.requests('POST /api/session/password')).toHaveLength(0);
  await fill(screen.getByLabelText('Code from the e-mail'), ' t-2 ');
  await press('Save the new password');
  await screen.findByText('Password changed. Sign in with the new password.');
  expect(form(server.requests('POST /api/session/password')[0])['token']).toBe('t-2');
});

test('[WEB-500] a used link says so, leads to a new one and lets another code be typed', async () => {
  const failure = { status: 400, body: { error: 'INVALID_RESET_LINK - used or too old' } };
  const page = await open(serverThat({}).on('POST /api/session/password', failure), '/login/recover/t-1');
  await choosePassword('secret', 'secret');
  expect(await alert()).toBe('This link was already used or has expired. Request a new one.');
  expect(screen.getByLabelText('Code from the e-mail')).toHaveProperty('value', '');
  await userEvent.click(screen.getByRole('link', { name: 'Request a new link' }));
  await waitFor(() => expect(page.path()).toBe('/login/forgot'));
});

test('[WEB-3] who is signed in can follow the link, and signs in again', async () => {
  const server = serverThat({})
    .on('GET /api/session', { body: aUser({}) })
    .on('POST /api/session/password', {});
  const page = await open(server, '/login/recover/t-1');
  server.on('GET /api/session', { status: 404 });
  await choosePassword('secret', 'secret');
  await screen.findByText('Password changed. Sign in with the new password.');
  expect(page.session.state().kind).toBe('signedOut');
});

test('[WEB-4] sign-in by the company account is offered next to the password, or alone', async () => {
  const both = await open(serverThat({ openIdEnabled: true }), '/login');
  const button = await screen.findByRole('link', { name: 'Sign in with the company account' });
  expect(button.getAttribute('href')).toBe('/api/session/openid/auth');
  expect(screen.getByLabelText('Password')).toBeTruthy();
  both.unmount();
  const forced = { openIdEnabled: true, openIdForce: true, emailEnabled: true, registration: true };
  await open(serverThat(forced), '/login');
  await screen.findByRole('link', { name: 'Sign in with the company account' });
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});

test.each([{ openIdForce: false }, { openIdForce: true }])(
  '[WEB-4] the message of the redirect is shown (forced: $openIdForce)',
  async ({ openIdForce }) => {
    await open(serverThat({ openIdEnabled: true, openIdForce }), '/login?openid=OPENID_GROUP');
    expect(await alert()).toContain('company account');
  },
);

test('[WEB-4] success is silent and goes on', async () => {
  const waiting = await open(serverThat({ openIdEnabled: true }), '/login?openid=success');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('alert')).toBeNull();
  waiting.unmount();
  const server = serverThat({ openIdEnabled: true }).on('GET /api/session', { body: aUser({}) });
  const page = await open(server, '/login?openid=success');
  await screen.findByText('inside');
  expect(page.path()).toBe('/home');
});

test('[WEB-5] registering makes the account, signs in and goes where one wanted to go', async () => {
  const server = serverThat({ registration: true })
    .on('POST /api/users', { body: aUser({}) })
    .on('POST /api/session', { body: aUser({}) });
  const page = await open(server, '/login?to=%2Fdevices%2F7');
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }));
  await press('Create account');
  await screen.findByText('Enter a name and surname (at least 3 characters).');
  expect(server.requests('POST /api/users')).toHaveLength(0);
  await fill(screen.getByLabelText('Name and surname'), 'Ana Lima');
  await fill(screen.getByLabelText('E-mail'), 'ana@example.com');
  await fill(screen.getByLabelText('Password'), 'secret');
  await press('Create account');
  await screen.findByText('inside');
  expect(JSON.parse(server.requests('POST /api/users')[0]?.body ?? '')).toEqual({
    name: 'Ana Lima',
    email: 'ana@example.com',
    password: 'secret',
    attributes: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
  expect(form(server.requests('POST /api/session')[0])).toEqual({
    email: 'ana@example.com',
    password: 'secret',
  });
  expect(page.path()).toBe('/devices/7');
});

test('[WEB-5] an e-mail that is taken is an error, and the input stays', async () => {
  const server = serverThat({ registration: true }).on('POST /api/users', {
    status: 400,
    body: 'ALREADY_IN_USE - e-mail',
  });
  await open(server, '/register');
  await fill(await screen.findByLabelText('Name and surname'), 'Ana Lima');
  await fill(screen.getByLabelText('E-mail'), 'ana@example.com');
  await fill(screen.getByLabelText('Password'), 'secret');
  await press('Create account');
  expect(await alert()).toBe('This value is already in use.');
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@example.com');
});

test('[WEB-5] where registration is closed there is no form, and a new server sets itself up first', async () => {
  const closed = await open(serverThat({}), '/register');
  expect(await alert()).toContain('temporarily');
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  closed.unmount();
  const page = await open(serverThat({ newServer: true, registration: true }), '/register');
  await screen.findByRole('button', { name: 'Create administrator' });
  expect(page.path()).toBe('/login');
});
