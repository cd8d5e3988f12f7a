import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { areaContract } from './area-contract.ts';
import { fenceLockContract } from './fence-lock-contract.ts';
import { usageContract } from './usage-contract.ts';
import { historyContract } from './history-contract.ts';
import { lateContract } from './late-contract.ts';
import { StoreCalls, type StoreUnderTest } from './store-under-test.ts';
import { manyContract } from './many-contract.ts';
import { tripContract } from './trip-contract.ts';
import { trackContract } from './track-contract.ts';
import { PARTITIONS } from '../partition.ts';
import type { Storage } from '../port.ts';
import { allRows, batch, event, isStorageError, position } from './made-rows.ts';
import { StorageError } from '../storage-error.ts';
import type { IngestBatch, StoredPosition } from '../records.ts';

/** Opens the same store again and again: `open` after `close` must find what was there. */
export interface StorageFixture {
  open(): Promise<Storage>;
  dispose(): Promise<void>;
}

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

    test('[STORE-23] a record that is twice in its batch is stored once', async () => {
      const twice = batch({
        positions: [
          position(),
          position({ id: 2 }),
          position({ id: 3, contentKey: 43 }),
          position({ id: 4 }),
        ],
        events: [event({ id: 1, positionId: 1 }), event({ id: 2, positionId: 4 })],
        states: [{ deviceId: 1, positionId: 4, lastUpdate: 1, status: 'online', memory: '{}' }],
      });
      const known = [2, 4].map((id) => ({ id, storedAs: 1 }));
      assert.deepEqual((await store.commit(twice)).known, known);
      assert.equal((await store.eventById(1))?.positionId, 1);
      assert.equal(await store.eventById(2), null);
      assert.equal((await store.deviceStates())[0]?.positionId, 1);
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
        batch({ positions: [position({ id, contentKey: id })], partitions: [{ partition: 7, epoch, seq }] });
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
            partitions: [{ partition: 7, epoch, seq: id }],
          }),
        );
      await store.commit(batch({ positions: [], partitions: [{ partition: 7, epoch: 1, seq: 0 }] }));
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

    test('[STORE-38] the cursor of a job moves with the rows of its batch, or not at all', async () => {
      await store.commit(batch({ positions: [position()], cursors: [{ name: 'copied', instant: 1 }] }));
      await store.commit(batch({ events: [event()] }));
      const again = batch({ events: [event()], cursors: [{ name: 'copied', instant: 2 }] });
      await assert.rejects(store.commit(again));
      await reopen();
      assert.equal(await store.readCursor('copied'), 1);
    });

    areaContract({
      ...underTest,
      another: () => fixture.open(),
      storeEvents: async (events, outbox = []) =>
        void (await store.commit(batch({ positions: [position()], events, outbox }))),
    });
    historyContract(underTest);
    manyContract(underTest);
    tripContract(underTest);
    trackContract(underTest);
    lateContract(underTest);
    fenceLockContract(underTest);
    usageContract(() => store);

    // The last one: it asks for what the tests above have called, so it fails without them.
    test('[STORE-39] every method of the ports is called by a test of the contract', () => {
      assert.deepEqual(calls.missing, []);
    });
  });
}
