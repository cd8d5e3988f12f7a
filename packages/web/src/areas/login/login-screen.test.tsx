import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { LoginScreen } from './login-screen.tsx';

const screens = (): RouteObject[] => [
  { path: '/login', element: <LoginScreen /> },
  { path: '*', element: <p>inside</p> },
];
const open = (server: MemoryServer, at = '/login', more = {}): Promise<Page> =>
  openPage({ server, at, routes: screens, ...more });

async function fill(email: string, password: string): Promise<void> {
  if (email !== '') await userEvent.type(screen.getByLabelText('E-mail or username'), email);
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}
const form = (request: Request | undefined): URLSearchParams => new URLSearchParams(request?.body);

const aBranding = (part: object = {}) => ({
  brand: 'rastro',
  title: 'Rastro',
  headLogo: null,
  whatsapp: null,
  androidApp: null,
  appleApp: null,
  dataPolicy: null,
  push: null,
  tileSources: [],
  ...part,
});

test('empty fields are rejected before anything is sent', async () => {
  const server = new MemoryServer();
  await open(server);
  await fill('', '');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Please fill in all fields.');
  expect(server.requests('POST /api/session')).toHaveLength(0);
});

test.each([
  [401, 'HTTP 401 Unauthorized', 'Invalid username or password.'],
  [500, '', 'Account disabled. Contact the administrator.'],
  [
    400,
    'ACCOUNT_IS_SUSPENDED - unpaid',
    'Account suspended for non-payment. Settle the debts or contact support.',
  ],
  [400, 'Something odd', 'This could not be completed: Something odd'],
])('status %i with "%s" says what it means', async (status, body, text) => {
  const server = new MemoryServer().on('POST /api/session', { status, body });
  await open(server);
  await fill('ana@example.com', 'wrong');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByLabelText('E-mail or username')).toHaveProperty('value', 'ana@example.com');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong');
});

test('no answer is called a missing connection', async () => {
  const server = new MemoryServer();
  await open(server);
  server.isDown = true;
  await fill('ana@example.com', 'secret');
  expect((await screen.findByRole('alert')).textContent).toContain('No connection to the server.');
});

test('signing in goes to where the user wanted to go', async () => {
  const server = new MemoryServer().on('POST /api/session', { body: aUser({}) });
  const page = await open(server, '/login?to=%2Fdevices%3Ffilter%3Dmoving');
  await fill(' ana@example.com ', 'secret');
  await screen.findByText('inside');
  expect(page.path()).toBe('/devices?filter=moving');
  expect(form(server.requests('POST /api/session')[0]).get('email')).toBe('ana@example.com');
});

test('a target outside of the product is not followed', async () => {
  const server = new MemoryServer().on('POST /api/session', { body: aUser({}) });
  const page = await open(server, '/login?to=%2F%2Fevil.example');
  await fill('ana@example.com', 'secret');
  await screen.findByText('inside');
  expect(page.path()).toBe('/home');
});

