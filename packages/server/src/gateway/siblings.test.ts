import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { protectedUserAttributes, USER_ATTRIBUTES, type User } from '@rastro/fleet';
import { EXTENSION_ROUTES, splitKey, TRACKING_ROUTES, type Route } from '@rastro/fleet/api';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import { growTree, type Tree } from '../../test/sibling-trees.ts';

let both: BothKinds;
const trees = new Map<Kind, readonly [Tree, Tree]>();
before(async () => {
  both = await startBothKinds();
  const root = await both.root('embedded');
  const server = await root.json<{ attributes: object }>('GET', '/api/server');
  const attributes = { ...server.attributes, 'rastro.enableBilling': true };
  await root.json('PUT', '/api/server', { ...server, attributes });
  for (const kind of KINDS) {
    const red = await growTree(both, kind, { word: `red${kind}`, latitude: '-23.71717' });
    const blue = await growTree(both, kind, { word: `blue${kind}`, latitude: '-12.82828' });
    trees.set(kind, [red, blue]);
  }
});
after(() => both.close());

interface Listed {
  readonly path: string;
  readonly route: Route;
}
const reads = (table: Readonly<Record<string, Route>>, prefix: string): readonly Listed[] =>
  Object.entries(table).flatMap(([key, route]) => {
    const { method, path } = splitKey(key);
    return method === 'GET' ? [{ path: prefix + path, route }] : [];
  });
/** Every route that reads, of both tables. */
const READS = [...reads(TRACKING_ROUTES, '/api'), ...reads(EXTENSION_ROUTES, '/ext')].filter(
  // What opens a session, or answers in pieces that never end, is not a list of anything.
  ({ path }) => !path.startsWith('/api/session') && !path.includes('/docs') && !path.includes('openid'),
);
const LISTS = READS.filter(({ path, route }) => route.answer?.isList === true && !path.includes(':'));
/** Lists in which a tree as it was grown has nothing; a list that is new stands here with its reason, or shows it. */
const NOTHING_OF_ITS_OWN: Readonly<Record<string, string>> = {
  '/api/commands/types': 'the same for everybody',
  '/api/notifications/types': 'the same for everybody',
  '/api/notifications/notificators': 'the same for everybody',
  '/api/notifications/deliveries': 'nothing was told',
  '/api/notifications/push-subscriptions': 'nobody has one',
  '/api/commands/queue': 'nothing was sent',
  '/api/devices/unassigned': 'trackers that nobody owns, for administrators alone',
  '/ext/billing/debts': 'nobody owes',
  '/api/commands/send': 'the same for every device',
  '/api/alarms': 'no rule has made an event an alarm',
  '/api/account/keys': 'keys have no names',
  '/api/users/standing': 'numbers alone',
  '/api/permissions': 'numbers alone',
  '/api/audit': 'administrators',
  '/api/statistics': 'administrators',
  '/api/server/geocode/search': 'no service is set',
  '/api/server/addresses': 'no service is set',
  '/ext/invoices': 'none was issued',
  '/ext/qr-check-ins': 'nobody drives',
  '/ext/coaching/cases': 'nobody drives badly',
  '/ext/walls': 'none was made',
  '/ext/costs/sums': 'numbers alone',
  '/ext/costs/drivers': 'no cost has a driver',
  '/ext/costs/months': 'none was closed',
  '/ext/costs/mappings': 'no file was imported',
};

const period = (): string =>
  `from=${new Date(Date.now() - DAY_MS).toISOString()}&to=${new Date(Date.now() + DAY_MS).toISOString()}`;
