import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { invoiceContract } from './invoice-contract.ts';
import { searchContract } from './search-contract.ts';
import { listingContract } from './listing-contract.ts';
import { accessLogContract } from './access-log-contract.ts';
import { PortCalls } from './port-calls.ts';
import { allRows, isStorageError } from './made-rows.ts';
import type { ExtensionStorage } from '../extension-port.ts';
import type { NewAction } from '../records.ts';
import type { StorageErrorCode } from '../storage-error.ts';

/** Opens the same store again and again, side by side too. */
export interface ExtensionFixture {
  open(): Promise<ExtensionStorage>;
  /** Lets time pass for the clock of the database; absent = the store goes by the instants that callers name. */
  readonly pass?: (ms: number) => Promise<void>;
  dispose(): Promise<void>;
}

const action = (values: Partial<NewAction> = {}): NewAction => ({
  actionTime: 1000,
  address: '192.0.2.1',
  userId: 1,
  actionType: 'edit',
  objectType: 'theme',
  objectId: 0,
  attributes: { host: 'fleet.example.com' },
  ...values,
});
const rejectsWith = (work: Promise<unknown>, code: StorageErrorCode): Promise<void> =>
  assert.rejects(work, isStorageError(code));

/** Tests that every store of the extension passes, by the rules of SPEC.md. */
export function extensionContract(name: string, makeFixture: () => Promise<ExtensionFixture>): void {
  describe(`store of the extension on ${name}`, () => {
    let fixture: ExtensionFixture;
    let store: ExtensionStorage;
    const calls = new PortCalls();
    const open = async (): Promise<ExtensionStorage> => calls.watched(await fixture.open());
    beforeEach(async () => {
      fixture = await makeFixture();
      store = await open();
    });
    afterEach(async () => {
      await store.close();
      await fixture.dispose();
    });
    const put = (kind: string, key: string, body: unknown, replaces: number | null = null) => ({
      kind,
      key,
      body,
      replaces,
    });
    const keys = async (kind: string, prefix = '', pageSize = 2) =>
      (await allRows(store.documents({ kind, prefix, pageSize }))).map(({ key }) => key);

    test('[EXTSTORE-13] documents are found by the end of their key, page by page', async () => {
      const found = async (prefix: string, endings: readonly string[], pageSize = 1) =>
        (await allRows(store.documents({ kind: 'ride', prefix, endings, pageSize }))).map(({ key }) => key);
      const made = ['d1.5.7', 'd1.6.17', 'd1.7.8', 'd2.5.7', 'd2.7.7.8', '7', 'd2.é.ç'];
      await store.commit({ put: made.map((key) => put('ride', key, {})) });
      assert.deepEqual(await found('', ['7']), ['7', 'd1.5.7', 'd2.5.7']);
      assert.deepEqual(await found('d1', ['7', '8', '9']), ['d1.5.7', 'd1.7.8']);
      assert.deepEqual(await found('d2', ['8', 'ç'], 5), ['d2.7.7.8', 'd2.é.ç']);
      assert.deepEqual([await found('d1', ['5']), await found('', [])], [[], []]);
    });

    test('[EXTSTORE-1] documents are there after opening again, by kind and key and in the order of keys', async () => {
      await store.commit({
        put: [
          put('brand', 'b', { title: 'ção' }),
          put('share', 'b', 1),
          ...['a1', 'c', 'a2', 'a%'].map((key) => put('brand', key, {})),
        ],
      });
      await store.close();
      store = await open();
      assert.deepEqual(await store.document('brand', 'b'), { key: 'b', version: 1, body: { title: 'ção' } });
      assert.equal(await store.document('brand', 'd'), null);
      assert.deepEqual(await keys('brand'), ['a%', 'a1', 'a2', 'b', 'c']);
      assert.deepEqual(await keys('brand', 'a', 1), ['a%', 'a1', 'a2']);
      assert.deepEqual(await keys('brand', 'a%'), ['a%']);
      await store.commit({ remove: [{ kind: 'brand', key: 'b', replaces: null }] });
      assert.equal(await store.document('brand', 'b'), null);
      assert.notEqual(await store.document('share', 'b'), null);
    });

    test('[EXTSTORE-2] of two who change the same version one is refused and changes nothing', async () => {
      await store.commit({ put: [put('theme', 'x', 'first', 0)] });
      await rejectsWith(store.commit({ put: [put('theme', 'x', 'again', 0)] }), 'CONFLICT');
      const other = await fixture.open();
      const attempts = await Promise.allSettled([
        store.commit({ put: [put('theme', 'x', 'mine', 1)] }),
        other.commit({ put: [put('theme', 'x', 'yours', 1)] }),
      ]);
      await other.close();
      assert.deepEqual(attempts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal((await store.document('theme', 'x'))?.version, 2);
      await rejectsWith(store.commit({ remove: [{ kind: 'theme', key: 'x', replaces: 1 }] }), 'CONFLICT');
    });

    test('[EXTSTORE-3] a batch is all or nothing: documents, cursors and the audit log', async () => {
      await store.commit({ put: [put('theme', 'x', 1)] });
      const batch = {
        put: [put('theme', 'y', 2), put('theme', 'x', 2, 7)],
        cursors: [{ name: 'job', instant: 5 }],
        actions: [action()],
      };
      await rejectsWith(store.commit(batch), 'CONFLICT');
      assert.deepEqual([await keys('theme'), await store.readCursor('job')], [['x'], null]);
      await store.commit({ ...batch, put: [put('theme', 'x', 2, 1)] });
      assert.deepEqual([await store.readCursor('job'), (await actionsOf(store)).length], [5, 1]);
    });

    test('[EXTSTORE-4] one has a lease at a time: until it runs out, is given back, or for ever by renewing', async () => {
      const HOUR_MS = 3_600_000;
      let now = 0;
      const pass = async (ms: number): Promise<void> => {
        now += ms;
        await fixture.pass?.(ms);
      };
      const hold = (owner: string) => ({ name: 'job', owner, now, until: now + 10 * HOUR_MS });
      const other = await fixture.open();
      assert.equal(await store.takeLease(hold('a')), true);
      await pass(9 * HOUR_MS);
      assert.equal(await other.takeLease(hold('b')), false);
      assert.equal(await store.takeLease(hold('a')), true, 'renewed');
      await pass(9 * HOUR_MS);
      assert.equal(await other.takeLease(hold('b')), false);
      assert.equal(await other.takeLease({ ...hold('b'), name: 'another' }), true);
      await pass(HOUR_MS);
      assert.equal(await other.takeLease(hold('b')), true, 'it has run out');
      await store.releaseLease({ name: 'job', owner: 'a' });
      assert.equal(await store.takeLease(hold('a')), false, 'what is not mine is not given back');
      await other.releaseLease({ name: 'job', owner: 'b' });
      assert.equal(await store.takeLease(hold('a')), true);
      await other.close();
    });

    test('[EXTSTORE-5] who has lost a lease keeps nothing that was done under it', async () => {
      await store.takeLease({ name: 'job', owner: 'a', now: 0, until: 10 });
      const late = (owner: string) => ({
        under: { name: 'job', owner },
        put: [put('invoice', owner, {})],
        cursors: [{ name: 'job', instant: 1 }],
      });
      await store.commit(late('a'));
      await fixture.pass?.(10);
      await store.takeLease({ name: 'job', owner: 'b', now: 10, until: 20 });
      await rejectsWith(store.commit({ ...late('a'), put: [put('invoice', 'a2', {})] }), 'FENCED');
      await store.commit(late('b'));
      assert.deepEqual(await keys('invoice'), ['a', 'b']);
    });

    test('[EXTSTORE-6] the audit log is durable, in order, between two instants, and forgets', async () => {
      await store.appendActions([action({ actionTime: 30 }), action({ actionTime: 10, userId: 2 })]);
      await store.close();
      store = await open();
      const found = await actionsOf(store);
      assert.deepEqual(found, [
        { ...action({ actionTime: 10, userId: 2 }), id: 2 },
        { ...action({ actionTime: 30 }), id: 1 },
      ]);
      await store.removeActionsBefore(30);
      assert.deepEqual(
        (await actionsOf(store)).map(({ actionTime }) => actionTime),
        [30],
      );
    });

    searchContract(() => store);
    invoiceContract(() => store);
    accessLogContract(() => store);
    listingContract(() => store);

    test('[STORE-25] a cursor keeps its newest instant', async () => {
      await store.setCursor('job', 10);
      await store.setCursor('job', 20);
      await store.close();
      store = await open();
      assert.deepEqual([await store.readCursor('job'), await store.readCursor('other')], [20, null]);
    });

    test('[EXTSTORE-7] private values are kept by owner and name', async () => {
      await store.putPrivateValue({ ownerId: 0, name: 'asaas', value: '1' });
      await store.putPrivateValue({ ownerId: 0, name: 'asaas', value: '2' });
      await store.putPrivateValue({ ownerId: 7, name: 'smtp', value: '3' });
      await store.removePrivateValue(7, 'smtp');
      assert.deepEqual(await store.privateValues(), [{ ownerId: 0, name: 'asaas', value: '2' }]);
      assert.equal(await store.swapPrivateValue({ ownerId: 0, name: 'asaas', value: '3' }, '1'), false);
      assert.equal(await store.swapPrivateValue({ ownerId: 0, name: 'asaas', value: '4' }, '2'), true);
      assert.equal(await store.privateValue(0, 'asaas'), '4');
      assert.equal(await store.privateValue(7, 'smtp'), null);
    });

    test('[STORE-50] a text with a NUL character is stored, as it is or without that; nothing else is lost', async () => {
      await store.putPrivateValue({ ownerId: 0, name: 'note', value: 'a\0b' });
      assert.ok(['ab', 'a\0b'].includes((await store.privateValues())[0]?.value ?? ''));
      await store.commit({ put: [put('theme', 'x', { note: 'a\0b' })] });
      assert.deepEqual((await store.document('theme', 'x'))?.body, { note: 'a\0b' });
    });

    test('[EXTSTORE-8] it says whether it answers; closed, it answers CLOSED', async () => {
      assert.equal(await store.healthy(), true);
      await store.close();
      assert.equal(await store.healthy(), false);
      await rejectsWith(store.readCursor('x'), 'CLOSED');
      store = await open();
    });

    test('[EXTSTORE-9] it names its engine, and says how much room it takes', async () => {
      assert.match(store.engine, /^(?:SQLite|PostgreSQL) \d+/);
      const { databaseBytes, logBytes } = await store.size();
      assert.ok(databaseBytes > 0);
      const pages = await store.serverPages();
      const isEmbedded = store.engine.startsWith('SQLite');
      assert.deepEqual([pages === null, logBytes !== null], [isEmbedded, isEmbedded]);
      assert.equal(pages?.failures ?? 0, 0);
      assert.equal(await store.readReplica(), null);
    });

    // The last one: it asks for what the tests above have called, so it fails without them.
    test('[STORE-39] every method of the port is called by a test of the contract', () => {
      assert.deepEqual(calls.missing, []);
    });
  });
}

const actionsOf = (store: ExtensionStorage) =>
  allRows(store.actions({ from: 0, to: 1_000_000, pageSize: 1 }));
