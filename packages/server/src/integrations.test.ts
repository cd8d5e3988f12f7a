import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import type { Integrations, IntegrationTest } from '@rastro/fleet';
import {
  startAsaasSimulator,
  startSmtpSimulator,
  type RunningAsaas,
  type SmtpSimulator,
} from '@rastro/outgoing/testing';
import { copyFolder } from '@rastro/storage';
import { hashPassword, PLAIN_ACCOUNT } from '@rastro/tracker';
import { runServer, type RunningServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'pays by the month' };
const API_KEY = '$aact_hmlg_simulated';
const folder = mkdtempSync(join(tmpdir(), 'rastro-integrations-'));
const lines: string[] = [];
let server: RunningServer;
let asaas: RunningAsaas;
let smtp: SmtpSimulator;
const start = (more: Record<string, string> = {}): Promise<RunningServer> => {
  const outside = { ASAAS_URL: asaas.url, ALLOW_PRIVATE_URLS: 'true' };
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PROTOCOLS: '', ...ADMIN, ...outside };
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  return runServer(readSettings({ ...environment, ...more }, null), log);
};
before(async () => {
  asaas = await startAsaasSimulator(new Date().toISOString().slice(0, 10));
  smtp = await startSmtpSimulator({ user: 'ana', password: 'mail-secret' });
  server = await start();
  const passwordHash = await hashPassword(ADMIN.ADMIN_PASSWORD);
  const { users } = server.tracker?.directory ?? assert.fail();
  const reseller = { attributes: { 'rastro.reseller': true } };
  await users.create({ ...PLAIN_ACCOUNT, passwordHash, name: 'R', email: 'r@example.com', ...reseller });
  await users.create({ ...PLAIN_ACCOUNT, passwordHash, name: 'S', email: 's@example.com', ...reseller });
  await users.create({ ...PLAIN_ACCOUNT, passwordHash, name: 'U', email: 'u@example.com' });
});
after(async () => {
  await server.close();
  await asaas.close();
  await smtp.close();
  rmSync(folder, { recursive: true });
});

type Answer = { readonly status: number; readonly text: string };
async function signIn(email: string) {
  const form = new URLSearchParams({ email, password: ADMIN.ADMIN_PASSWORD });
  const reply = await fetch(`${server.url}/api/session`, { method: 'POST', body: form });
  assert.equal(reply.status, 200);
  const headers = {
    cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
    'content-type': 'application/json',
  };
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`${server.url}${path}`, sent);
    return { status: answer.status, text: await answer.text() };
  };
}
const read = ({ status, text }: Answer): Integrations => {
  assert.equal(status, 200, text);
  return JSON.parse(text);
};
const tried = ({ status, text }: Answer): IntegrationTest => {
  assert.equal(status, 200, text);
  return JSON.parse(text);
};
async function switchBilling(isOn: boolean): Promise<void> {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const settings = JSON.parse((await admin('GET', '/api/server')).text);
  const attributes = { ...settings.attributes, 'rastro.enableBilling': isOn };
  assert.equal((await admin('PUT', '/api/server', { ...settings, attributes })).status, 200);
}
const mailOf = (more: object = {}) => ({
  host: '127.0.0.1',
  port: smtp.port,
  secure: false,
  user: 'ana',
  from: 'Frota <frota@example.com>',
  ...more,
});
const payment = (more: object = {}) => ({ provider: 'asaas', environment: 'sandbox', ...more });

