import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionSearch, AuditStorage } from '../audit-port.ts';
import type { NewAction } from '../records.ts';

const action = (fields: Partial<NewAction>): NewAction => ({
  actionTime: 10,
  address: '192.0.2.7',
  userId: 1,
  actionType: 'edit',
  objectType: 'device',
  objectId: 7,
  attributes: {},
  ...fields,
});
const ANY: ActionSearch = {
  from: 0,
  to: 1000,
  userId: null,
  objectType: null,
  objectId: null,
  actionType: null,
  text: null,
  isOldestFirst: false,
  after: null,
  limit: 100,
};

/** Tests of searching the audit log: of the tracking server and of the extension alike. */
export function searchContract(store: () => AuditStorage): void {
  const found = async (search: Partial<ActionSearch>): Promise<readonly number[]> =>
    (await store().searchActions({ ...ANY, ...search })).map(({ id }) => id);

  test('[STORE-34] the audit log is looked up by who, what and words, newest or oldest first, in pages', async () => {
    await store().appendActions([
      action({}),
      action({ actionTime: 20, userId: 2, attributes: { name: 'Van_1' } }),
      action({ actionTime: 20, objectId: 8, actionType: 'remove' }),
      action({ actionTime: 30, objectType: 'user', address: '198.51.100.1', attributes: { name: 'Vanx1' } }),
    ]);
    assert.deepEqual(await found({}), [4, 3, 2, 1]);
    assert.deepEqual(await found({ isOldestFirst: true, limit: 2 }), [1, 2]);
    assert.deepEqual(await found({ limit: 2, after: { actionTime: 20, id: 3 } }), [2, 1]);
    assert.deepEqual(await found({ isOldestFirst: true, after: { actionTime: 20, id: 2 } }), [3, 4]);
    assert.deepEqual(await found({ from: 20, to: 20 }), [3, 2]);
    assert.deepEqual(await found({ userId: 2 }), [2]);
    assert.deepEqual(await found({ objectType: 'device', objectId: 8 }), [3]);
    assert.deepEqual(await found({ actionType: 'remove' }), [3]);
    assert.deepEqual(await found({ text: 'van_1' }), [2], 'signs of the search stand for themselves');
    assert.deepEqual(await found({ text: '198.51' }), [4]);
  });

  test('[STORE-48] details about a subject are forgotten; that something was done to them is not', async () => {
    const details = { attributes: { name: 'Ana' } };
    await store().appendActions([
      action({ objectType: 'user', ...details }),
      action({ objectType: 'managedUser', ...details }),
      action({ objectType: 'user', objectId: 8, ...details }),
      action({ objectType: 'device', ...details }),
    ]);
    await store().forgetSubject(['user', 'managedUser'], 7);
    const left = await store().searchActions({ ...ANY, isOldestFirst: true });
    assert.deepEqual(
      left.map(({ objectType, objectId, attributes }) => [objectType, objectId, attributes['name']]),
      [
        ['user', 7, undefined],
        ['managedUser', 7, undefined],
        ['user', 8, 'Ana'],
        ['device', 7, 'Ana'],
      ],
    );
  });
}
