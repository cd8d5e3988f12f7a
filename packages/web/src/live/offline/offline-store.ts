import type { Device, Position } from '@rastro/fleet';

/** Account that this browser stores for times without a network. */
export interface OfflineAccount {
  readonly userId: number;
  /** ms since 1970: the last confirmation by the server. */
  readonly at: number;
  /** Data that the session needs to start; the code that wrote it validates it strictly. */
  readonly account: unknown;
}

export interface OfflineFleet {
  /** ms since 1970: when all of it was so. */
  readonly at: number;
  /** Vehicles beyond the limit of the storage. */
  readonly missing: number;
  readonly devices: readonly Device[];
  readonly positions: readonly Position[];
}

/** Data that this browser stores for one account. A failure here is not worth an error: the data is just not stored. */
export interface OfflineStore {
  account(): Promise<OfflineAccount | null>;
  /** Another account replaces the stored one, fleet and all. */
  saveAccount(offlineAccount: OfflineAccount): Promise<void>;
  fleet(userId: number): Promise<OfflineFleet | null>;
  /** Only with the account whose it is: a page that outlived its session keeps nothing. */
  saveFleet(userId: number, offlineFleet: OfflineFleet): Promise<void>;
  wipe(): Promise<void>;
}

const DATABASE = 'rastro-kept';
const STORE = 'kept';
const ACCOUNT = 'account';
const FLEET = 'fleet';

interface FleetRecord extends OfflineFleet {
  readonly userId: number;
}

/** Opens the store in IndexedDB, which page and worker share. @param indexedDB undefined = the browser has none. */
export function openOfflineStore(indexedDB: IDBFactory | undefined): OfflineStore {
  /** @returns the result of the transaction, or null where the browser stores nothing. */
  const within = async <T>(
    mode: IDBTransactionMode,
    operation: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T | null> => {
    if (indexedDB === undefined) return null;
    try {
      const database = await open(indexedDB);
      try {
        const transaction = database.transaction(STORE, mode);
        const done = finished(transaction);
        const [result] = await Promise.all([operation(transaction.objectStore(STORE)), done]);
        return result;
      } finally {
        database.close();
      }
    } catch (error) {
      console.warn('Cannot use what this browser keeps', error);
      return null;
    }
  };
  const accountIn = async (store: IDBObjectStore): Promise<OfflineAccount | null> =>
    (await settled<OfflineAccount | undefined>(store.get(ACCOUNT))) ?? null;
  return {
    account: () => within('readonly', accountIn),
    saveAccount: async (offlineAccount) => {
      await within('readwrite', async (store) => {
        if ((await accountIn(store))?.userId !== offlineAccount.userId) store.delete(FLEET);
        store.put(offlineAccount, ACCOUNT);
      });
    },
    fleet: (userId) =>
      within('readonly', async (store) => {
        const stored = await settled<FleetRecord | undefined>(store.get(FLEET));
        return stored?.userId === userId ? stored : null;
      }),
    saveFleet: async (userId, offlineFleet) => {
      await within('readwrite', async (store) => {
        if ((await accountIn(store))?.userId !== userId) return;
        store.put({ ...offlineFleet, userId } satisfies FleetRecord, FLEET);
      });
    },
    wipe: async () => {
      await within('readwrite', (store) => Promise.resolve(void store.clear()));
    },
  };
}

async function open(indexedDB: IDBFactory): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return settled(opening);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Cannot read IndexedDB'));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('Cannot write to IndexedDB'));
  });
}
