import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredAddress } from '../address-port.ts';
import type { AreaStoreUnderTest } from './area-store-under-test.ts';
import { isStorageError } from './made-rows.ts';

/** Tests of storage for addresses of places. @param room The store of the running test, and how to open it again. */
export function addressContract(room: Pick<AreaStoreUnderTest, 'store' | 'reopen' | 'addressReader'>): void {
  const street = (cell: number, foundAt: number): StoredAddress => ({
    cell,
    address: `Rua ${cell}`,
    foundAt,
  });
  const inOrder = (rows: readonly StoredAddress[]) => rows.toSorted((a, b) => a.cell - b.cell);

  test('[STORE-32] addresses are kept once for a place, and read by threads, too', async () => {
    const far = 6_480_000_000_000;
    await room.store().saveAddresses([street(1, 10), street(far, 10), { ...street(2, 10), address: null }]);
    await room.store().saveAddresses([{ ...street(1, 20), address: 'Rua Nova' }]);
    await room.reopen();
    const expected = [
      { cell: 1, address: 'Rua Nova', foundAt: 20 },
      { cell: 2, address: null, foundAt: 10 },
      street(far, 10),
    ];
    assert.deepEqual(inOrder(await room.store().addressesOf([1, 2, 3, far])), expected);
    const reader = await room.addressReader();
    assert.deepEqual(inOrder(await reader.addressesOf([1, 2, 3, far])), expected);
    assert.deepEqual(await reader.addressesOf([]), []);
    await reader.close();
    await assert.rejects(reader.addressesOf([1]), isStorageError('CLOSED'));
  });

  test('[STORE-32] old addresses go, "nothing there" earlier, and the oldest of too many', async () => {
    const store = room.store();
    const nothing = { ...street(1, 50), address: null };
    await store.saveAddresses([nothing, street(2, 10), street(3, 50), street(4, 60), street(5, 70)]);
    const gone = { foundBefore: 20, nothingBefore: 55, most: 2 };
    assert.equal(await store.removeAddresses(gone), true);
    const left = inOrder(await store.addressesOf([1, 2, 3, 4, 5]));
    assert.deepEqual(left, [street(4, 60), street(5, 70)]);
  });
}
