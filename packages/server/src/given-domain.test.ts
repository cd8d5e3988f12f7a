import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Theme, User } from '@rastro/fleet';
import { KINDS, startBothKinds, type Kind } from '../test/both-kinds.ts';

const NAME = 'rastro.resellerDomain';
const DOMAIN = 'norte.example';

/** A reseller in whose account a domain is put down. */
async function sellerAt(t: TestContext, kind: Kind, more: Readonly<Record<string, string>> = {}) {
  const both = await startBothKinds(more);
  t.after(() => both.close());
  const root = await both.root(kind);
  const attributes = { 'rastro.reseller': true, [NAME]: DOMAIN, note: 'kept' };
  const { id, client } = await both.account(kind, root, 'seller', { userLimit: 3, attributes });
  const domains = async (): Promise<readonly string[]> =>
    (await client.json<Theme>('GET', '/ext/theme')).domains.map(({ domain }) => domain);
  const storedAttributes = async () => (await root.json<User>('GET', `/api/users/${id}`)).attributes;
  assert.deepEqual(await domains(), [DOMAIN]);
  return { root, id, client, domains, storedAttributes };
}

for (const kind of KINDS)
  test(`[BRAND-25] ${kind}: a domain that a reseller gives up leaves his account, and nothing else does`, async (t) => {
    const { client, domains, storedAttributes } = await sellerAt(t, kind);
    assert.equal((await client.call('DELETE', `/ext/theme/domains/${DOMAIN}`)).status, 200);
    assert.deepEqual(await domains(), []);
    assert.deepEqual(await storedAttributes(), { 'rastro.reseller': true, note: 'kept' });
  });

test('[BRAND-25] an administrator gives it up for him', async (t) => {
  const { root, id, domains, storedAttributes } = await sellerAt(t, 'embedded');
  assert.equal((await root.call('DELETE', `/ext/theme/domains/${DOMAIN}?owner=${id}`)).status, 200);
  assert.equal((await storedAttributes())[NAME], undefined);
  assert.deepEqual(await domains(), []);
});

test('[BRAND-25] where nobody can write his account it stays, and why is said', async (t) => {
  const { client, domains } = await sellerAt(t, 'external', { TRACKING_SERVER_TOKEN: '' });
  const refused = await client.call('DELETE', `/ext/theme/domains/${DOMAIN}`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /^Domain put down - It stands in the account of the reseller/);
  assert.deepEqual(await domains(), [DOMAIN]);
});
