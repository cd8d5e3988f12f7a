import type { Device, Position } from '@rastro/fleet';

/** Whose browser this is for times without a network. */
export interface KeptAccount {
  readonly userId: number;
  /** ms since 1970: when the server last said so. */
  readonly at: number;
  /** What the session needs to begin; read strictly by whoever wrote it. */
  readonly account: unknown;
}

export interface KeptFleet {
  /** ms since 1970: when all of it was so. */
  readonly at: number;
  /** Vehicles that were too many to be kept. */
  readonly missing: number;
  readonly devices: readonly Device[];
  readonly positions: readonly Position[];
}

/** What this browser keeps of one account. Nothing of it is worth an error: what cannot be kept is not. */
export interface KeptBook {
  account(): Promise<KeptAccount | null>;
  /** Another's takes the place of what was kept, fleet and all. */
  keepAccount(account: KeptAccount): Promise<void>;
  fleet(userId: number): Promise<KeptFleet | null>;
  /** Only beside the account whose it is: a page that outlived its session keeps nothing. */
  keepFleet(userId: number, fleet: KeptFleet): Promise<void>;
  wipe(): Promise<void>;
}

const DATABASE = 'rastro-kept';
const STORE = 'kept';
const ACCOUNT = 'account';
const FLEET = 'fleet';

interface FleetRecord extends KeptFleet {
  readonly userId: number;
}

/** Kept in IndexedDB, which page and worker share. @param indexedDB undefined = the browser has none. */
export function openKeptBook(indexedDB: IDBFactory | undefined): KeptBook {
  /** @returns What the act read, or null where the browser keeps nothing. */
  const within = async <T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T | null> => {
    if (indexedDB === undefined) return null;
    try {
      const database = await open(indexedDB);
      try {
        const transaction = database.transaction(STORE, mode);
        const done = finished(transaction);
        const [told] = await Promise.all([act(transaction.objectStore(STORE)), done]);
        return told;
      } finally {
        database.close();
      }
    } catch (error) {
      console.warn('Cannot use what this browser keeps', error);
      return null;
    }
  };
  const accountIn = async (store: IDBObjectStore): Promise<KeptAccount | null> =>
    (await settled<KeptAccount | undefined>(store.get(ACCOUNT))) ?? null;
  return {
    account: () => within('readonly', accountIn),
    keepAccount: async (account) => {
      await within('readwrite', async (store) => {
        if ((await accountIn(store))?.userId !== account.userId) store.delete(FLEET);
        store.put(account, ACCOUNT);
      });
    },
    fleet: (userId) =>
      within('readonly', async (store) => {
        const kept = await settled<FleetRecord | undefined>(store.get(FLEET));
        return kept?.userId === userId ? kept : null;
      }),
    keepFleet: async (userId, fleet) => {
      await within('readwrite', async (store) => {
        if ((await accountIn(store))?.userId !== userId) return;
        store.put({ ...fleet, userId } satisfies FleetRecord, FLEET);
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
