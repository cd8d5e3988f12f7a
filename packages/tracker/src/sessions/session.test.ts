import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DAY_MS, systemClock } from '@rastro/base';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { hashPassword } from '../access/passwords.ts';

const PASSWORD = 'correct horse';
const passwordHash = await hashPassword(PASSWORD);

const open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose();
});
let clockOffsetMs = 0;
async function start(): Promise<TestTracker> {
  clockOffsetMs = 0;
  const t = await openTestTracker({ clock: { ...systemClock, now: () => Date.now() + clockOffsetMs } });
  open.push(t);
  return t;
}
const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);
const login = (t: TestTracker, email: string, password = PASSWORD) =>
  t.api('POST', '/session', undefined, form({ email, password }));
const status = async (t: TestTracker, cookie: string): Promise<number> =>
  (await t.api('GET', '/session', cookie)).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('[API-1] signing in by e-mail or user name opens a session; the answer is the account without secrets', async () => {
  const t = await start();
  await t.addUser({ email: 'Ana@Example.com', login: 'ana', passwordHash });
  for (const name of ['ana@example.com', ' ANA@EXAMPLE.COM ', 'ana', 'Ana']) {
    const reply = await login(t, name);
    assert.equal(reply.status, 200, name);
    assert.match(reply.cookie, /^JSESSIONID=.{40,}/);
    assert.equal(await status(t, reply.cookie), 200);
    const account = reply.json as Record<string, unknown>;
    assert.equal(account['password'], null);
    assert.equal('passwordHash' in account, false);
  }
  const { cookie } = await login(t, 'ana');
  assert.equal((await t.api('DELETE', '/session', cookie)).status, 204);
  assert.equal(await status(t, cookie), 404);
  assert.equal((await t.api('GET', '/devices', cookie)).status, 401);
});

test('[API-2] a wrong password, an unknown account and one without password get the same answer', async () => {
  const t = await start();
  await t.addUser({ email: 'ana@example.com', passwordHash });
  await t.addUser({ email: 'none@example.com' });
  const answers = [
    await login(t, 'ana@example.com', 'wrong'),
    await login(t, 'nobody@example.com', 'wrong'),
    await login(t, 'none@example.com', ''),
    await t.api('POST', '/session', undefined, form({})),
  ];
  for (const { status, text } of answers) assert.deepEqual([status, text], [401, answers[0]?.text]);
});

test('[API-3] a disabled or expired account is told so at sign-in, and is nobody everywhere else', async () => {
  const t = await start();
  const disabled = await t.addUser({ email: 'a@example.com', passwordHash, disabled: true });
  const expired = await t.addUser({
    email: 'b@example.com',
    passwordHash,
    expirationTime: '2020-01-01T00:00:00Z',
  });
  assert.match((await login(t, 'a@example.com')).text, /^Account is disabled - /);
  assert.match((await login(t, 'b@example.com')).text, /^Account is expired - /);
  for (const id of [disabled, expired])
    assert.equal((await t.api('GET', '/devices', await t.signIn(id))).status, 401);
  const basic = `Basic ${Buffer.from(`a@example.com:${PASSWORD}`).toString('base64')}`;
  assert.equal((await t.api('GET', '/devices', undefined, undefined, { authorization: basic })).status, 401);
});

test('[API-4] Basic and bearer authentication count alone, whatever the cookie says', async () => {
  const t = await start();
  const id = await t.addUser({ email: 'ana@example.com', passwordHash });
  const cookie = await t.signIn(id);
  const ask = async (authorization: string, withCookie?: string) =>
    (await t.api('GET', '/devices', withCookie, undefined, { authorization })).status;
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const token = (await t.api('POST', '/session/token', cookie, form({}))).text;
  for (const good of [basic(`ana@example.com:${PASSWORD}`), `bearer ${token}`, `BEARER ${token}`]) {
    assert.equal(await ask(good), 200, good);
  }
  const bad = [
    basic('ana@example.com:wrong'),
    basic('no colon'),
    'Bearer made-up',
    'Bearer',
    'Digest x',
    '',
    ' ',
  ];
  for (const header of bad) assert.equal(await ask(header, cookie), 401, header);
  assert.equal(
    (await t.api('GET', '/session', undefined, undefined, bearer(token))).status,
    404,
    'no session',
  );
});

