import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { AccountKey, OwnAccountStatus, RecoveryCodes } from '@rastro/fleet';
import { systemClock } from '@rastro/base';
import { hashPassword } from '../access/passwords.ts';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let now = Date.UTC(2026, 5, 1);
before(async () => {
  t = await openTestTracker({ clock: { ...systemClock, now: () => now } });
  await t.setServer({ totpEnable: true });
});
after(() => t.dispose());

const PASSWORD = 'a good password';
const CONFIRMED = { currentPassword: PASSWORD };
const codeOf = (key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now });
const login = (email: string, code = '', agent = 'Firefox') =>
  t.api('POST', '/session', undefined, new URLSearchParams({ email, password: PASSWORD, code }), {
    'user-agent': agent,
  });

async function newAccount(fields: object = {}) {
  const email = `${Math.random()}@example.com`;
  const id = await t.addUser({ email, passwordHash: await hashPassword(PASSWORD), ...fields });
  const { cookie } = await login(email);
  const accountStatus = async () => (await t.api('GET', '/account', cookie)).json as OwnAccountStatus;
  const keys = async () => (await t.api('GET', '/account/keys', cookie)).json as readonly AccountKey[];
  return { email, id, cookie, accountStatus, keys };
}

test('[TOTP-5] codes are switched on by one of them, and bring recovery codes, each good once', async () => {
  const { email, id, cookie, accountStatus } = await newAccount();
  assert.deepEqual(await accountStatus(), {
    codesAllowed: true,
    codesOn: false,
    recoveryCodes: 0,
    deletionRequested: null,
  });
  const key = (await t.api('POST', '/users/totp')).text;
  const put = (code: string) => t.api('PUT', '/account/totp', cookie, { ...CONFIRMED, key, code });
  assert.match((await put('000000')).text, /^Wrong one time code/);
  assert.equal((await accountStatus()).codesOn, false);
  const { codes } = (await put(codeOf(key))).json as RecoveryCodes;
  assert.equal(new Set(codes).size, 10);
  const [one = '', two = ''] = codes;
  assert.match(one, /^[a-z2-9]{5}-[a-z2-9]{5}$/);
  now += 60_000;
  assert.equal((await login(email, one)).status, 200);
  assert.equal((await login(email, one)).status, 400, 'once');
  assert.equal((await login(email, two.replace('-', '').toUpperCase())).status, 200, 'however it is written');
  assert.equal((await login(email, codeOf(key))).status, 200);
  assert.equal((await accountStatus()).recoveryCodes, 8);
  const stored = (await t.storage.privateValues()).filter(({ ownerId }) => ownerId === id);
  assert.ok(stored.length > 0 && codes.every((code) => !JSON.stringify(stored).includes(code)), 'as hashes');
  await t.restart();
  assert.equal((await accountStatus()).recoveryCodes, 8);
  const renewed = (await t.api('POST', '/account/recovery', cookie, CONFIRMED)).json as RecoveryCodes;
  assert.equal((await login(email, codes[2])).status, 400, 'the former ones are gone');
  assert.equal((await login(email, renewed.codes[0])).status, 200);
});

