import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startOpenIdSimulator, type OpenIdSimulator } from '../../test/providers/openid-simulator.ts';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import type { OpenIdOptions } from '../access/open-id-login.ts';

let provider: OpenIdSimulator;
let open: TestTracker[] = [];
before(async () => {
  provider = await startOpenIdSimulator();
});
after(() => provider.close());
beforeEach(() => {
  provider.fault = null;
});
afterEach(async () => {
  for (const each of open) await each.dispose();
  open = [];
});

async function start(options: Partial<OpenIdOptions> = {}): Promise<TestTracker> {
  const { issuer, clientId, clientSecret } = provider;
  const t = await openTestTracker({
    openId: {
      issuer,
      clientId,
      clientSecret,
      force: false,
      allowRegistration: false,
      groupsClaim: 'groups',
      adminGroup: null,
      allowGroup: null,
      ...options,
    },
  });
  open.push(t);
  return t;
}
const get = (t: TestTracker, url: string, cookie = '') =>
  t.tracker.api.inject({ url, ...(cookie === '' ? {} : { headers: { cookie } }) });
const cookiesOf = (reply: { headers: Record<string, unknown> }): string =>
  ([reply.headers['set-cookie'] ?? []].flat() as string[])
    .map((cookie: string) => cookie.split(';')[0])
    .join('; ');

/** The complete flow: to the provider, back with its answer, in the same browser by default. */
async function signIn(t: TestTracker, browser?: string) {
  const begun = await get(t, '/api/session/openid/auth');
  assert.equal(begun.statusCode, 303, begun.body);
  const back = await provider.signIn(String(begun.headers.location));
  assert.equal(`${back.origin}${back.pathname}`, 'https://fleet.example.com/api/session/openid/callback');
  const path = `${back.pathname}${back.search}`;
  const ended = await get(t, path, browser ?? cookiesOf(begun));
  return {
    location: String(ended.headers.location),
    cookie: cookiesOf(ended),
    path,
    state: cookiesOf(begun),
  };
}
const errorIn = (location: string): string | null => new URL(location).searchParams.get('openid');
const EVA = { sub: 'eva-1', email: 'Eva@example.com', email_verified: true, name: 'Eva', groups: ['fleet'] };

test('[OPENID-1] a person with a verified e-mail signs in to the account of that address, and stays that person', async () => {
  const t = await start();
  const id = await t.addUser({ email: 'eva@example.com' });
  provider.account = EVA;
  const { location, cookie } = await signIn(t);
  assert.equal(location, 'https://fleet.example.com/?openid=success');
  const session = await get(t, '/api/session', cookie);
  assert.equal(session.json<{ id: number }>().id, id);
  assert.ok(!session.body.includes('eva-1'), 'who it is at the provider is not told');
  provider.account = { ...EVA, email: 'new-name@example.com' };
  const again = await get(t, '/api/session', (await signIn(t)).cookie);
  assert.equal(again.json<{ id: number }>().id, id);
  const user = (await t.api('GET', `/users/${id}`, cookie)).json as object;
  await t.api('PUT', `/users/${id}`, cookie, { ...user, name: 'Eva Maria' });
  assert.equal(errorIn((await signIn(t)).location), 'success', 'an edit does not undo the link');
});

test('[OPENID-2] an unverified address, and the address of somebody else, open nothing', async () => {
  const t = await start({ allowRegistration: true });
  await t.addUser({ email: 'eva@example.com' });
  provider.account = { ...EVA, email_verified: false };
  assert.equal(errorIn((await signIn(t)).location), 'OPENID_EMAIL');
  provider.account = EVA;
  await signIn(t);
  provider.account = { ...EVA, sub: 'other' };
  assert.equal(errorIn((await signIn(t)).location), 'OPENID_EMAIL');
});

test('[OPENID-3] unknown people come in only where that is allowed, without any role, and never as the first', async () => {
  provider.account = EVA;
  const closed = await start();
  await closed.addUser();
  assert.equal(errorIn((await signIn(closed)).location), 'OPENID_UNKNOWN');
  const empty = await start({ allowRegistration: true });
  assert.equal(errorIn((await signIn(empty)).location), 'OPENID_UNKNOWN');
  const opened = await start({ allowRegistration: true });
  await opened.addUser();
  const { cookie } = await signIn(opened);
  const user = (await get(opened, '/api/session', cookie)).json<Record<string, unknown>>();
  assert.deepEqual(
    [user['name'], user['email'], user['administrator'], user['fixedEmail']],
    ['Eva', 'Eva@example.com', false, true],
  );
});

test('[OPENID-4] groups of the provider let in and make administrators, and unmake them', async () => {
  const t = await start({ adminGroup: 'chiefs', allowGroup: 'fleet' });
  const id = await t.addUser({ email: 'eva@example.com', administrator: true });
  const isAdministrator = () => t.tracker.directory.users.get(id)?.administrator;
  provider.account = { ...EVA, groups: ['others'] };
  assert.equal(errorIn((await signIn(t)).location), 'OPENID_GROUP');
  provider.account = EVA;
  await signIn(t);
  assert.equal(isAdministrator(), false);
  provider.account = { ...EVA, groups: ['fleet', 'chiefs'] };
  await signIn(t);
  assert.equal(isAdministrator(), true);
});

test('[OPENID-5] another browser, a second use, a forged or old answer and a refusal open nothing', async () => {
  const t = await start();
  await t.addUser({ email: 'eva@example.com' });
  provider.account = EVA;
  const foreign = await signIn(t, 'OPENIDSTATE=another');
  assert.equal(errorIn(foreign.location), 'OPENID_EXPIRED');
  assert.doesNotMatch(foreign.cookie, /JSESSIONID=./);
  const { path, state } = await signIn(t);
  assert.equal(errorIn(String((await get(t, path, state)).headers.location)), 'OPENID_EXPIRED');
  for (const fault of ['nonce', 'expired', 'audience', 'signature'] as const) {
    provider.fault = fault;
    assert.equal(errorIn((await signIn(t)).location), 'OPENID_REFUSED', fault);
  }
  provider.account = null;
  assert.equal(errorIn((await signIn(t)).location), 'OPENID_REFUSED');
});

test('[OPENID-6] disabled accounts stay out; where passwords are off they open nothing', async () => {
  const t = await start({ force: true });
  await t.addUser({ email: 'eva@example.com', disabled: true });
  provider.account = EVA;
  assert.equal(errorIn((await signIn(t)).location), 'ACCOUNT_IS_DISABLED');
  const form = new URLSearchParams({ email: 'eva@example.com', password: 'x' });
  assert.match((await t.api('POST', '/session', undefined, form)).text, /^Password login disabled/);
  const server = (await t.api('GET', '/server')).json as Record<string, unknown>;
  assert.deepEqual([server['openIdEnabled'], server['openIdForce']], [true, true]);
});

test('[OPENID-7] a provider that is away is said to be away, and asked again; without one there is none', async () => {
  const t = await start({ issuer: 'http://127.0.0.1:9' });
  const begun = await get(t, '/api/session/openid/auth');
  assert.equal(errorIn(String(begun.headers.location)), 'OPENID_UNAVAILABLE');
  const bare = await openTestTracker();
  open.push(bare);
  assert.match((await get(bare, '/api/session/openid/auth')).body, /^Openid not enabled/);
});
