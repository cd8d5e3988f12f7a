import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { startAsaasSimulator } from '@rastro/outgoing/testing';
import { eventually, eventuallyFound } from '../../test/eventually.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'paid by a message' };
const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

async function clientOf({ url }: RunningServer) {
  const body = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const reply = await fetch(`${url}/api/session`, { method: 'POST', body });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async (method: string, path: string, sent?: object): Promise<Record<string, unknown>> => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(sent ? { body: JSON.stringify(sent) } : {}),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return Object(JSON.parse(text));
  };
}

test('[COLLECT-4] [COLLECT-7] [COLLECT-11] of the whole product: charged, paid by a message, cancelled at the provider', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-collect-'));
  const asaas = await startAsaasSimulator(new Date().toISOString().slice(0, 10));
  const start = (): Promise<RunningServer> => {
    const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PROTOCOLS: '', ASAAS_URL: asaas.url };
    return runServer(readSettings({ ...own, ...ADMIN }, null), pino({ level: 'silent' }));
  };
  let server = await start();
  t.after(async () => {
    await server.close();
    await asaas.close();
    rmSync(folder, { recursive: true });
  });
  let call = await clientOf(server);
  const settings = await call('GET', '/api/server');
  const attributes = { ...Object(settings['attributes']), 'rastro.enableBilling': true };
  await call('PUT', '/api/server', { ...settings, attributes });
  const key = { provider: 'asaas', environment: 'sandbox', apiKey: '$aact_hmlg_simulated' };
  const { newWebhookToken: token } = await call('POST', '/ext/integrations/payment', key);
  const customer = await call('POST', '/api/users', {
    name: 'Ana',
    email: 'ana@example.com',
    password: 'a van of her own',
    attributes: { 'rastro.billingTaxId': '529.982.247-25' },
  });
  const bill = async (): Promise<number> => {
    const sent = { customerId: customer['id'], dueDate: tomorrow, value: 9000, description: 'Vans' };
    return Number((await call('POST', '/ext/billing/invoices', sent))['id']);
  };
  const [paid, cancelled] = [await bill(), await bill()];
  // The job runs once a minute, and at the start.
  await server.close();
  server = await start();
  call = await clientOf(server);
  const invoice = (id: number) => call('GET', `/ext/invoices/${id}`);
  const chargeOf = (id: number) =>
    eventuallyFound(async () => {
      const chargeId: unknown = Object((await invoice(id))['charge']).id;
      return typeof chargeId === 'string' ? (asaas.asaas.account.payments.get(chargeId) ?? null) : null;
    });
  const charge = await chargeOf(paid);
  assert.deepEqual([charge.value, charge.dueDate], [90, tomorrow]);
  asaas.asaas.account.pay(charge, 'PIX');
  // Now: the next charge has messages, too.
  const body = JSON.stringify(asaas.asaas.account.events.at(-1));
  const notify = async (header: string, provider = 'asaas'): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'asaas-access-token': header };
    return (await fetch(`${server.url}/ext/webhooks/${provider}/0`, { method: 'POST', headers, body }))
      .status;
  };
  assert.equal(await notify('forged'), 401);
  assert.equal(await notify(String(token), 'other'), 401);
  assert.equal((await invoice(paid))['status'], 'PENDING');
  assert.equal(await notify(String(token)), 200);
  await eventually(async () => (await invoice(paid))['status'] === 'RECEIVED');
  const other = await chargeOf(cancelled);
  await call('POST', '/ext/billing/cancel', { ids: [cancelled], reason: 'a mistake' });
  await eventually(async () => other.deleted);
});
