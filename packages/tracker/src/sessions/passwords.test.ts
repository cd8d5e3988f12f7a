import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { hashPassword } from '../access/passwords.ts';
import { parseSmtpServer } from '@rastro/outgoing';

let smtp: SmtpSimulator;
let t: TestTracker;
let now = Date.UTC(2026, 5, 1);
before(async () => {
  smtp = await startSmtpSimulator({ user: 'ana', password: 'secret' });
  const server = parseSmtpServer(`smtp://ana:secret@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  t = await openTestTracker({
    clock: { ...systemClock, now: () => now },
    outgoing: { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } },
  });
});
after(async () => {
  await t.dispose();
  smtp.close();
});

const form = (path: string, fields: Record<string, string>) =>
  t.api('POST', path, undefined, new URLSearchParams(fields));
const login = (email: string, password: string) => form('/session', { email, password });
async function account(attributes = {}) {
  const email = `u${Math.random()}@example.com`;
  const id = await t.addUser({ email, attributes, passwordHash: await hashPassword('old password') });
  return { email, id };
}
/** Asks for a link and takes it out of the mail. */
async function mailedToken(email: string, path = '/password/reset'): Promise<string> {
  const before = smtp.mails.length;
  assert.equal((await form(path, { email })).status, 200);
  await eventually(() => smtp.mails.length > before);
  const source = (smtp.mails.at(-1)?.source ?? '').replace(/=\r\n/g, '');
  const token = /https:\/\/fleet\.example\.com\/login\/recover\/([\w-]+)/.exec(source)?.[1];
  assert.ok(token, source);
  return token;
}

test('[RESET-1] a mailed link sets a new password, once, and ends every session', async () => {
  const { email, id } = await account();
  const cookie = await t.signIn(id);
  const token = await mailedToken(email);
  assert.deepEqual(smtp.mails.at(-1)?.to, [email]);
  assert.equal((await login(email, 'old password')).status, 200, 'until then nothing changes');
  assert.equal((await form('/password/update', { token, password: 'new password' })).status, 200);
  assert.equal((await login(email, 'new password')).status, 200);
  assert.equal((await login(email, 'old password')).status, 401);
  assert.equal((await t.api('GET', '/devices', cookie)).status, 401);
  const again = await form('/password/update', { token, password: 'third password' });
  assert.match(again.text, /^Invalid reset link/);
});

test('[RESET-2] both steps also answer at the address of the product', async () => {
  const { email } = await account();
  const token = await mailedToken(email, '/session/password');
  assert.equal((await form('/session/password', { token, password: 'new password' })).status, 200);
  assert.equal((await login(email, 'new password')).status, 200);
});

test('[RESET-3] asking tells nobody who has an account, and mails one person once a minute', async () => {
  const { email } = await account();
  const disabled = await t.addUser({ email: 'gone@example.com', disabled: true });
  assert.ok(disabled);
  const count = smtp.mails.length;
  for (const asked of ['nobody@example.com', 'gone@example.com']) {
    const reply = await form('/password/reset', { email: asked });
    assert.deepEqual([reply.status, reply.text], [200, '']);
  }
  await mailedToken(email);
  await form('/password/reset', { email });
  now += 61_000;
  await mailedToken(email.toUpperCase());
  assert.equal(smtp.mails.length, count + 2);
});

test('[RESET-4] old links, other tokens and short passwords are refused, and a refused link still works', async () => {
  const { email, id } = await account();
  const { secret } = await t.tracker.credentials.issue({ purpose: 'login', userId: id, lifeMs: 3_600_000 });
  const update = (token: string, password = 'new password') => form('/password/update', { token, password });
  assert.match((await update(secret)).text, /^Invalid reset link/);
  assert.match((await update('nonsense')).text, /^Invalid reset link/);
  const token = await mailedToken(email);
  assert.equal((await t.api('GET', `/session?token=${token}`)).status, 401, 'a link is no login');
  assert.match((await update(token, 'abc')).text, /^Invalid data - password/);
  now += 3_600_000;
  assert.match((await update(token)).text, /^Invalid reset link/);
  now += 61_000;
  assert.equal((await update(await mailedToken(email))).status, 200);
});

test('[RESET-5] the mail speaks the language of the account, and a name in it stays text', async () => {
  for (const [language, subject] of [
    ['es', 'Nueva_contrase=C3=B1a'],
    ['en', 'New password'],
    ['pt', 'Nova senha'],
  ] as const) {
    const name = language === 'en' ? 'rastro.lang' : 'language';
    const id = await t.addUser({
      email: `${language}@example.com`,
      name: '<i>Eva</i>',
      attributes: { [name]: language },
    });
    assert.ok(id);
    await mailedToken(`${language}@example.com`);
    const { source = '' } = smtp.mails.at(-1) ?? {};
    assert.ok(source.includes(subject), source);
    assert.match(source, /&lt;i&gt;Eva/);
  }
});

test('[RESET-6] without a mail server or an address of its own the server says that it cannot', async () => {
  for (const options of [{ publicUrl: null }, { outgoing: NO_OUTGOING }]) {
    const bare = await openTestTracker(options);
    const reply = await bare.api(
      'POST',
      '/password/reset',
      undefined,
      new URLSearchParams({ email: 'a@b.c' }),
    );
    assert.match(reply.text, /^Mail not configured/);
    await bare.dispose();
  }
});

test('[IDENT-6] a weak password is refused wherever one is chosen', async () => {
  const { email, id } = await account();
  const cookie = await t.signIn(id);
  const own = (await t.api('GET', `/users/${id}`, cookie)).json as object;
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const token = await mailedToken(email);
  for (const password of ['1234', 'Senha123', email]) {
    const edited = await t.api('PUT', `/users/${id}`, cookie, { ...own, password });
    const made = await t.api('POST', '/users', administrator, { name: 'Bia', email, password });
    const reset = await form('/password/update', { token, password });
    for (const { status, text } of [edited, made, reset]) {
      assert.equal(status, 400);
      assert.match(text, /^Common password - /);
    }
  }
  assert.equal(
    (await form('/password/update', { token, password: 'x7k2' })).status,
    200,
    'the link still works',
  );
});

test('[IDENT-7] the address that an account had is told what changed of how one signs in', async () => {
  const { email, id } = await account({ language: 'en' });
  const cookie = await t.signIn(id);
  const write = async (fields: object): Promise<void> => {
    const own = (await t.api('GET', `/users/${id}`, cookie)).json as object;
    assert.equal((await t.api('PUT', `/users/${id}`, cookie, { ...own, ...fields })).status, 200);
  };
  const count = smtp.mails.length;
  await write({ name: 'Ana Clara' });
  await write({ email: 'new-address@example.com', password: 'x7k2' });
  await eventually(() => smtp.mails.length > count);
  assert.equal(smtp.mails.length, count + 1, 'a name is nobody’s business');
  const { to, source = '' } = smtp.mails.at(-1) ?? {};
  assert.deepEqual(to, [email]);
  assert.match(source, /Your account has changed/);
  assert.match(source, /e-mail of your account was changed/);
  assert.match(source, /password of your account was changed/);
});
