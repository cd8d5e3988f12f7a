import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ExtensionStorage } from '../extension-port.ts';
import type { Listing, ListingQuery } from '../listing-port.ts';

const KIND = 'order';
const listing = (more: Partial<Listing> = {}): Listing => ({
  ownerId: 1,
  deviceId: 0,
  state: 'planned',
  at: 1000,
  amount: 0,
  text: '',
  ...more,
});
const ALL: ListingQuery = {
  kind: KIND,
  ownerIds: null,
  deviceIds: null,
  states: null,
  from: null,
  to: null,
  text: null,
  sort: 'at',
  isDescending: false,
  after: null,
  limit: 10,
};

/** Tests of lists that every store of the extension passes, by the rules of SPEC.md. */
export function listingContract(store: () => ExtensionStorage): void {
  const put = (key: string, more: Partial<Listing> | null, kind = KIND) =>
    store().commit({
      put: [{ kind, key, body: { key }, replaces: null, ...(more && { listing: listing(more) }) }],
    });
  const keysOf = async (query: Partial<ListingQuery> = {}): Promise<readonly string[]> => {
    const keys: string[] = [];
    for (let after = query.after ?? null; ;) {
      const page = await store().listedDocuments({ ...ALL, ...query, after });
      keys.push(...page.documents.map(({ key }) => key));
      after = page.next;
      if (after === null) return keys;
    }
  };

  test('[EXTSTORE-10] a document is in the list in which it was stored last, and leaves it with its removal', async () => {
    await put('a', { at: 5 });
    await put('b', null);
    await put('c', { at: 5 }, 'other');
    assert.deepEqual(await keysOf(), ['a']);
    const { documents } = await store().listedDocuments(ALL);
    assert.deepEqual(documents, [{ key: 'a', version: 1, body: { key: 'a' } }]);
    await put('a', { state: 'done' });
    assert.deepEqual(await keysOf({ states: ['planned'] }), []);
    assert.deepEqual(await keysOf({ states: ['planned', 'done'] }), ['a']);
    await put('a', null);
    assert.deepEqual(await keysOf(), [], 'in no list');
    await put('a', {});
    await store().commit({ remove: [{ kind: KIND, key: 'a', replaces: null }] });
    assert.deepEqual(await keysOf(), []);
    const twice = { kind: KIND, key: 'd', body: 1, replaces: 0, listing: listing() };
    await store().commit({ put: [twice] });
    await assert.rejects(store().commit({ put: [{ ...twice, listing: listing({ state: 'done' }) }] }));
    assert.deepEqual(await keysOf({ states: ['done'] }), [], 'nothing of a batch that failed');
  });

  test('[EXTSTORE-10] lists are filtered and come in pages in both orders, whatever is in them', async () => {
    const word = fc.constantFrom('ana', 'zé', 'a%', 'a_b', "o'neil", '日本', 'b\\c');
    const made = fc.record({
      ownerId: fc.integer({ min: 0, max: 2 }),
      deviceId: fc.integer({ min: 0, max: 2 }),
      state: fc.constantFrom('', 'planned', 'done'),
      at: fc.integer({ min: -3, max: 3 }).map((day) => day * 86_400_000),
      text: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
    });
    const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }));
    const asked = fc.record({
      ownerIds: some([0, 1, 2]),
      deviceIds: some([0, 1, 2]),
      states: some(['', 'planned', 'done']),
      from: fc.option(fc.constantFrom(-86_400_000, 0)),
      to: fc.option(fc.constantFrom(0, 86_400_000)),
      text: fc.option(word),
      sort: fc.constantFrom('at' as const, 'text' as const),
      isDescending: fc.boolean(),
      limit: fc.integer({ min: 1, max: 7 }),
    });
    const rows = fc.sample(made, { numRuns: 40, seed: 32 }).map((row, at) => ({ ...row, key: `k${at}` }));
    for (const { key, ...row } of rows) await put(key, row);
    const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
    for (const query of fc.sample(asked, { numRuns: 60, seed: 7 })) {
      const { ownerIds, deviceIds, states, from, to, text, sort, isDescending } = query;
      const right = rows
        .filter(
          (row) =>
            (ownerIds?.includes(row.ownerId) ?? true) &&
            (deviceIds?.includes(row.deviceId) ?? true) &&
            (states?.includes(row.state) ?? true) &&
            (from === null || row.at >= from) &&
            (to === null || row.at <= to) &&
            (text === null || row.text.includes(text)),
        )
        .toSorted((a, b) => compare(a[sort], b[sort]) || compare(a.key, b.key))
        .map(({ key }) => key);
      assert.deepEqual(await keysOf(query), isDescending ? right.toReversed() : right, JSON.stringify(query));
    }
  });

  test('[EXTSTORE-11] documents of a list are counted and added up by owner, device and state', async () => {
    await put('a', { amount: 250 });
    await put('b', { amount: -50 });
    await put('c', { amount: 9_000_000_000_000, deviceId: 7 });
    await put('d', { amount: 1, at: 9000 });
    await put('e', { amount: 1, ownerId: 2 });
    const { sort: _, isDescending: __, after: ___, limit: ____, ...filter } = ALL;
    const sum = { ownerId: 1, deviceId: 0, state: 'planned', count: 2, amount: 200 };
    assert.deepEqual(await store().listedSums({ ...filter, ownerIds: [1], to: 5000 }), [
      sum,
      { ...sum, deviceId: 7, count: 1, amount: 9_000_000_000_000 },
    ]);
  });

  test('[EXTSTORE-12] states of documents are read by their keys, and those in no list are left out', async () => {
    await put('a', { state: 'done' });
    await put("o'neil", {});
    await store().commit({ put: [{ kind: KIND, key: 'unlisted', body: 1, replaces: 0 }] });
    const found = await store().listedStates(KIND, ['a', "o'neil", 'unlisted', 'none', 'a']);
    assert.deepEqual(
      [...found].toSorted(([a], [b]) => a.localeCompare(b)),
      [
        ['a', 'done'],
        ["o'neil", 'planned'],
      ],
    );
    assert.deepEqual((await store().listedStates('other', ['a'])).size, 0);
    assert.deepEqual((await store().listedStates(KIND, [])).size, 0);
  });

  test('[EXTSTORE-10] a long text is found by its beginning', async () => {
    await put('a', { text: `bolos ${'ção '.repeat(2000)}` });
    assert.deepEqual(await keysOf({ text: 'bolos' }), ['a']);
  });
}
