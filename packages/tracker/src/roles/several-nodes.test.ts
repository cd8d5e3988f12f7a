import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { LiveClient } from '../../test/live-client.ts';
import { eventually, PLAIN_USER } from '../../test/open-test-tracker.ts';
import { ApiNodes, type ApiNode } from '../../test/roles/api-nodes.ts';
import { hashPassword } from '../access/passwords.ts';

/** Longest time after which a session that was ended elsewhere opens nothing any more. */
const REVOKED_MS = 2000;
const PASSWORD = 'a good password';
let nodes: ApiNodes;
let a: ApiNode;
let b: ApiNode;
before(async () => {
  nodes = await ApiNodes.start();
  a = await nodes.open();
  b = await nodes.open();
  await a.directory.updateServer({ ...a.directory.server, attributes: { totpEnable: true } });
});
after(() => nodes.dispose());

async function addUser(fields: object = {}): Promise<number> {
  const email = `${Math.random()}@example.com`;
  const { id } = await a.directory.users.create({ ...PLAIN_USER, email, ...fields });
  await eventually(() => b.directory.users.get(id) !== undefined);
  return id;
}
const WEEK_MS = 7 * 86_400_000;
const signIn = async ({ api }: ApiNode, userId: number) =>
  api.credentials.issue({ purpose: 'session', userId, lifeMs: WEEK_MS });
const cookieOf = ({ secret }: { readonly secret: string }): string => `JSESSIONID=${secret}`;
async function statusAt({ api }: ApiNode, cookie: string): Promise<number> {
  return (await api.app.inject({ url: '/api/devices', headers: { cookie } })).statusCode;
}
const statusesOf = (replies: readonly { readonly statusCode: number }[]): readonly number[] =>
  replies.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y);
const login = ({ api }: ApiNode, fields: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ password: PASSWORD, ...fields }).toString(),
  });

test('[ROLE-30] a session of one node opens at the others, until it ends: everywhere, with its sockets', async () => {
  const session = await signIn(a, await addUser());
  const cookie = cookieOf(session);
  await eventually(async () => (await statusAt(b, cookie)) === 200, REVOKED_MS);
  const sockets = await Promise.all(
    [a, b].map(({ url }) => LiveClient.open(`${url}/api/socket`, { headers: { cookie } })),
  );
  await b.api.credentials.revoke(session.credential);
  assert.equal(await statusAt(b, cookie), 401);
  await eventually(async () => (await statusAt(a, cookie)) === 401, REVOKED_MS);
  await eventually(() => sockets.every(({ closeCode }) => closeCode === 4000), REVOKED_MS);
});

test('[ROLE-30] who changes a password ends what other nodes have opened, and what was opened with it', async () => {
  const userId = await addUser();
  const [first, second] = [await signIn(a, userId), await signIn(b, userId)];
  const { secret: token, credential } = await b.api.credentials.issue({
    purpose: 'login',
    userId,
    lifeMs: WEEK_MS,
    parent: second.credential,
  });
  await eventually(() => a.api.credentials.isLive(credential));
  await a.api.credentials.revokeAllOf(userId, first.credential);
  await eventually(() => b.api.credentials.find(token, ['login']) === null, REVOKED_MS);
  await eventually(async () => (await statusAt(b, cookieOf(second))) === 401, REVOKED_MS);
  await eventually(async () => (await statusAt(b, cookieOf(first))) === 200);
});

test('[ROLE-30] what is opened while its origin ends elsewhere ends, too', async () => {
  const { credential: parent } = await signIn(a, await addUser());
  await eventually(() => b.api.credentials.isLive(parent));
  const [opened] = await Promise.all([
    b.api.credentials.issue({ purpose: 'login', userId: parent.userId, lifeMs: WEEK_MS, parent }),
    a.api.credentials.revoke(parent),
  ]);
  for (const { api } of [a, b])
    await eventually(() => api.credentials.find(opened.secret, ['login']) === null, REVOKED_MS);
  await eventually(async () => {
    const stored = await a.storage.credentials();
    return !stored.some(({ hash }) => hash === opened.credential.hash);
  });
});