/** Requests for the data of a user. */
const questions = (path: string, { ids }: Tree): readonly string[] => {
  const at = ['user', 'device', 'group', 'geofence'].map((name) => `${name}Id=${ids[name]}`);
  const addresses = path.includes(':')
    ? Object.values(ids).map((id) => path.replace(/:\w+/, String(id)).replace(/:\w+/g, 'x'))
    : [path];
  // Sheets are other forms of the list that is asked in every way.
  if (/\/(xlsx|csv|pdf|mail)$/.test(path)) return [`${path}?${period()}&deviceId=${ids['device']}`];
  if (path.includes(':')) return addresses.map((address) => `${address}?${period()}`);
  return addresses.flatMap((address) =>
    ['', 'all=true', `id=${ids['device']}`, `of=${ids['user']}`, ...at].map(
      (each) => `${address}?${period()}${each === '' ? '' : `&${each}`}`,
    ),
  );
};
const reveals = (text: string, { word, latitude }: Tree): boolean =>
  text.includes(word) || text.includes(latitude);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[SIBLING-1] nothing of one reseller is in any answer to another, whatever he asks for', async () => {
      const [red, blue] = trees.get(kind) ?? assert.fail();
      const leaks: string[] = [];
      for (const [mine, theirs] of [
        [red, blue],
        [blue, red],
      ] as const)
        for (const { client } of [mine.seller, mine.customer])
          for (const { path } of READS)
            for (const url of questions(path, theirs)) {
              const { status, text } = await client.call('GET', url);
              if (status < 300 && reveals(text, theirs)) leaks.push(`${mine.word}: ${url}`);
            }
      assert.deepEqual(leaks, []);
    });

    test('[SIBLING-2] every list shows who owns it what is his, so that the silence before means something', async () => {
      const [red] = trees.get(kind) ?? assert.fail();
      const missing: string[] = [];
      for (const { path } of LISTS) {
        let isRevealed = false;
        for (const { client } of [red.customer, red.seller])
          for (const url of questions(path, red))
            isRevealed ||= reveals((await client.call('GET', url)).text, red);
        if (!isRevealed && NOTHING_OF_ITS_OWN[path] === undefined && !path.startsWith('/api/reports/'))
          missing.push(path);
      }
      assert.deepEqual(missing, []);
    });

    test('[SIBLING-2] what has nothing to show is a list that there is', () => {
      const paths = new Set(LISTS.map(({ path }) => path));
      assert.deepEqual(
        Object.keys(NOTHING_OF_ITS_OWN).filter((path) => !paths.has(path)),
        [],
      );
    });

    test('[SIBLING-3] nobody writes authority, money or limits into himself, attribute by attribute', async () => {
      const [red] = trees.get(kind) ?? assert.fail();
      const isProtected = protectedUserAttributes('rastro');
      const names = [
        ...Object.values(USER_ATTRIBUTES).map(({ name }) => `rastro.${name}`),
        'isShared',
        'rastro.billingOfALaterVersion',
        'rastro.resellerOfALaterVersion',
      ].filter((name) => isProtected(name));
      assert.ok(names.length >= 22, String(names.length));
      for (const { id, client } of [red.seller, red.customer]) {
        const own = await client.json<User>('GET', `/api/users/${id}`);
        for (const name of names) {
          const wanted =
            name === 'rastro.advancedPerms' ? 'f'.repeat(32) : own.attributes[name] === 1 ? 2 : 1;
          const attributes = { ...own.attributes, [name]: wanted };
          const { status } = await client.call('PUT', `/api/users/${id}`, { ...own, attributes });
          assert.ok(status >= 400, `${name} of oneself was answered ${status}`);
        }
        for (const limit of [{ deviceLimit: 99 }, { userLimit: 99 }, { administrator: true }]) {
          const [name = ''] = Object.keys(limit);
          await client.call('PUT', `/api/users/${id}`, { ...own, ...limit });
          const now = await client.json<Record<string, unknown>>('GET', `/api/users/${id}`);
          assert.equal(now[name], (own as unknown as Record<string, unknown>)[name], name);
        }
        const now = await client.json<User>('GET', `/api/users/${id}`);
        assert.deepEqual(now.attributes, own.attributes);
      }
    });
  });