test('a second factor is requested as a step and sent along', async () => {
  const server = new MemoryServer().on('POST /api/session', (request) =>
    form(request).get('code') === '123456'
      ? { body: aUser({}) }
      : { status: 401, headers: { 'www-authenticate': 'TOTP' }, body: 'HTTP 401 Unauthorized' },
  );
  await open(server);
  await fill('ana@example.com', 'secret');
  const code = await screen.findByLabelText('Verification code');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(code, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('inside');
});

test('a suspended account may take its trust unlock', async () => {
  const server = new MemoryServer().on('POST /api/session', (request) =>
    form(request).get('trust') === 'true'
      ? { body: aUser({}) }
      : { status: 400, body: { error: 'ACCOUNT_IS_SUSPENDED', trustAvailable: true, invoices: [] } },
  );
  await open(server);
  await fill('ana@example.com', 'secret');
  await userEvent.click(await screen.findByRole('button', { name: 'Use grace access' }));
  await screen.findByText('inside');
});

test('[WEBPAY-1] a suspended account shows what is overdue, and pays right there', async () => {
  const dues = { value: 9000, discount: 0, fine: 180, interest: 12, total: 9192 };
  const invoices = [
    { id: 7, dueDate: '2026-05-10', dues, pixPayload: '000201TEST', invoiceUrl: 'javascript:alert(1)' },
    {
      id: 8,
      dueDate: '2026-06-10',
      dues,
      pixPayload: null,
      invoiceUrl: null,
      bankSlipUrl: 'https://x.example/8',
    },
    'nonsense',
  ];
  const error = 'Account is suspended - What is overdue has to be paid first';
  await open(
    new MemoryServer().on('POST /api/session', {
      status: 401,
      body: { error, trustAvailable: false, invoices },
    }),
  );
  await fill('ana@example.com', 'secret');
  await screen.findByText(/Settle the debts/);
  const [first, second] = await screen.findAllByRole('button', { name: /Due/ });
  expect(first?.textContent).toContain('91.92');
  await screen.findByRole('img', { name: 'Pix code' });
  await screen.findByRole('button', { name: 'Copy the Pix code' });
  expect(screen.queryByRole('link', { name: 'Open the invoice' })).toBeNull();
  await userEvent.click(second!);
  expect(screen.getByRole('link', { name: 'Open the invoice' }).getAttribute('href')).toBe(
    'https://x.example/8',
  );
  expect(screen.queryByRole('button', { name: 'Use grace access' })).toBeNull();
});

test('[WEBPAY-400] without a Pix key a suspended account sees whom it owes and how to reach them', async () => {
  const error = 'Account is suspended - What is overdue has to be paid first';
  const supplier = { name: 'Rota Sul', email: 'pay@rota.example' };
  const invoice = { dueDate: '2026-05-10', dues: { total: 9192 }, pixPayload: null, invoiceUrl: null };
  const invoices = [
    { ...invoice, id: 7, supplier },
    { ...invoice, id: 8, supplier: null },
  ];
  const server = new MemoryServer()
    .on('GET /ext/assets/custom/config.json', { body: aBranding({ whatsapp: '+55 11 99999-0000' }) })
    .on('POST /api/session', { status: 401, body: { error, trustAvailable: false, invoices } });
  await open(server);
  await fill('ana@example.com', 'secret');
  await screen.findByText(/^Pay Rota Sul directly/);
  expect(screen.getByRole('link', { name: supplier.email }).getAttribute('href')).toBe(
    'mailto:pay@rota.example?subject=Payment%20of%20invoice%207',
  );
  await userEvent.click(screen.getAllByRole('button', { name: /Due/ })[1]!);
  await screen.findByText(/^Pay your provider directly/);
  const links = screen.getAllByRole('link', { name: 'WhatsApp' }).map((link) => link.getAttribute('href'));
  expect(new Set(links)).toEqual(new Set(['https://wa.me/5511999990000']));
});

test('remembering keeps e-mail and token, never the password', async () => {
  const saved: unknown[] = [];
  const remembered = {
    load: () => Promise.resolve(null),
    save: (login: unknown) => Promise.resolve(void saved.push(login)),
    forget: () => Promise.resolve(),
  };
  const server = new MemoryServer()
    .on('POST /api/session', { body: aUser({}) })
    .on('POST /api/session/token', { body: 'token-1' });
  await open(server, '/login', { remembered });
  await userEvent.click(screen.getByLabelText('Remember me on this device'));
  await fill('ana@example.com', 'secret');
  await screen.findByText('inside');
  expect(saved).toEqual([{ email: 'ana@example.com', token: 'token-1' }]);
});

test('a remembered e-mail is filled in', async () => {
  const remembered = {
    load: () => Promise.resolve({ email: 'ana@example.com', token: null }),
    save: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  };
  await open(new MemoryServer(), '/login', { remembered });
  await waitFor(() =>
    expect(screen.getByLabelText('E-mail or username')).toHaveProperty('value', 'ana@example.com'),
  );
});

test('[WEB-80] a token in the address signs in when the user says so, and leaves the address bar', async () => {
  const server = new MemoryServer().on('GET /api/session', ({ query }) =>
    query.get('token') === 'good' ? { body: aUser({}) } : { status: 404 },
  );
  window.history.replaceState(null, '', '/login?token=good&to=%2Fdevices%2F5');
  await open(server, '/login?token=good');
  const button = await screen.findByRole('button', { name: 'Open' });
  expect(window.location.href).not.toContain('good');
  expect(window.location.search).toBe('?to=%2Fdevices%2F5');
  const withToken = () => server.requests('GET /api/session').filter(({ query }) => query.has('token'));
  expect(withToken()).toHaveLength(0);
  await userEvent.click(button);
  await screen.findByText('inside');
  expect(withToken()).toHaveLength(1);
});

test('[WEB-80] a signed-in user sees that the link opens another account', async () => {
  const server = new MemoryServer().on('GET /api/session', { body: aUser({ name: 'Bia' }) });
  await open(server, '/login?token=good');
  await screen.findByText(/You are signed in as Bia/);
});

test('a rejected token says so and leaves the form', async () => {
  const server = new MemoryServer().on('GET /api/session', ({ query }) => ({
    status: query.has('token') ? 401 : 404,
  }));
  const page = await open(server, '/login?token=bad');
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect data entered.');
  expect(page.path()).toBe('/login');
});

test('a new server creates its administrator with the code of the console', async () => {
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer({ newServer: true }) })
    .on('POST /api/users', { body: aUser({ administrator: true }) })
    .on('POST /api/session', { body: aUser({ administrator: true }) });
  await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Create administrator' }));
  expect(screen.getByText('Enter the code shown in the console.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Name'), 'Ana Lima');
  await userEvent.type(screen.getByLabelText('E-mail'), 'ana@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.type(screen.getByLabelText('Setup code'), 'ABCD-1234');
  await userEvent.click(screen.getByRole('button', { name: 'Create administrator' }));
  await screen.findByText('inside');
  expect(JSON.parse(server.requests('POST /api/users')[0]?.body ?? '')).toEqual({
    name: 'Ana Lima',
    email: 'ana@example.com',
    password: 'secret',
    attributes: { timezone: expect.any(String) },
    setupCode: 'ABCD-1234',
  });
});

test('[BRAND-30] heading, words and languages are those of the brand of the host', async () => {
  const branding = aBranding({
    title: 'Frota Sul',
    languages: ['es', 'en'],
    loginTitle: 'Welcome to Frota Sul',
    loginText: 'Call us at any hour.',
  });
  await open(new MemoryServer().on('GET /ext/assets/custom/config.json', { body: branding }));
  await screen.findByRole('heading', { name: 'Welcome to Frota Sul' });
  screen.getByText('Call us at any hour.');
  const languages = screen.getByRole('group', { name: 'Language' });
  expect(languages.textContent).toBe('ESEN');
});

test('[OVER-8] whoever chose the overview lands on it; a link to another page stays one', async () => {
  const user = aUser({ attributes: { 'rastro.landing': 'overview' } });
  const server = new MemoryServer().on('POST /api/session', { body: user });
  const page = await open(server);
  await fill('ana', 'right');
  await waitFor(() => expect(page.path()).toBe('/overview'));
  page.unmount();
  const linked = await open(server, '/login?to=%2Fdevices');
  await fill('ana', 'right');
  await waitFor(() => expect(linked.path()).toBe('/devices'));
});