test('[INT-2] only where billing is on, and only for who issues: a reseller has his own, administrators all', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  assert.equal((await admin('GET', '/ext/integrations')).status, 403, 'billing is off');
  await switchBilling(true);
  const reseller = await signIn('r@example.com');
  const rival = await signIn('s@example.com');
  const plain = await signIn('u@example.com');
  const own = read(await reseller('POST', '/ext/integrations/payment', payment({ apiKey: API_KEY })));
  assert.ok(own.owner > 0);
  assert.equal(read(await admin('GET', '/ext/integrations')).owner, 0);
  assert.equal(read(await admin('GET', `/ext/integrations?owner=${own.owner}`)).payment.hasApiKey, true);
  assert.equal(read(await rival('GET', '/ext/integrations')).payment.hasApiKey, false);
  for (const method of ['GET', 'POST']) {
    const path = method === 'GET' ? '/ext/integrations' : '/ext/integrations/payment';
    const body = method === 'GET' ? undefined : payment();
    assert.equal((await rival(method, `${path}?owner=${own.owner}`, body)).status, 403);
    assert.equal((await rival(method, `${path}?owner=0`, body)).status, 403);
    assert.equal((await plain(method, path, body)).status, 403);
  }
  for (const what of ['payment', 'smtp'])
    assert.equal((await rival('POST', `/ext/integrations/${what}/test?owner=${own.owner}`)).status, 403);
});

test('[INT-3] a secret goes in and never comes out: no answer, log, audit line or file tells it', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const secrets = ['$aact_hmlg_written', 'a-mail-password-of-ours'];
  const [apiKey, password] = secrets;
  const made = read(await admin('POST', '/ext/integrations/payment', payment({ apiKey })));
  const token = made.newWebhookToken ?? assert.fail('the token is told once');
  assert.equal(read(await admin('GET', '/ext/integrations')).newWebhookToken, null);
  const { smtp: mail } = read(await admin('POST', '/ext/integrations/smtp', mailOf({ password })));
  assert.deepEqual([mail.hasPassword, mail.user], [true, 'ana']);
  const rejected = [
    await admin('POST', '/ext/integrations/payment', payment({ apiKey: `${apiKey}\u0007` })),
    await admin('POST', '/ext/integrations/payment', payment({ apiKey: [apiKey] })),
    await admin('POST', '/ext/integrations/smtp', mailOf({ port: 0, password })),
    await admin('POST', '/ext/integrations/smtp', mailOf({ password: { is: password } })),
  ];
  for (const { status } of rejected) assert.equal(status, 400);
  const log = await admin('GET', '/ext/server/logs?objectType=integration');
  assert.match(log.text, /"key":"payment"/);
  const texts = [...rejected, log, await admin('GET', '/ext/integrations')].map(({ text }) => text);
  for (const secret of [...secrets, token, API_KEY]) {
    assert.ok(!texts.join().includes(secret) && !lines.join().includes(secret), secret);
    for (const name of readdirSync(folder).filter((each) => statSync(join(folder, each)).isFile()))
      assert.ok(!readFileSync(join(folder, name)).includes(secret), `${secret} in ${name}`);
  }
  assert.equal(statSync(join(folder, 'secrets.key')).mode & 0o777, 0o600);
});

test('[INT-4] a blank secret stays, null forgets it, another mail server does not get it, a renewed token ends the old one', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const write = async (what: string, body: object) =>
    read(await admin('POST', `/ext/integrations/${what}`, body));
  assert.equal((await write('payment', payment({ apiKey: API_KEY }))).payment.hasApiKey, true);
  const unchanged = await write('payment', payment({ apiKey: '' }));
  assert.deepEqual([unchanged.payment.hasApiKey, unchanged.newWebhookToken], [true, null]);
  assert.notEqual((await write('payment', payment({ renewWebhookToken: true }))).newWebhookToken, null);
  assert.equal((await write('payment', payment({ apiKey: null }))).payment.hasApiKey, false);
  assert.equal((await write('smtp', mailOf({ password: 'mail-secret' }))).smtp.hasPassword, true);
  assert.equal((await write('smtp', mailOf())).smtp.hasPassword, true);
  assert.equal((await write('smtp', mailOf({ host: 'elsewhere.example.com' }))).smtp.hasPassword, false);
  const invoice = {
    companyName: 'Frota Ltda',
    taxId: '12.345',
    address: 'Rua A, 1',
    pixKey: '+55 (11) 98765-4321',
    pixCity: 'Campinas',
    terms: { fine: { amount: 200, mode: 'percent' }, interest: 100, discount: null },
  };
  assert.deepEqual((await write('invoice', invoice)).invoice, { ...invoice, pixKey: '+5511987654321' });
  assert.equal((await admin('POST', '/ext/integrations/invoice', { ...invoice, pixKey: 'x' })).status, 400);
  const all = { ...invoice.terms, fine: { amount: 10_001, mode: 'percent' } };
  assert.equal((await admin('POST', '/ext/integrations/invoice', { ...invoice, terms: all })).status, 400);
});