test('[TOTP-5] of two who use a recovery code at once one comes in; another key ends them all', async () => {
  const { email, id, cookie, accountStatus } = await newAccount();
  const key = (await t.api('POST', '/users/totp')).text;
  const answer = await t.api('PUT', '/account/totp', cookie, { ...CONFIRMED, key, code: codeOf(key) });
  const [code = ''] = (answer.json as RecoveryCodes).codes;
  const both = await Promise.all([login(email, code), login(email, code)]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
  const other = (await t.api('POST', '/users/totp')).text;
  const own = (await t.api('GET', `/users/${id}`, cookie)).json as object;
  assert.equal((await t.api('PUT', `/users/${id}`, cookie, { ...own, totpKey: other })).status, 200);
  assert.equal((await accountStatus()).recoveryCodes, 0);
  assert.equal((await t.api('POST', '/account/totp/off', cookie, CONFIRMED)).status, 204);
  assert.equal((await accountStatus()).codesOn, false);
  assert.equal((await login(email)).status, 200);
  assert.equal((await t.api('POST', '/account/recovery', cookie, CONFIRMED)).status, 400);
});

test('[TOTP-5] who may only look, and a server without codes, switch nothing on', async () => {
  const { cookie } = await newAccount({ readonly: true });
  const key = (await t.api('POST', '/users/totp')).text;
  const put = (who: string) => t.api('PUT', '/account/totp', who, { ...CONFIRMED, key, code: codeOf(key) });
  assert.match((await put(cookie)).text, /^Account is readonly/);
  assert.equal((await t.api('PUT', '/account/totp', cookie, { key, code: '1' })).status, 400);
  const other = await newAccount();
  await t.setServer({ totpEnable: false });
  assert.match((await put(other.cookie)).text, /^One time codes disabled/);
  await t.setServer({ totpEnable: true });
});

test('[OWN-1] sessions and tokens are listed, and ended one by one or all others at once', async () => {
  const { email, cookie, keys } = await newAccount();
  now += 1000;
  const second = (await login(email, '', 'Chrome')).cookie;
  now += 1000;
  const made = await t.api('POST', '/session/token', second, new URLSearchParams({ name: ' Gate ' }));
  const bearer = { authorization: `Bearer ${made.text}` };
  now += 1000;
  assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer)).status, 200);
  const [token, chrome, firefox] = await keys();
  assert.ok(token && chrome && firefox);
  assert.deepEqual([token.kind, token.name, Date.parse(token.lastUsed ?? '')], ['token', 'Gate', now]);
  assert.deepEqual([chrome.userAgent, chrome.isCurrent, chrome.address], ['Chrome', false, '127.0.0.1']);
  assert.deepEqual([firefox.userAgent, firefox.isCurrent, firefox.isActing], ['Firefox', true, false]);
  assert.equal((await t.api('DELETE', '/account/keys', cookie)).status, 204);
  assert.equal((await t.api('GET', '/devices', second)).status, 401);
  assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer)).status, 200, 'tokens stay');
  assert.equal((await t.api('DELETE', `/account/keys/${token.id}`, cookie)).status, 204);
  assert.equal((await t.api('GET', '/devices', undefined, undefined, bearer)).status, 401);
  assert.equal((await keys()).length, 1);
  assert.equal((await t.api('DELETE', '/account/keys/nothing', cookie)).status, 400);
});

test('[OWN-1] nobody ends what others hold; when it was used lasts; guests have none of this', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const [key] = await theirs.keys();
  assert.equal((await t.api('DELETE', `/account/keys/${key?.id}`, mine.cookie)).status, 400);
  assert.equal((await theirs.keys()).length, 1);
  await mine.keys();
  const when = now;
  now += 60_000;
  await t.restart();
  const stored = (await t.storage.credentials()).find(({ userId }) => userId === mine.id);
  assert.equal(stored?.usedAt, when);
  const guest = await newAccount({ temporary: true });
  for (const path of ['/account', '/account/keys', '/account/export'])
    assert.match((await t.api('GET', path, guest.cookie)).text, /^Guest account/, path);
});

test('[OWN-2] all that is kept about an account is one file, and taking it is in the log', async () => {
  const { id, cookie, email } = await newAccount({ phone: '+55 11 1234' });
  const deviceId = await t.addDevice('export-1');
  await t.tracker.directory.links.change(
    [{ ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId }],
    [],
  );
  const reply = await t.api('GET', '/account/export', cookie);
  const { account, links, keys, actions } = reply.json as {
    account: Record<string, unknown>;
    links: Record<string, readonly number[]>;
    keys: readonly AccountKey[];
    actions: readonly { actionType: string }[];
  };
  assert.deepEqual([account['email'], account['phone']], [email, '+55 11 1234']);
  assert.deepEqual(links, { device: [deviceId] });
  assert.deepEqual([keys.length, actions[0]?.actionType], [1, 'login']);
  assert.doesNotMatch(reply.text, /argon2|passwordHash/);
  const again = (await t.api('GET', '/account/export', cookie)).json as { actions: readonly object[] };
  assert.equal(again.actions.length, 3, 'the sign-in, and both times');
});

test('[OWN-3] a request for deletion is marked in the list of users and can be taken back', async () => {
  const { id, cookie, accountStatus } = await newAccount();
  const admin = await t.signIn(await t.addUser({ email: 'boss@example.com', administrator: true }));
  const deletionTime = async (): Promise<unknown> => {
    const list = (await t.api('GET', '/users/standing', admin)).json as readonly Record<string, unknown>[];
    return list.find(({ userId }) => userId === id)?.['deletionRequested'];
  };
  assert.equal(await deletionTime(), null);
  assert.equal(
    (await t.api('POST', '/account/deletion', cookie, {})).status,
    400,
    'the password is asked for',
  );
  const asked = (await t.api('POST', '/account/deletion', cookie, CONFIRMED)).json as OwnAccountStatus;
  assert.equal(Date.parse(asked.deletionRequested ?? ''), now);
  assert.equal(await deletionTime(), asked.deletionRequested);
  await t.restart();
  assert.equal((await accountStatus()).deletionRequested, asked.deletionRequested);
  assert.equal((await t.api('DELETE', '/account/deletion', cookie)).status, 200);
  assert.equal(await deletionTime(), null);
});
