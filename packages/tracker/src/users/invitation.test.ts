import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { NewInvitation, UserStatus } from '@rastro/fleet';
import { parseSmtpServer } from '@rastro/outgoing';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let smtp: SmtpSimulator;
let t: TestTracker;
let now = Date.UTC(2026, 5, 1);
const clock = { ...systemClock, now: () => now };
before(async () => {
  smtp = await startSmtpSimulator({ user: 'ana', password: 'secret' });
  const server = parseSmtpServer(`smtp://ana:secret@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  const mail = { server: server.value, from: 'no-reply@example.com' };
  t = await openTestTracker({ clock, outgoing: { ...NO_OUTGOING, mail } });
});
after(async () => {
  await t.dispose();
  smtp.close();
});

const newUser = () => ({
  name: 'Bea Nova',
  email: `b${Math.random()}@example.com`,
  attributes: { lang: 'es' },
});
async function signedIn(tracker: TestTracker, fields: object): Promise<string> {
  return tracker.signIn(await tracker.addUser(fields));
}
async function made(tracker: TestTracker, cookie: string, fields: object = newUser()) {
  const reply = await tracker.api('POST', '/users?invite=true', cookie, fields);
  assert.equal(reply.status, 200, reply.text);
  return reply.json as { id: number; email: string };
}
const choose = (tracker: TestTracker, token: string, password: string) =>
  tracker.api('POST', '/password/update', undefined, new URLSearchParams({ token, password }));
const login = async (tracker: TestTracker, email: string, password: string): Promise<number> =>
  (await tracker.api('POST', '/session', undefined, new URLSearchParams({ email, password }))).status;
const invitedIn = async (tracker: TestTracker, cookie: string, id: number): Promise<boolean | undefined> =>
  ((await tracker.api('GET', '/users/standing', cookie)).json as UserStatus[]).find(
    ({ userId }) => userId === id,
  )?.invited;
/** Of the newest mail. */
function mailedToken(): string {
  const source = (smtp.mails.at(-1)?.source ?? '').replace(/=\r\n/g, '');
  return /https:\/\/fleet\.example\.com\/login\/recover\/([\w-]+)/.exec(source)?.[1] ?? assert.fail(source);
}

test('[INVITE-1] who is made without a password gets a link by mail, and chooses one', async () => {
  const manager = await signedIn(t, { userLimit: 5 });
  const mails = smtp.mails.length;
  const { id, email } = await made(t, manager);
  await eventually(() => smtp.mails.length > mails);
  assert.deepEqual(smtp.mails.at(-1)?.to, [email]);
  assert.equal(await invitedIn(t, manager, id), true);
  assert.equal(await login(t, email, 'anything at all'), 401);
  const token = mailedToken();
  assert.equal((await choose(t, token, 'good new words')).status, 200);
  assert.equal(await login(t, email, 'good new words'), 200);
  assert.equal(await invitedIn(t, manager, id), false);
  assert.equal((await choose(t, token, 'other new words')).status, 400, 'once');
  assert.equal((await t.api('POST', `/users/${id}/invitation`, manager)).status, 400, 'nobody is waiting');
});

test('[INVITE-2] an invitation ends after seven days, and when it is sent again', async () => {
  const managerId = await t.addUser({ userLimit: 5 });
  const manager = await t.signIn(managerId);
  const mails = smtp.mails.length;
  const { id, email } = await made(t, manager);
  await eventually(() => smtp.mails.length > mails);
  const first = mailedToken();
  const again = (await t.api('POST', `/users/${id}/invitation`, manager)).json as NewInvitation;
  assert.deepEqual([again.mailedTo, again.path], [email, null]);
  assert.equal((await choose(t, first, 'good new words')).status, 400);
  const second = mailedToken();
  now += 7 * 86_400_000;
  assert.equal((await choose(t, second, 'good new words')).status, 400);
  await t.api('POST', `/users/${id}/invitation`, await t.signIn(managerId));
  assert.equal((await choose(t, mailedToken(), 'good new words')).status, 200);
});

test('[INVITE-3] only those who manage somebody invite him, and without an invitation a password is needed', async () => {
  const manager = await signedIn(t, { userLimit: 5 });
  const other = await signedIn(t, { userLimit: 5 });
  const { id } = await made(t, manager);
  const refused = await t.api('POST', `/users/${id}/invitation`, other);
  assert.deepEqual(
    [refused.status, refused.text],
    [400, (await t.api('GET', `/users/${id}`, other)).text],
    'as if he were not there',
  );
  assert.equal((await t.api('POST', '/users', manager, newUser())).status, 400);
  await t.tracker.directory.updateServer({ ...t.tracker.directory.server, registration: true });
  assert.equal(
    (await t.api('POST', '/users?invite=true', undefined, newUser())).status,
    400,
    'nobody invites himself',
  );
});

test('[INVITE-4] where there is no mail the link is told to who asks for it', async () => {
  const quiet = await openTestTracker();
  try {
    const administrator = await signedIn(quiet, { administrator: true });
    const { id, email } = await made(quiet, administrator);
    const { path, mailedTo, notMailed } = (await quiet.api('POST', `/users/${id}/invitation`, administrator))
      .json as NewInvitation;
    assert.deepEqual([mailedTo, notMailed], [null, 'noServer']);
    const token = /^\/login\/recover\/([\w-]+)$/.exec(path ?? '')?.[1] ?? assert.fail();
    assert.equal((await choose(quiet, token, 'good new words')).status, 200);
    assert.equal(await login(quiet, email, 'good new words'), 200);
  } finally {
    await quiet.dispose();
  }
});

test('[INVITE-100] where there is mail and no address for links, the answer says so', async () => {
  const mail = { server: { host: '127.0.0.1', port: smtp.port, secure: false, login: null }, from: 'a@b.c' };
  const quiet = await openTestTracker({ outgoing: { ...NO_OUTGOING, mail }, publicUrl: null });
  try {
    const administrator = await signedIn(quiet, { administrator: true });
    const { id } = await made(quiet, administrator);
    const invitation: NewInvitation = (await quiet.api('POST', `/users/${id}/invitation`, administrator))
      .json;
    assert.deepEqual([invitation.mailedTo, invitation.notMailed], [null, 'noPublicUrl']);
    assert.match(invitation.path ?? '', /^\/login\/recover\//);
  } finally {
    await quiet.dispose();
  }
});