test('[API-5] a token lasts as asked, opens sessions that end with it, and makes none that outlive it', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const end = (ms: number) => form({ expiration: new Date(Date.now() + ms).toISOString() });
  const token = (await t.api('POST', '/session/token', cookie, end(DAY_MS))).text;
  const derived = (await t.api('GET', `/session?token=${token}`)).cookie;
  const made = [
    (await t.api('POST', '/session/token', derived, end(9 * DAY_MS))).text,
    (await t.api('POST', '/session/token', undefined, end(9 * DAY_MS), bearer(token))).text,
    (await t.api('POST', '/session/token', undefined, form({}), bearer(token))).text,
  ];
  const all = async () => [
    await status(t, derived),
    ...(await Promise.all(
      [token, ...made].map(
        async (each) => (await t.api('GET', '/devices', undefined, undefined, bearer(each))).status,
      ),
    )),
  ];
  assert.deepEqual(await all(), [200, 200, 200, 200, 200]);
  clockOffsetMs = DAY_MS + 1000;
  assert.deepEqual(await all(), [404, 401, 401, 401, 401]);
});

test('[API-6] revoking a token ends what was opened with it; only its owner can', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const token = (await t.api('POST', '/session/token', cookie, form({}))).text;
  const derived = (await t.api('GET', `/session?token=${token}`)).cookie;
  const made = (await t.api('POST', '/session/token', derived, form({}))).text;
  const stranger = await t.signIn(await t.addUser());
  assert.equal((await t.api('POST', '/session/token/revoke', stranger, form({ token }))).status, 400);
  assert.equal((await t.api('POST', '/session/token/revoke', cookie, form({ token }))).status, 204);
  assert.equal(await status(t, derived), 404);
  for (const dead of [token, made]) {
    assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer(dead))).status, 401);
    assert.equal((await t.api('GET', `/session?token=${dead}`)).status, 401);
  }
  assert.equal((await t.api('POST', '/session/token/revoke', cookie, form({ token }))).status, 400, 'twice');
  assert.equal(await status(t, cookie), 200);
});

test('[API-7] a credential of one purpose opens nothing else', async () => {
  const t = await start();
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const session = cookie.slice('JSESSIONID='.length);
  const token = (await t.api('POST', '/session/token', cookie, form({}))).text;
  const reset = await t.tracker.credentials.issue({ purpose: 'reset', userId, lifeMs: DAY_MS });
  assert.equal((await t.api('GET', '/devices', `JSESSIONID=${token}`)).status, 401, 'a token is no cookie');
  assert.equal((await t.api('GET', `/session?token=${session}`)).status, 401, 'a session is no token');
  for (const secret of [session, reset.secret]) {
    assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer(secret))).status, 401);
  }
  assert.equal((await t.api('GET', `/session?token=${reset.secret}`)).status, 401);
});

test('[API-8] a token with an end in the past or no date is refused', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  for (const expiration of ['2020-01-01T00:00:00Z', 'tomorrow', '2030-01-01']) {
    const reply = await t.api('POST', '/session/token', cookie, form({ expiration }));
    assert.equal(reply.status, 400);
    assert.match(reply.text, /^Invalid data - expiration/);
  }
});

test('[API-9] a changed password ends all other sessions and tokens of the account', async () => {
  const t = await start();
  const userId = await t.addUser({ email: 'ana@example.com', passwordHash });
  const own = await t.signIn(userId);
  const other = await t.signIn(userId);
  const token = (await t.api('POST', '/session/token', other, form({}))).text;
  const account = (await t.api('GET', `/users/${userId}`, own)).json as object;
  const write = (fields: object) => t.api('PUT', `/users/${userId}`, own, { ...account, ...fields });
  assert.equal((await write({ name: 'Ana Maria' })).status, 200);
  assert.equal(await status(t, other), 200, 'another change ends nothing');
  assert.equal((await write({ password: 'new password' })).status, 200);
  assert.equal(await status(t, own), 200);
  assert.equal(await status(t, other), 404);
  assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer(token))).status, 401);
  assert.equal((await login(t, 'ana@example.com')).status, 401);
  assert.equal((await login(t, 'ana@example.com', 'new password')).status, 200);
});

