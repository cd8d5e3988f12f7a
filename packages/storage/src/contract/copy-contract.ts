import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CopiedDirectory } from '../directory-port.ts';
import type { AreaStorage } from '../port.ts';
import { StorageError } from '../storage-error.ts';

/** The part of the contract for what comes from another server. @param fixture The store, and opening it again. */
export function copyContract(fixture: { readonly store: () => AreaStorage; reopen(): Promise<void> }): void {
  const { store } = fixture;
  const link = { ownerKind: 'user', ownerId: 7, propertyKind: 'device', propertyId: 40 };
  const ana = { id: 7, key: 'ana@example.com', body: { name: 'Ana' } };
  const copied: CopiedDirectory = {
    documents: new Map([
      ['user', [ana]],
      ['device', [{ id: 40, key: 'v40', body: { name: 'Vehicle' } }]],
    ]),
    links: [link],
    cursor: { name: 'copied', instant: 5 },
  };

  test('[STORE-37] entities of another server keep their ids, and new ones come after them', async () => {
    await store().copyDirectory(copied);
    await fixture.reopen();
    assert.deepEqual(await store().documents('user'), [ana]);
    assert.deepEqual(await store().links(), [link]);
    assert.equal(await store().readCursor('copied'), 5);
    assert.equal(await store().insertDocument('device', 'v41', {}), 41);
  });

  test('[STORE-37] where an id or a key is taken, nothing of it is stored', async () => {
    await store().insertDocument('device', 'v40', {});
    await assert.rejects(
      store().copyDirectory(copied),
      (error: unknown) => error instanceof StorageError && error.code === 'CONFLICT',
    );
    assert.deepEqual(await store().documents('user'), []);
    assert.deepEqual(await store().links(), []);
    assert.equal(await store().readCursor('copied'), null);
  });
}
