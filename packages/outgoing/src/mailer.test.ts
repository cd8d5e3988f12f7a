import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startSmtpSimulator, type SmtpSimulator } from './testing/smtp-simulator.ts';
import { createMailer, parseSmtpServer, type Mail, type Mailer } from './mailer.ts';

const LOGIN = { user: 'ana', password: 's3cret%' };
let smtp: SmtpSimulator;
before(async () => {
  smtp = await startSmtpSimulator(LOGIN);
});
after(() => smtp.close());
beforeEach(() => {
  for (const verb of ['AUTH', 'MAIL', 'RCPT', 'DATA']) smtp.script(verb, null);
});

function mailerAt(address: string): Mailer {
  const server = parseSmtpServer(address);
  assert.ok(server.ok);
  return createMailer({ server: server.value, from: 'Rastro <no-reply@example.com>' });
}
const mailer = (password = LOGIN.password): Mailer =>
  mailerAt(`smtp://${LOGIN.user}:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}`);
const mail = (fields: Partial<Mail> = {}): Mail => ({
  to: 'bia@example.com',
  subject: 'Olá',
  html: '<b>hi</b>',
  text: 'hi',
  ...fields,
});
const never = (): AbortSignal => new AbortController().signal;
async function failure(sending: ReturnType<Mailer['send']>): Promise<string> {
  const result = await sending;
  assert.ok(!result.ok);
  assert.doesNotMatch(JSON.stringify(result), /s3cret/);
  return result.error.code;
}

test('[MAIL-1] a mail reaches the server with sender, subject, both bodies and attachments', async () => {
  const attachments = [{ filename: 'a.csv', contentType: 'text/csv', content: Buffer.from('1;2') }];
  const result = await mailer().send(mail({ attachments }), never());
  assert.equal(result.ok, true);
  const received = smtp.mails.at(-1);
  assert.deepEqual([received?.from, received?.to], ['no-reply@example.com', ['bia@example.com']]);
  assert.match(received?.source ?? '', /Subject: =\?UTF-8\?/);
  assert.match(received?.source ?? '', /<b>hi<\/b>/);
  assert.match(received?.source ?? '', /filename=a\.csv/);
  assert.equal(smtp.logins.at(-1), `${LOGIN.user}:${LOGIN.password}`);
});

test("[MAIL-18] a mail may name its sender, on one line beside the operator's address", async () => {
  const fromFor = async (fields: Partial<Mail>): Promise<string | undefined> => {
    assert.equal((await mailer().send(mail(fields), never())).ok, true);
    const { source = '', from } = smtp.mails.at(-1) ?? {};
    assert.equal(from, 'no-reply@example.com');
    assert.doesNotMatch(source, /^Bcc:/m);
    return /^From: (.*)$/m.exec(source)?.[1]?.trim();
  };
  assert.equal(await fromFor({}), 'Rastro <no-reply@example.com>');
  assert.equal(await fromFor({ sender: 'Frota Norte' }), 'Frota Norte <no-reply@example.com>');
  assert.match(
    (await fromFor({ sender: 'Ação <a@b.c>,' })) ?? '',
    /^=\?UTF-8\?.*\?= <no-reply@example\.com>$/,
  );
  assert.match(
    (await fromFor({ sender: 'A\r\nBcc: b@example.com' })) ?? '',
    /^"A {1,2}Bcc: b@example.com" </,
  );
  assert.equal(await fromFor({ sender: ' \r\n' }), 'Rastro <no-reply@example.com>');
});

test('[MAIL-2] an address is one address, whatever stands in it', async () => {
  const count = smtp.mails.length;
  for (const to of ['', 'nobody', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'X <a@b>', 'a b@c'])
    assert.equal(await failure(mailer().send(mail({ to }), never())), 'invalid_target', to);
  assert.equal(smtp.mails.length, count);
  await mailer().send(mail({ subject: 'a\r\nBcc: evil@example.com' }), never());
  assert.deepEqual(smtp.mails.at(-1)?.to, ['bia@example.com']);
  assert.doesNotMatch(smtp.mails.at(-1)?.source ?? '', /^Bcc/m);
});

test('[MAIL-3] each way to fail has its code, and no secret in it', async () => {
  assert.equal(await failure(mailer('s3cret-wrong').send(mail(), never())), 'unauthorized');
  smtp.script('RCPT', '550 no such user');
  assert.equal(await failure(mailer().send(mail(), never())), 'invalid_target');
  smtp.script('RCPT', '450 mailbox busy');
  assert.equal(await failure(mailer().send(mail(), never())), 'unavailable');
  smtp.script('RCPT', null);
  smtp.script('DATA', '554 looks like spam');
  assert.equal(await failure(mailer().send(mail(), never())), 'invalid_request');
  smtp.script('AUTH', '454 try later');
  assert.equal(await failure(mailer().send(mail(), never())), 'unavailable');
  const closed = await startSmtpSimulator();
  await closed.close();
  assert.equal(
    await failure(mailerAt(`smtp://127.0.0.1:${closed.port}`).send(mail(), never())),
    'unavailable',
  );
});

test('[MAIL-4] a server that says nothing does not hold a mail past its signal', async (t) => {
  const silent = await startSmtpSimulator();
  t.after(() => silent.close());
  silent.hang();
  const stop = new AbortController();
  const sending = mailerAt(`smtp://127.0.0.1:${silent.port}`).send(mail(), stop.signal);
  stop.abort();
  assert.equal(await failure(sending), 'unavailable');
});

test('[MAIL-5] without a mail server nothing is sent, and it says so', async () => {
  const none = createMailer(null);
  assert.equal(none.enabled, false);
  assert.equal(await failure(none.send(mail(), never())), 'unauthorized');
  assert.equal(mailer().enabled, true);
});

test('[MAIL-6] the address of the server is read strictly', () => {
  const read = (text: string) => {
    const result = parseSmtpServer(text);
    return result.ok ? result.value : null;
  };
  assert.deepEqual(read('smtps://a%40b:p%3Aq@mail.example.com'), {
    host: 'mail.example.com',
    port: 465,
    secure: true,
    login: { user: 'a@b', password: 'p:q' },
  });
  assert.deepEqual(read('smtp://[::1]:25'), { host: '::1', port: 25, secure: false, login: null });
  for (const text of ['mail.example.com', 'http://mail', 'smtp://', 'smtp://h:99999'])
    assert.equal(read(text), null, text);
});

test('[MAIL-7] a password does not leave this machine in the clear', async (t) => {
  const plain = await startSmtpSimulator(LOGIN);
  t.after(() => plain.close());
  const server = { host: '127.0.0.1', port: plain.port, secure: false, login: LOGIN };
  // The same server by a name that is not known to be this machine.
  const remote = createMailer({ server: { ...server, host: '0.0.0.0' }, from: 'a@b.c' });
  assert.equal(await failure(remote.send(mail(), never())), 'unauthorized');
  assert.deepEqual(plain.logins, []);
});

test('[MAIL-8] a mail server that a person typed in is called only at a public address', async () => {
  const seen = smtp.logins.length;
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '10.0.0.1']) {
    const server = { host, port: smtp.port, secure: false, login: LOGIN };
    const typed = createMailer({ server, from: 'a@example.com', onlyPublic: true });
    assert.equal(await failure(typed.send(mail(), never())), 'invalid_request', host);
  }
  assert.equal(smtp.logins.length, seen);
});
