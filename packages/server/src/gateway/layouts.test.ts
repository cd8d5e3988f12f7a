import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import type { Device, LogPage } from '@rastro/fleet';
import {
  LAYOUT_LIMITS,
  type Layout,
  type LayoutContent,
  type Layouts,
  type Widget,
} from '@rastro/fleet/layouts';
import { openExtensionStorage } from '@rastro/storage';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const PATH = '/ext/layouts';
const widget = (id: string, x = 0): Widget => ({ id, kind: 'alarms', x, y: 0, w: 4, h: 3, settings: {} });
const content = (name: string, ...widgets: readonly Widget[]): LayoutContent => ({
  name,
  period: { preset: 'today' },
  groupIds: [],
  deviceIds: [],
  widgets,
});
const contentOf = ({ id: _id, revision: _revision, ...rest }: Layout): LayoutContent => rest;
const idsOf = ({ widgets }: LayoutContent): readonly string[] => widgets.map(({ id }) => id).toSorted();

/** A reseller with a reseller below, each with a customer, and a customer of nobody. */
async function usersAt(kind: Kind) {
  const root = await both.root(kind);
  const sells = (name: string) => ({ userLimit: -1, attributes: { [`rastro.${name}`]: true } });
  const seller = await both.account(kind, root, 'seller', sells('reseller'));
  const below = await both.account(kind, seller.client, 'below', sells('subReseller'));
  const ana = await both.account(kind, below.client, 'ana', { userLimit: 2 });
  const bia = await both.account(kind, seller.client, 'bia');
  const caio = await both.account(kind, root, 'caio');
  return { root, seller, below, ana, bia, caio };
}
type Client = Awaited<ReturnType<typeof usersAt>>['root'];
const read = (who: Client): Promise<Layouts> => who.json<Layouts>('GET', PATH);
const standardOf = async (who: Client): Promise<string | null> => (await read(who)).standard?.name ?? null;

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[OVERVIEW-1] a user has their own, in every browser; beyond the limit none is added', async () => {
      const { ana, bia } = await usersAt(kind);
      const first = await ana.client.json<Layout>('POST', PATH, content('Morning', widget('a')));
      assert.deepEqual([first.id, first.revision], [1, 1]);
      await ana.client.call('DELETE', `${PATH}/${first.id}`);
      const again = await ana.client.json<Layout>('POST', PATH, content('Again'));
      assert.equal(again.id, 2, 'an id is never given twice');
      assert.deepEqual((await read(ana.client)).layouts, [again]);
      assert.deepEqual((await read(bia.client)).layouts, []);
      for (let at = 1; at < LAYOUT_LIMITS.layouts; at++)
        await ana.client.json('POST', PATH, content(`More ${at}`));
      const { status, text } = await ana.client.call('POST', PATH, content('One more'));
      assert.deepEqual([status, text.split(' - ')[0]], [409, 'Too many overviews']);
      assert.equal((await ana.client.call('POST', PATH, { name: 'x' })).status, 400);
    });

    test('[OVERVIEW-2] changes of two browsers are merged; a removed overview does not come back', async () => {
      const { ana, bia } = await usersAt(kind);
      const stored = await ana.client.json<Layout>('POST', PATH, content('Day', widget('a'), widget('b', 4)));
      const base = contentOf(stored);
      const put = (layout: LayoutContent, who = ana.client) =>
        who.call('PUT', `${PATH}/${stored.id}`, { revision: stored.revision, base, layout });
      assert.equal((await put(content('Day', widget('b', 4), widget('c', 8)))).status, 200);
      const merged: Layout = JSON.parse((await put(content('Mine', ...base.widgets, widget('d', 8)))).text);
      assert.deepEqual([idsOf(merged), merged.name, merged.revision], [['b', 'c', 'd'], 'Mine', 3]);
      assert.deepEqual((await read(ana.client)).layouts, [merged]);
      assert.equal((await put(base, bia.client)).status, 404, 'of somebody else');
      await ana.client.call('DELETE', `${PATH}/${stored.id}`);
      const late = await put(base);
      assert.deepEqual([late.status, late.text.split(' - ')[0]], [404, 'Overview unknown']);
      assert.deepEqual((await read(ana.client)).layouts, []);
    });

    test('[OVERVIEW-3] the order is the user’s; those it does not name follow', async () => {
      const { ana } = await usersAt(kind);
      for (const name of ['one', 'two', 'three']) await ana.client.json('POST', PATH, content(name));
      const sorted = await ana.client.json<Layouts>('PUT', `${PATH}/order`, { ids: [3, 1, 99] });
      assert.deepEqual(
        sorted.layouts.map(({ id }) => id),
        [3, 1, 2],
      );
    });

    test('[OVERVIEW-4] a customer has the default of the nearest reseller above, who takes it back', async () => {
      const { root, seller, below, ana, bia, caio } = await usersAt(kind);
      const all = [ana, bia, below, seller, caio];
      const names = async () => Promise.all(all.map(({ client }) => standardOf(client)));
      await root.json('PUT', `${PATH}/default`, content('House'));
      assert.deepEqual(await names(), ['House', 'House', 'House', 'House', 'House']);
      await seller.client.json('PUT', `${PATH}/default`, content('Seller'));
      await below.client.json('PUT', `${PATH}/default`, content('Below'));
      assert.deepEqual(await names(), ['Below', 'Seller', 'Seller', 'House', 'House']);
      assert.equal((await read(below.client)).forCustomers?.name, 'Below');
      assert.equal((await read(ana.client)).forCustomers, null);
      const back = await below.client.json<Layouts>('DELETE', `${PATH}/default`);
      assert.equal(back.forCustomers, null);
      assert.deepEqual(await names(), ['Seller', 'Seller', 'Seller', 'House', 'House']);
      assert.equal((await ana.client.call('PUT', `${PATH}/default`, content('No'))).status, 403);
      await root.call('DELETE', `${PATH}/default`);
      assert.deepEqual((await names()).slice(3), [null, null]);
      const { lines } = await root.json<LogPage>('GET', '/ext/server/logs?objectType=defaultLayout');
      const did = lines.map(({ userId, actionType }) => [userId, actionType]);
      assert.ok(did.some(([userId, type]) => userId === below.id && type === 'remove'));
      assert.ok(did.some(([userId, type]) => userId === seller.id && type === 'edit'));
    });

    test('[OVERVIEW-5] a guest has none', async () => {
      const { ana } = await usersAt(kind);
      const van = await ana.client.json<Device>('POST', '/api/devices', {
        name: 'Van',
        uniqueId: `o-${kind}`,
      });
      const share = { deviceIds: [van.id], expiration: new Date(Date.now() + HOUR_MS).toISOString() };
      const { token } = await ana.client.json<{ token: string }>('POST', '/api/shares', share);
      const guest = { authorization: `Bearer ${token}` };
      const answers = await Promise.all([
        fetch(`${both.urlOf(kind)}${PATH}`, { headers: guest }),
        fetch(`${both.urlOf(kind)}${PATH}`),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [403, 401],
      );
    });

    test('[OVERVIEW-6] overviews are in the export of a user’s data, and go with the account', async () => {
      const { seller, bia } = await usersAt(kind);
      await bia.client.json('POST', PATH, content('Private'));
      const { text } = await seller.client.call('GET', `/ext/users/${bia.id}/data`);
      assert.match(text, /"overviews": \{[^]*"Private"/);
      const { status } = await seller.client.call('POST', `/ext/users/${bia.id}/erasure`, { name: 'bia' });
      assert.equal(status, 204);
      await both.restart(kind, async (folder) => {
        const storage = await openExtensionStorage({ folder });
        assert.equal(await storage.document('layouts', String(bia.id)), null);
        await storage.close();
      });
    });
  });