test('[API-10] an administrator and a manager sign in as somebody; it lasts no longer than they do', async () => {
  const t = await start();
  const boss = await t.addUser({ administrator: true });
  const managerId = await t.addUser({ userLimit: -1 });
  const userId = await t.addUser();
  const link = { ownerKind: 'user', ownerId: managerId, propertyKind: 'managedUser', propertyId: userId };
  await t.tracker.directory.links.change([link], []);
  const who = async (cookie: string) =>
    ((await t.api('GET', '/session', cookie)).json as { id: number } | null)?.id;

  const former = await t.signIn(boss);
  const asManager = (await t.api('GET', `/session/${managerId}`, former)).cookie;
  assert.equal(await who(asManager), managerId);
  assert.equal(await status(t, former), 404, 'the former session has become the new one');
  const asUser = (await t.api('GET', `/session/${userId}`, asManager)).cookie;
  assert.equal(await who(asUser), userId);
  const asHimself = (await t.api('GET', `/session/${userId}`, asUser)).cookie;
  const token = (await t.api('POST', '/session/token', asHimself, form({}))).text;
  assert.equal((await t.api('GET', `/session/${boss}`, asHimself)).status, 400, 'no way up');

  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const account = (await t.api('GET', `/users/${boss}`, administrator)).json as object;
  await t.api('PUT', `/users/${boss}`, administrator, { ...account, disabled: true });
  assert.equal(await status(t, asHimself), 404, 'who acts is gone');
  assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer(token))).status, 401);
});

test('[ACTING-1] who acts as somebody is told so and goes back; the session as somebody is over then', async () => {
  const t = await start();
  const bossId = await t.addUser({ administrator: true, name: 'Boss' });
  const [first, second] = [await t.addUser(), await t.addUser()];
  const boss = await t.signIn(bossId);
  assert.equal((await t.api('GET', '/session/actor', boss)).status, 204);
  assert.equal((await t.api('POST', '/session/back', boss)).status, 400);
  const impersonated = await t.api('GET', `/session/${first}`, boss);
  assert.deepEqual((await t.api('GET', '/session/actor', impersonated.cookie)).json, {
    id: bossId,
    name: 'Boss',
  });
  const back = await t.api('POST', '/session/back', impersonated.cookie);
  assert.equal((back.json as { id: number }).id, bossId);
  assert.equal((await t.api('GET', '/session', back.cookie)).status, 200);
  assert.equal((await t.api('GET', '/session', impersonated.cookie)).status, 404);
  assert.equal((await t.api('GET', '/session/actor', back.cookie)).status, 204);
  assert.equal((await t.api('GET', `/session/${second}`, back.cookie)).status, 200);
});

test('[ACTING-2] what a token opened does not lead back to who made it', async () => {
  const t = await start();
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const impersonated = await t.api('GET', `/session/${await t.addUser()}`, boss);
  const token = await t.api('POST', '/session/token', impersonated.cookie, new URLSearchParams());
  const opened = await t.api('GET', `/session?token=${encodeURIComponent(token.text)}`);
  assert.equal((await t.api('POST', '/session/back', opened.cookie)).status, 400);
  assert.equal((await t.api('GET', '/session/actor', opened.cookie)).status, 204);
});

test('[API-10] nobody signs in as a stranger, a missing or a disabled account', async () => {
  const t = await start();
  const stranger = await t.addUser();
  const cookie = await t.signIn(await t.addUser());
  const foreign = await t.api('GET', `/session/${stranger}`, cookie);
  const missing = await t.api('GET', '/session/987654', cookie);
  assert.deepEqual([foreign.status, foreign.text], [missing.status, missing.text]);
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await t.api('GET', '/session/987654', administrator)).status, 404);
  const disabled = await t.addUser({ disabled: true });
  assert.equal((await t.api('GET', `/session/${disabled}`, administrator)).status, 400);
});