test('[INT-5] each is tried from the screen: the key, in the sandbox with a charge that goes again; a mail to whoever asks', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const test = async (what: string) => tried(await admin('POST', `/ext/integrations/${what}/test`));
  assert.deepEqual(await test('payment'), { isOk: false, code: 'unauthorized', detail: 'no key is set' });
  await admin('POST', '/ext/integrations/payment', payment({ apiKey: API_KEY }));
  const { account } = asaas.asaas;
  assert.deepEqual(await test('payment'), { isOk: true, code: 'ok', detail: '' });
  assert.deepEqual(
    [...account.payments.values()].map(({ deleted, value }) => [deleted, value]),
    [[true, 5]],
  );
  await admin('POST', '/ext/integrations/payment', payment({ apiKey: '$aact_hmlg_wrong' }));
  const refused = await test('payment');
  assert.deepEqual([refused.isOk, refused.code], [false, 'unauthorized']);
  assert.match(refused.detail, /invalid_access_token/);
  asaas.asaas.keys.add('$aact_prod_real');
  await admin(
    'POST',
    '/ext/integrations/payment',
    payment({ apiKey: '$aact_prod_real', environment: 'production' }),
  );
  assert.equal((await test('payment')).isOk, true);
  assert.equal(account.payments.size, 1, 'real money is left alone');

  await admin('POST', '/ext/integrations/smtp', mailOf({ password: 'mail-secret' }));
  assert.equal((await test('smtp')).isOk, true);
  assert.deepEqual(smtp.mails.at(-1)?.to, [ADMIN.ADMIN_EMAIL]);
  assert.match(smtp.mails.at(-1)?.source ?? '', /From: Frota <frota@example\.com>/);
  const reseller = await signIn('r@example.com');
  const seen = smtp.mails.length;
  assert.equal(tried(await reseller('POST', '/ext/integrations/smtp/test')).isOk, true);
  assert.deepEqual(
    smtp.mails[seen]?.to,
    ['r@example.com'],
    'who has no server of his own writes by this one',
  );
  await admin('POST', '/ext/integrations/smtp', mailOf({ password: 'wrong' }));
  assert.equal((await test('smtp')).code, 'unauthorized');
  let last = 200;
  for (let attempt = 0; attempt < 10; attempt++)
    last = (await admin('POST', '/ext/integrations/smtp/test')).status;
  assert.equal(last, 429, 'who tries too often has to wait');
});

test('[INT-6] secrets outlive a restart and a copy of the folder; by another key they count as missing', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  read(await admin('POST', '/ext/integrations/payment', payment({ apiKey: API_KEY })));
  const copy = mkdtempSync(join(tmpdir(), 'rastro-integrations-copy-'));
  copyFolder(folder, join(copy, 'a'), () => {});
  assert.equal(statSync(join(copy, 'a', 'secrets.key')).mode & 0o777, 0o600);
  cpSync(join(copy, 'a'), join(copy, 'b'), { recursive: true });
  await server.close();
  for (const [DATA_DIR, SECRET_KEY, has] of [
    ['a', '', true],
    ['b', 'x'.repeat(32), false],
  ] as const) {
    server = await start({ DATA_DIR: join(copy, DATA_DIR), SECRET_KEY });
    const again = await signIn(ADMIN.ADMIN_EMAIL);
    assert.equal(read(await again('GET', '/ext/integrations')).payment.hasApiKey, has);
    await server.close();
  }
  await assert.rejects(async () => start({ SECRET_KEY: 'short' }), /SECRET_KEY/);
  rmSync(copy, { recursive: true });
  server = await start();
});
