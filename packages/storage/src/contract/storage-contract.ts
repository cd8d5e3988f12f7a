import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { addressContract } from './address-contract.ts';
import { commandContract } from './command-contract.ts';
import { copyContract } from './copy-contract.ts';
import { historyContract } from './history-contract.ts';
import { alarmContract } from './alarm-contract.ts';
import { lateContract } from './late-contract.ts';
import { StoreCalls, type StoreUnderTest } from './store-under-test.ts';
import { tripContract } from './trip-contract.ts';
import { trackContract } from './track-contract.ts';
import { serviceContract } from './service-contract.ts';
import { deliveryContract } from './delivery-contract.ts';
import { PARTITIONS } from '../partition.ts';
import type { Storage } from '../port.ts';
import { allRows, batch, event, isStorageError, position } from './made-rows.ts';
import { searchContract } from './search-contract.ts';
import { StorageError } from '../storage-error.ts';
import type { IngestBatch, NewAction, StoredCredential, StoredPosition } from '../records.ts';

/** Opens the same store again and again: `open` after `close` must find what was there. */
export interface StorageFixture {
  open(): Promise<Storage>;
  dispose(): Promise<void>;
}

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

/** The behaviour of storage, whatever is below. @param make One fresh, empty store per test. */
export function storageContract(name: string, make: () => Promise<StorageFixture>): void {
  describe(`storage contract: ${name}`, () => {
    let fixture: StorageFixture;
    let store: Storage;
    beforeEach(async () => {
      fixture = await make();
      store = await open();
    });
    afterEach(async () => {
      await store.close();
      await fixture.dispose();
    });
    const reopen = async (): Promise<void> => {
      await store.close();
      store = await open();
    };
    const calls = new StoreCalls();
    const open = async (): Promise<Storage> => calls.watched(await fixture.open());
    const underTest: StoreUnderTest = { store: () => store, reopen, ...calls.readersOf(() => store) };

    test('[STORE-1] what was committed is there after opening again', async () => {
      const state = {
        deviceId: 1,
        positionId: 1,
        lastUpdate: 5,
        status: 'online',
        memory: '{"a":1}',
      } as const;
      await store.commit(batch({ positions: [position()], events: [event()], states: [state] }));
      await reopen();
      assert.deepEqual(await store.positionsById([1, 99]), [position()]);
      assert.deepEqual(await store.eventById(1), event());
      const pendingCorrection = { distanceM: 0, engineMs: 0 };
      assert.deepEqual(await store.deviceStates(), [
        { ...state, newestTime: position().fixTime, pendingCorrection },
      ]);
      assert.equal(await store.eventById(2), null);
    });

    test('[STORE-2] a record sent again makes no second row', async () => {
      await store.commit(batch({ positions: [position()] }));
      await store.commit(batch({ positions: [position({ id: 2, serverTime: 9999 })] }));
      await store.commit(batch({ positions: [position({ id: 3, contentKey: 43 })] }));
      const ids = (await allRows(store.history({ deviceId: 1, from: 0, to: 5000, pageSize: 10 }))).map(
        ({ id }) => id,
      );
      assert.deepEqual(ids, [1, 3]);
    });

    test('[STORE-23] events of a record that is known already are skipped with it, and told', async () => {
      assert.deepEqual((await store.commit(batch({ positions: [position()] }))).known, []);
      const again = batch({
        positions: [position({ id: 2 }), position({ id: 3, contentKey: 43 })],
        events: [
          event({ id: 1, positionId: 2 }),
          event({ id: 2, positionId: 3 }),
          event({ id: 3, positionId: 0 }),
        ],
        sequence: { run: 1, at: 0 },
      });
      const outcome = await store.commit(again);
      assert.deepEqual(outcome.known, [{ id: 2, storedAs: 1 }]);
      assert.deepEqual(await store.outcomeOf({ run: 1, at: 0 }), outcome);
      assert.equal(await store.eventById(1), null);
      assert.equal((await store.eventById(2))?.positionId, 3);
      assert.equal((await store.eventById(3))?.positionId, 0);
    });

    test('[STORE-23] the state of a device stands on the row of a record that is known already', async () => {
      const state = { deviceId: 1, lastUpdate: 1, status: 'online', memory: '{}' } as const;
      await store.commit(batch({ positions: [position()] }));
      await store.commit(batch({ positions: [position({ id: 2 })], states: [{ ...state, positionId: 2 }] }));
      assert.equal((await store.deviceStates())[0]?.positionId, 1);
      await store.commit(batch({ states: [{ ...state, positionId: 2 }] }));
      assert.equal((await store.deviceStates())[0]?.positionId, 1, 'worked out before that was known');
    });

    test('[STORE-24] removed positions are gone, and the newest one left becomes the latest', async () => {
      const at = (id: number, fixTime: number, values: Partial<StoredPosition> = {}) =>
        position({ id, fixTime, deviceTime: fixTime, contentKey: id, ...values });
      const state = { deviceId: 1, positionId: 5, lastUpdate: 1, status: 'online', memory: '{}' } as const;
      const rows = [at(1, 1000), at(2, 2000), at(4, 3000), at(3, 3000), at(5, 4000)];
      await store.commit(batch({ positions: [...rows, at(9, 4000, { deviceId: 2 })], states: [state] }));
      const range = { deviceId: 1, from: 0, to: 9999, id: null };
      assert.deepEqual(await store.removePositions({ ...range, to: 1000 }, 100), {
        removed: 1,
        latest: null,
      });
      const { removed, latest } = await store.removePositions({ ...range, id: 5 }, 100);
      assert.deepEqual([removed, latest?.goneId, latest?.newest.map(({ id }) => id)], [1, 5, [3, 4]]);
      assert.equal((await store.deviceStates())[0]?.positionId, 4);
      assert.equal((await store.removePositions(range, 2)).removed, 2, 'at most so many');
      assert.deepEqual((await store.removePositions(range, 2)).latest?.newest, []);
      await reopen();
      assert.equal((await store.deviceStates())[0]?.positionId, 0);
      assert.equal((await store.positionsById([9])).length, 1, 'other devices keep theirs');
    });

    test('[STORE-3] a batch is all or nothing', async () => {
      await store.commit(batch({ events: [event({ id: 7 })] }));
      const poisoned = batch({ positions: [position()], events: [event({ id: 7 })] });
      await assert.rejects(store.commit(poisoned), StorageError);
      assert.deepEqual(await store.positionsById([1]), []);
      await store.commit(batch({ positions: [position()] }));
      assert.equal((await store.positionsById([1])).length, 1, 'the store goes on working');
    });

    test('[STORE-6] nobody else gets the ids of a block, whoever asks and whatever is stored', async () => {
      const second = await fixture.open();
      const blocks: (readonly [number, number])[] = [];
      for (const asked of [store, second, store]) blocks.push([await asked.reserveIds('position', 100), 100]);
      await second.close();
      await reopen();
      blocks.push([await store.reserveIds('position', 1), 1]);
      const ids = blocks.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i));
      assert.equal(new Set(ids).size, 301);
      assert.ok(Math.min(...ids) > 0);
      await store.commit(batch({ positions: [position({ id: 5000 })], events: [event({ id: 700 })] }));
      assert.ok((await store.reserveIds('position', 1)) > 5000);
      assert.ok((await store.reserveIds('event', 1)) > 700);
    });

    test('[STORE-26] the cursor of a partition moves with its batch, and a former owner is refused', async () => {
      const at = (epoch: number, seq: number, id: number): IngestBatch =>
        batch({ positions: [position({ id, contentKey: id })], cursor: { partition: 7, epoch, seq } });
      assert.equal(await store.cursor(7), null);
      await store.commit(at(1, 10, 1));
      await store.commit(at(2, 11, 2));
      await assert.rejects(store.commit(at(1, 12, 3)), isStorageError('FENCED'));
      await reopen();
      assert.deepEqual(await store.cursor(7), { partition: 7, epoch: 2, seq: 11 });
      assert.equal(await store.cursor(8), null);
      assert.deepEqual(await store.positionsById([3]), [], 'nothing of the refused batch is there');
    });

    test('[STORE-36] batches of a run are stored one after the other; one behind a failed one is refused', async () => {
      const at = (run: number, turn: number, id: number, epoch = 1): Promise<unknown> =>
        store.commit(
          batch({
            positions: [position({ id, contentKey: id })],
            sequence: { run, at: turn },
            cursor: { partition: 7, epoch, seq: id },
          }),
        );
      await store.commit(batch({ positions: [], cursor: { partition: 7, epoch: 1, seq: 0 } }));
      const [first, failed, behind, other] = await Promise.allSettled([
        at(1, 0, 1),
        at(1, 1, 2, 0),
        at(1, 2, 3),
        at(2, 0, 4),
      ]);
      assert.deepEqual([first?.status, other?.status], ['fulfilled', 'fulfilled']);
      assert.ok(failed?.status === 'rejected' && isStorageError('FENCED')(failed.reason));
      assert.ok(behind?.status === 'rejected' && isStorageError('OUT_OF_ORDER')(behind.reason));
      // A batch that never arrived, because a process in between failed, is missing too.
      await assert.rejects(at(2, 2, 5), isStorageError('OUT_OF_ORDER'));
      await at(2, 1, 6);
      assert.deepEqual(await store.outcomeOf({ run: 2, at: 1 }), { known: [], commandIds: [] });
      assert.equal(await store.outcomeOf({ run: 1, at: 1 }), null);
      await store.commit(batch({ positions: [position({ id: 7, contentKey: 7 })] }));
      const found = await store.positionsById([1, 2, 3, 4, 5, 6, 7]);
      assert.deepEqual(
        found.map(({ id }) => id).toSorted((a, b) => a - b),
        [1, 4, 6, 7],
      );
    });

    test('[STORE-27] states and tracks are read by partition', async () => {
      const ids = [1, 2, 2 + PARTITIONS];
      await store.commit(
        batch({
          positions: ids.map((deviceId) => position({ id: deviceId, deviceId })),
          states: ids.map((deviceId) => ({
            deviceId,
            positionId: deviceId,
            lastUpdate: 1,
            status: 'online',
            memory: '{}',
          })),
        }),
      );
      const two = await store.deviceStates([2]);
      assert.deepEqual(
        two.map(({ deviceId }) => deviceId),
        [2, 2 + PARTITIONS],
      );
      const tracks = await allRows(store.recentTracks(1000, [1, 3]));
      assert.deepEqual(
        tracks.map(({ deviceId }) => deviceId),
        [1],
      );
      assert.equal((await store.deviceStates()).length, 3);
    });

    test('[STORE-7] a taken key is refused and changes nothing', async () => {
      const first = await store.insertDocument('user', 'a@example.com', { name: 'A' });
      const second = await store.insertDocument('user', 'b@example.com', { name: 'B' });
      await assert.rejects(store.insertDocument('user', 'a@example.com', {}), isStorageError('CONFLICT'));
      const stolen = { id: second, key: 'a@example.com', body: {} };
      await assert.rejects(store.updateDocument('user', stolen, null), isStorageError('CONFLICT'));
      await store.updateDocument('user', { id: first, key: 'a@example.com', body: { name: 'Ana' } }, null);
      assert.deepEqual(await store.documents('user'), [
        { id: first, key: 'a@example.com', body: { name: 'Ana' } },
        { id: second, key: 'b@example.com', body: { name: 'B' } },
      ]);
    });

    test('[STORE-49] of two who change the same version of an entity one is refused and changes nothing', async () => {
      const id = await store.insertDocument('device', 'van', { name: 'Van' });
      const named = (name: string) => ({ id, key: 'van', body: { name } });
      assert.deepEqual(await store.document('device', id), { ...named('Van'), version: 1 });
      const attempts = await Promise.allSettled(
        ['mine', 'yours'].map((name) => store.updateDocument('device', named(name), 1)),
      );
      assert.deepEqual(attempts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      await assert.rejects(store.updateDocument('device', named('late'), 1), isStorageError('CONFLICT'));
      await store.updateDocument('device', named('whatever was there'), null);
      await reopen();
      assert.deepEqual(await store.document('device', id), { ...named('whatever was there'), version: 3 });
      await store.removeDocument('device', id);
      assert.equal(await store.document('device', id), null);
      await assert.rejects(store.updateDocument('device', named('gone'), 3), isStorageError('CONFLICT'));
      await store.updateDocument('device', named('gone'), null);
      assert.deepEqual(await store.documents('device'), []);
    });

    test('[STORE-8] of racing first documents one is stored', async () => {
      const race = Array.from({ length: 20 }, (_, i) =>
        store.insertFirstDocument('user', `${i}@example.com`, {}),
      );
      const winners = (await Promise.all(race)).filter((id) => id !== null);
      assert.equal(winners.length, 1);
      assert.equal((await store.documents('user')).length, 1);
    });

    test('[STORE-9] a removed user takes his links and credentials along', async () => {
      const link = { ownerKind: 'user', ownerId: 1, propertyKind: 'device', propertyId: 9 };
      const managed = { ownerKind: 'user', ownerId: 2, propertyKind: 'managedUser', propertyId: 1 };
      const other = { ownerKind: 'user', ownerId: 2, propertyKind: 'device', propertyId: 1 };
      const id = await store.insertDocument('user', null, {});
      assert.equal(id, 1);
      await store.changeLinks([link, managed, other], []);
      await store.putCredential(credential('theirs', 1));
      await store.putCredential(credential('others', 2));
      await store.removeDocument('user', 1);
      await reopen();
      assert.deepEqual(await store.links(), [other]);
      assert.deepEqual(await store.credentials(), [credential('others', 2)]);
      assert.deepEqual(await store.documents('user'), []);
    });

    test('[STORE-10] linking twice is linking once', async () => {
      const link = { ownerKind: 'user', ownerId: 1, propertyKind: 'device', propertyId: 9 };
      await store.changeLinks([link, link], []);
      assert.deepEqual(await store.links(), [link]);
      await store.changeLinks([], [link]);
      await store.changeLinks([], [link]);
      assert.deepEqual(await store.links(), []);
    });

    test('[STORE-11] a closed store says so', async () => {
      await store.close();
      await assert.rejects(store.readCursor('any'), isStorageError('CLOSED'));
      assert.equal(await store.healthy(), false);
      store = await open();
      assert.equal(await store.healthy(), true);
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
      await store.appendActions([action(10, 1), action(20, 2), action(20, 3), action(30, 4)]);
      await reopen();
      const read = async (from: number, to: number): Promise<number[]> => {
        const found: number[] = [];
        for await (const page of store.actions({ from, to, pageSize: 2 }))
          for (const { objectId } of page) found.push(objectId);
        return found;
      };
      assert.deepEqual(await read(0, 100), [1, 2, 3, 4]);
      assert.deepEqual(await read(20, 20), [2, 3]);
      await store.removeActionsBefore(20);
      assert.deepEqual(await read(0, 100), [2, 3, 4]);
      for await (const [first] of store.actions({ from: 30, to: 30, pageSize: 2 }))
        assert.deepEqual(first, { ...action(30, 4), id: first?.id });
    });

    test('[STORE-33] a credential keeps its name and origin, and when it was used; of what is gone nothing stays', async () => {
      await store.putCredential(credential('a', 1));
      await store.useCredentials([
        { hash: 'a', usedAt: 50 },
        { hash: 'gone', usedAt: 60 },
      ]);
      await reopen();
      assert.deepEqual(await store.credentials(), [{ ...credential('a', 1), usedAt: 50 }]);
      await store.putCredential(credential('b', 1));
      await store.removeCredentials(['a', 'gone']);
      await reopen();
      assert.deepEqual(await store.credentials(), [credential('b', 1)]);
    });

    searchContract(() => store);

    test('[STORE-25] a mark keeps its newest instant', async () => {
      assert.equal(await store.readCursor('reports'), null);
      await store.setCursor('reports', 10);
      await store.setCursor('reports', 20);
      await reopen();
      assert.equal(await store.readCursor('reports'), 20);
    });

    test('[STORE-25] marks of a kind are written and read together', async () => {
      const at = (name: string, instant: number) => ({ name, instant });
      await store.setCursors([at('kind.1', 10), at('kind.2', 20), at('kinds', 30)]);
      await store.setCursors([at('kind.2', 25)]);
      await reopen();
      assert.deepEqual(await store.cursorsByPrefix('kind.'), [at('kind.1', 10), at('kind.2', 25)]);
    });

    addressContract(underTest);

    test('[STORE-22] the figures of a day are replaced by newer ones', async () => {
      await store.putStatistics({ captureTime: 1000, body: { requests: 1 } });
      await store.putStatistics({ captureTime: 2000, body: { requests: 2 } });
      await store.putStatistics({ captureTime: 1000, body: { requests: 3, protocols: { osmand: 1 } } });
      await reopen();
      assert.deepEqual(await store.statistics(0, 1999), [
        { captureTime: 1000, body: { requests: 3, protocols: { osmand: 1 } } },
      ]);
      assert.equal((await store.statistics(1000, 2000)).length, 2);
    });

    historyContract(underTest);
    tripContract(underTest);
    trackContract(underTest);
    lateContract(underTest);
    copyContract(underTest);
    commandContract({ ...underTest, position });
    deliveryContract(underTest);
    alarmContract(underTest);
    serviceContract(underTest);

    // The last one: it asks for what the tests above have called, so it fails without them.
    test('[STORE-39] every method of the ports is called by a test of the contract', () => {
      assert.deepEqual(calls.missing, []);
    });
  });
}