test('[ROLE-6] sessions that a dead process began and ended without telling anybody are taken over', async () => {
  const userId = await addUser();
  const known = await signIn(a, userId);
  const begun = { ...known.credential, hash: 'f'.repeat(64) };
  await a.storage.putCredential(begun);
  await a.storage.removeCredentials([known.credential.hash]);
  const silent = { ownerId: userId, name: 'note', value: 'silent' };
  await a.storage.putPrivateValue(silent);
  await (await nodes.open()).close();
  for (const { api } of [a, b]) {
    await eventually(() => api.credentials.isLive(begun));
    assert.equal(api.credentials.isLive(known.credential), false);
  }
});

test('[ROLE-31] a one-time code and a recovery code open once, at whichever node', async () => {
  const key = new Secret({ size: 20 }).base32;
  const email = 'totp@example.com';
  await addUser({ email, totpKey: key, passwordHash: await hashPassword(PASSWORD) });
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const race = await Promise.all([a, b, a, b].map((node) => login(node, { email, code })));
  assert.deepEqual(statusesOf(race), [200, 400, 400, 400]);
  const cookie = String(race.find(({ statusCode }) => statusCode === 200)?.headers['set-cookie']).split(
    ';',
  )[0];
  await eventually(async () => (await statusAt(a, cookie ?? '')) === 200);
  const made = await a.api.app.inject({
    method: 'POST',
    url: '/api/account/recovery',
    headers: { cookie: cookie ?? '' },
    payload: { currentPassword: PASSWORD },
  });
  const { codes } = made.json<{ codes: readonly string[] }>();
  const [first = '', second = ''] = codes;
  const again = await Promise.all([a, b, b].map((node) => login(node, { email, code: first })));
  assert.deepEqual(statusesOf(again), [200, 400, 400]);
  assert.equal((await login(b, { email, code: second })).statusCode, 200, 'the others stay');
});

test('[ROLE-31] a link for a new password is good once, at whichever node', async () => {
  const userId = await addUser();
  const reset = await a.api.credentials.issue({ purpose: 'reset', userId, lifeMs: WEEK_MS });
  await eventually(() => b.api.credentials.isLive(reset.credential));
  const race = await Promise.all(
    [a, b].map(({ api }) =>
      api.app.inject({
        method: 'POST',
        url: '/api/password/update',
        payload: { token: reset.secret, password: PASSWORD },
      }),
    ),
  );
  assert.deepEqual(statusesOf(race), [200, 400]);
});

test('[ROLE-32] figures of several nodes are added; of times at which somebody was here the latest counts', async () => {
  const userId = await addUser();
  const first = await signIn(a, userId);
  const cookie = cookieOf(first);
  const admin = await signIn(a, await addUser({ administrator: true }));
  for (const { credential } of [first, admin]) await eventually(() => b.api.credentials.isLive(credential));
  const figures = async ({ api }: ApiNode) => {
    const url = '/api/statistics?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
    const reply = await api.app.inject({ url, headers: { cookie: cookieOf(admin) } });
    const [day] = reply.json<readonly { requests: number; activeUsers: number }[]>();
    return { requests: day?.requests ?? 0, users: day?.activeUsers ?? 0 };
  };
  await figures(b);
  const earlier = await figures(a);
  for (const node of [a, b, b]) await statusAt(node, cookie);
  await b.close();
  const later = await figures(a);
  assert.equal(later.requests - earlier.requests, 4, 'those of both, and the last question');
  assert.equal(later.users - earlier.users, 1, 'who was at both is one');
  const seen = await a.api.lastSeen();
  assert.ok(Math.abs((seen.get(userId) ?? 0) - Date.now()) < 60_000);
  b = await nodes.open();
});