test('[API-11] a session of another origin is no session', async () => {
  const t = await start();
  const userId = await t.addUser({ email: 'ana@example.com', passwordHash });
  const ask = async (cookie: string, headers: Record<string, string>) =>
    (await t.api('GET', '/session', cookie, undefined, headers)).status;
  const plain = await t.signIn(userId);
  assert.equal(await ask(plain, {}), 200);
  assert.equal(await ask(plain, { origin: 'http://fleet.example', host: 'fleet.example:8082' }), 200);
  assert.equal(await ask(plain, { origin: 'https://evil.example', host: 'fleet.example' }), 404);
  assert.equal(await ask(plain, { origin: 'null', host: 'fleet.example' }), 404);
  const from = { origin: 'https://fleet.example' };
  const { cookie } = await t.api(
    'POST',
    '/session',
    undefined,
    form({ email: 'ana@example.com', password: PASSWORD }),
    from,
  );
  assert.equal(await ask(cookie, from), 200);
  assert.equal(await ask(cookie, { origin: 'http://fleet.example', host: 'fleet.example' }), 404);
});

test('[API-12] signing in takes forms only, and of a name given twice the first', async () => {
  const t = await start();
  await t.addUser({ email: 'ana@example.com', passwordHash });
  const asJson = await t.api('POST', '/session', undefined, { email: 'ana@example.com', password: PASSWORD });
  assert.equal(asJson.status, 415);
  const twice = new URLSearchParams([
    ['email', 'nobody@example.com'],
    ['email', 'ana@example.com'],
    ['password', PASSWORD],
  ]);
  assert.equal((await t.api('POST', '/session', undefined, twice)).status, 401);
});

test('[IDENT-2] what was opened with a token ends with it, whatever became of it since', async () => {
  const t = await start();
  const boss = await t.addUser({ administrator: true, passwordHash, email: 'boss@example.com' });
  const other = await t.addUser();
  const issue = async (fields: Record<string, string> = {}) =>
    (await t.api('POST', '/session/token', await t.signIn(boss), form(fields))).text;

  const token = await issue();
  const asOther = await t.api('GET', `/session/${other}`, undefined, undefined, bearer(token));
  const asBoss = await t.api('GET', `/session/${boss}`, undefined, undefined, bearer(token));
  const further = await t.api('GET', `/session/${other}`, asBoss.cookie);
  for (const { cookie } of [asOther, asBoss, further]) assert.equal(await status(t, cookie), 200);
  const cookie = await t.signIn(boss);
  assert.equal((await t.api('POST', '/session/token/revoke', cookie, form({ token }))).status, 204);
  for (const session of [asOther, asBoss, further]) assert.equal(await status(t, session.cookie), 404);

  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const short = await t.api(
    'GET',
    `/session/${boss}`,
    undefined,
    undefined,
    bearer(await issue({ expiration })),
  );
  assert.equal(await status(t, short.cookie), 200);
  clockOffsetMs = 3_700_000;
  assert.equal(await status(t, short.cookie), 404);
});

test('[IDENT-3] a session that becomes another one ends no later; a changed password ends what a token opened', async () => {
  const t = await start();
  const boss = await t.addUser({ administrator: true });
  const other = await t.addUser();
  const first = await t.signIn(boss);
  clockOffsetMs = 3_000_000;
  const next = await t.api('GET', `/session/${other}`, first);
  assert.equal(await status(t, next.cookie), 200);
  clockOffsetMs = 3_700_000;
  assert.equal(await status(t, next.cookie), 404, 'the first was good for an hour');

  const token = (await t.api('POST', '/session/token', await t.signIn(boss), form({}))).text;
  const { cookie } = await t.api('GET', `/session?token=${token}`);
  const account = (await t.api('GET', `/users/${boss}`, cookie)).json as object;
  assert.equal(
    (await t.api('PUT', `/users/${boss}`, cookie, { ...account, password: 'new password' })).status,
    200,
  );
  assert.equal(await status(t, cookie), 404);
});
