import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Integrations } from '@rastro/fleet';
import { NO_TERMS } from '@rastro/fleet/billing';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { invoiceProblems, invoiceSettings, invoiceValues } from './integration-values.ts';
import { IntegrationsPanel } from './integrations-panel.tsx';
import { fill } from '../../testing/fill.ts';

const SET_AT = '2026-03-01T12:00:00.000Z';
const integrationsOf = (more: {
  readonly payment?: Partial<Integrations['payment']>;
  readonly smtp?: Partial<Integrations['smtp']>;
  readonly newWebhookToken?: string;
}): Integrations => ({
  owner: 0,
  payment: {
    provider: 'asaas',
    environment: 'sandbox',
    hasApiKey: false,
    apiKeySetAt: null,
    hasWebhookToken: false,
    webhookTokenSetAt: null,
    problem: '',
    webhookPath: '/ext/webhooks/asaas/0',
    ...more.payment,
  },
  smtp: {
    host: 'mail.example.com',
    port: 587,
    secure: false,
    user: 'ana',
    from: 'a@example.com',
    hasPassword: false,
    passwordSetAt: null,
    ...more.smtp,
  },
  invoice: { companyName: '', taxId: '', address: '', pixKey: '', pixCity: '', terms: NO_TERMS },
  newWebhookToken: more.newWebhookToken ?? null,
});
const WITH_KEY = integrationsOf({
  payment: { hasApiKey: true, apiKeySetAt: SET_AT, hasWebhookToken: true, webhookTokenSetAt: SET_AT },
});
const serverOf = (integrations: Integrations): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /ext/integrations', { body: integrations });
const open = (server: MemoryServer, part = 'payment'): Promise<Page> =>
  openPage({
    server,
    at: `/integrations/${part}`,
    routes: () => [{ path: '/integrations/:part?', element: <IntegrationsPanel /> }],
  });
const press = async (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const sent = (server: MemoryServer, part: string): unknown[] =>
  server.requests(`POST /ext/integrations/${part}`).map(({ body }): unknown => JSON.parse(body));

test('[WEBINT-2] a secret is set, stays when it is left blank, and is removed', async () => {
  const server = serverOf(integrationsOf({})).on('POST /ext/integrations/payment', { body: WITH_KEY });
  await open(server);
  await screen.findByText('Not set yet.');
  await fill(screen.getByLabelText('API key'), '$aact_hmlg_x');
  await press('Save');
  await screen.findByText(/^Set on .*Leave blank to keep it\.$/);
  expect(screen.getByLabelText('API key')).toHaveProperty('value', '');
  await press('Save');
  await press('Remove');
  await screen.findByText('It will be removed when you save.');
  await press('Save');
  await waitFor(() => expect(sent(server, 'payment')).toHaveLength(3));
  expect(sent(server, 'payment').map((body) => Object(body).apiKey as unknown)).toEqual([
    '$aact_hmlg_x',
    '',
    null,
  ]);
});

test('[WEBINT-3] a test shows its result in the words of the other side, and uses what is saved', async () => {
  const detail = 'answered 401 - invalid_access_token: A chave é inválida.';
  const server = serverOf(WITH_KEY).on('POST /ext/integrations/payment/test', {
    body: { isOk: false, code: 'unauthorized', detail },
  });
  await open(server);
  await screen.findByLabelText('API key');
  await press('Test the key');
  await screen.findByText(detail);
  await screen.findByText(/The service denied access\./);
  server.on('POST /ext/integrations/payment/test', { body: { isOk: true, code: 'ok', detail: '' } });
  await press('Test the key');
  await screen.findByText('The key works: a test charge was created and removed.');
  await userEvent.type(screen.getByLabelText('API key'), 'x');
  await screen.findByText('Save before you test.');
  expect(screen.getByRole('button', { name: 'Test the key' })).toHaveProperty('disabled', true);
});

test('[WEBINT-4] [WEBINT-6] address and token can be copied, the token this once; what the provider says stands above', async () => {
  const server = serverOf(
    integrationsOf({ payment: { problem: 'invalid_access_token' }, newWebhookToken: 'tok-en' }),
  );
  await open(server);
  await screen.findByText('The provider rejects this account: invalid_access_token');
  await screen.findByText('tok-en');
  await screen.findByText('The token is shown only once. Copy it now.');
  await screen.findByText(/\/ext\/webhooks\/asaas\/0$/);
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
});

test('[WEBINT-4] without a new token there is only the way to another one', async () => {
  await open(serverOf(WITH_KEY));
  await screen.findByLabelText('Create a new token when saving; the current one stops working');
  expect(screen.queryByText('The token is shown only once. Copy it now.')).toBeNull();
});

test('[WEBINT-5] an impossible port or sender is an error, and nothing is sent', async () => {
  const server = serverOf(integrationsOf({}));
  await open(server, 'smtp');
  await userEvent.clear(await screen.findByLabelText('Port'));
  await fill(screen.getByLabelText('Port'), '99999');
  await userEvent.clear(screen.getByLabelText('Sender'));
  await press('Save');
  await screen.findByText('Enter a port from 1 to 65535.');
  await screen.findByText('The sender is missing.');
  expect(sent(server, 'smtp')).toEqual([]);
});

test('[WEBINT-5] terms are read as users write them, and come back so', () => {
  const values = {
    ...invoiceValues(integrationsOf({}), 'pt-BR'),
    pixKey: '+55 (11) 98765-4321',
    fine: '2,5',
    interest: '1',
    discount: '1.234,50',
    discountMode: 'fixed',
    discountDays: '3',
  } as const;
  expect(invoiceProblems(values, 'pt-BR')).toEqual({});
  const invoice = invoiceSettings(values, 'pt-BR');
  expect(invoice.terms).toEqual({
    fine: { amount: 250, mode: 'percent' },
    interest: 100,
    discount: { amount: 123_450, mode: 'fixed', days: 3 },
  });
  const written = { ...integrationsOf({}), invoice };
  expect(invoiceValues(written, 'pt-BR')).toMatchObject({
    fine: '2,5',
    discount: '1.234,50',
  });
  const wrong = { ...values, pixKey: 'x', fine: '101', interest: '-1', discountDays: '400' };
  expect(Object.keys(invoiceProblems(wrong, 'pt-BR')).toSorted()).toEqual([
    'discountDays',
    'fine',
    'interest',
    'pixKey',
  ]);
});
