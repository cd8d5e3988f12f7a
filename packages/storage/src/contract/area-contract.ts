import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewAction, StoredCredential } from '../records.ts';
import { addressContract } from './address-contract.ts';
import type { AreaStoreUnderTest } from './area-store-under-test.ts';
import { alarmContract } from './alarm-contract.ts';
import { commandContract } from './command-contract.ts';
import { copyContract } from './copy-contract.ts';
import { deliveryContract } from './delivery-contract.ts';
import { isStorageError } from './made-rows.ts';
import { searchContract } from './search-contract.ts';
import { sharedContract } from './shared-contract.ts';
import { serviceContract } from './service-contract.ts';

const credential = (hash: string, userId: number): StoredCredential => ({
  hash,
  userId,
  purpose: 'session',
  createdAt: 1,
  expiresAt: null,
  origin: null,
  actorId: null,
  parentHash: null,
  name: 'Gate',
  address: '192.0.2.7',
  userAgent: 'Firefox',
  usedAt: null,
});

/** Tests of all that a store has beside records and what is derived from them. */
export function areaContract(room: AreaStoreUnderTest): void {
  test('[STORE-7] a taken key is refused and changes nothing', async () => {
    const first = await room.store().insertDocument('user', 'a@example.com', { name: 'A' });
    const second = await room.store().insertDocument('user', 'b@example.com', { name: 'B' });
    await assert.rejects(
      room.store().insertDocument('user', 'a@example.com', {}),
      isStorageError('CONFLICT'),
    );
    const stolen = { id: second, key: 'a@example.com', body: {} };
    await assert.rejects(room.store().updateDocument('user', stolen, null), isStorageError('CONFLICT'));
    await room
      .store()
      .updateDocument('user', { id: first, key: 'a@example.com', body: { name: 'Ana' } }, null);
    assert.deepEqual(await room.store().documents('user'), [
      { id: first, key: 'a@example.com', body: { name: 'Ana' } },
      { id: second, key: 'b@example.com', body: { name: 'B' } },
    ]);
  });

  test('[STORE-49] of two who change the same version of an entity one is refused and changes nothing', async () => {
    const id = await room.store().insertDocument('device', 'van', { name: 'Van' });
    const named = (name: string) => ({ id, key: 'van', body: { name } });
    assert.deepEqual(await room.store().document('device', id), { ...named('Van'), version: 1 });
    const attempts = await Promise.allSettled(
      ['mine', 'yours'].map((name) => room.store().updateDocument('device', named(name), 1)),
    );
    assert.deepEqual(attempts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    await assert.rejects(room.store().updateDocument('device', named('late'), 1), isStorageError('CONFLICT'));
    await room.store().updateDocument('device', named('whatever was there'), null);
    await room.reopen();
    assert.deepEqual(await room.store().document('device', id), {
      ...named('whatever was there'),
      version: 3,
    });
    await room.store().removeDocument('device', id);
    assert.equal(await room.store().document('device', id), null);
    await assert.rejects(room.store().updateDocument('device', named('gone'), 3), isStorageError('CONFLICT'));
    await room.store().updateDocument('device', named('gone'), null);
    assert.deepEqual(await room.store().documents('device'), []);
  });

  test('[STORE-8] of racing first documents one is stored', async () => {
    const race = Array.from({ length: 20 }, (_, i) =>
      room.store().insertFirstDocument('user', `${i}@example.com`, {}),
    );
    const winners = (await Promise.all(race)).filter((id) => id !== null);
    assert.equal(winners.length, 1);
    assert.equal((await room.store().documents('user')).length, 1);
  });

  test('[STORE-9] a removed user takes his links and credentials along', async () => {
    const link = { ownerKind: 'user', ownerId: 1, propertyKind: 'device', propertyId: 9 };
    const managed = { ownerKind: 'user', ownerId: 2, propertyKind: 'managedUser', propertyId: 1 };
    const other = { ownerKind: 'user', ownerId: 2, propertyKind: 'device', propertyId: 1 };
    const id = await room.store().insertDocument('user', null, {});
    assert.equal(id, 1);
    await room.store().changeLinks([link, managed, other], []);
    await room.store().putCredential(credential('theirs', 1));
    await room.store().putCredential(credential('others', 2));
    await room.store().removeDocument('user', 1);
    await room.reopen();
    assert.deepEqual(await room.store().links(), [other]);
    assert.deepEqual(await room.store().credentials(), [credential('others', 2)]);
    assert.deepEqual(await room.store().documents('user'), []);
  });

  test('[STORE-10] linking twice is linking once', async () => {
    const link = { ownerKind: 'user', ownerId: 1, propertyKind: 'device', propertyId: 9 };
    await room.store().changeLinks([link, link], []);
    assert.deepEqual(await room.store().links(), [link]);
    await room.store().changeLinks([], [link]);
    await room.store().changeLinks([], [link]);
    assert.deepEqual(await room.store().links(), []);
  });

  test('[STORE-11] a closed store says so', async () => {
    await room.store().close();
    await assert.rejects(room.store().readCursor('any'), isStorageError('CLOSED'));
    assert.equal(await room.store().healthy(), false);
    await room.reopen();
    assert.equal(await room.store().healthy(), true);
  });

  test('[STORE-21] the audit log is kept in order and read between two instants, over pages', async () => {
    const action = (actionTime: number, objectId: number): NewAction => ({
      actionTime,
      address: '127.0.0.1',
      userId: 1,
      actionType: 'edit',
      objectType: 'device',
      objectId,
      attributes: { a: [1] },
    });
    await room.store().appendActions([action(10, 1), action(20, 2), action(20, 3), action(30, 4)]);
    await room.reopen();
    const read = async (from: number, to: number): Promise<number[]> => {
      const found: number[] = [];
      for await (const page of room.store().actions({ from, to, pageSize: 2 }))
        for (const { objectId } of page) found.push(objectId);
      return found;
    };
    assert.deepEqual(await read(0, 100), [1, 2, 3, 4]);
    assert.deepEqual(await read(20, 20), [2, 3]);
    await room.store().removeActionsBefore(20);
    assert.deepEqual(await read(0, 100), [2, 3, 4]);
    for await (const [first] of room.store().actions({ from: 30, to: 30, pageSize: 2 }))
      assert.deepEqual(first, { ...action(30, 4), id: first?.id });
  });

  test('[STORE-33] a credential keeps its name and origin, and when it was used; of what is gone nothing stays', async () => {
    await room.store().putCredential(credential('a', 1));
    await room.store().useCredentials([
      { hash: 'a', usedAt: 50 },
      { hash: 'gone', usedAt: 60 },
    ]);
    await room.reopen();
    assert.deepEqual(await room.store().credentials(), [{ ...credential('a', 1), usedAt: 50 }]);
    await room.store().putCredential(credential('b', 1));
    await room.store().removeCredentials(['a', 'gone']);
    await room.reopen();
    assert.deepEqual(await room.store().credentials(), [credential('b', 1)]);
  });

  searchContract(room.store);

  test('[STORE-25] a mark keeps its newest instant', async () => {
    assert.equal(await room.store().readCursor('reports'), null);
    await room.store().setCursor('reports', 10);
    await room.store().setCursor('reports', 20);
    await room.reopen();
    assert.equal(await room.store().readCursor('reports'), 20);
  });

  sharedContract(room);

  addressContract(room);
  copyContract(room);
  commandContract(room);
  deliveryContract(room);
  alarmContract(room);
  serviceContract(room);
}
