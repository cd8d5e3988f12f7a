/** Works on stores of a database; what an operation writes is stored whole or not at all. */
export type WithinStores = <T>(
  mode: IDBTransactionMode,
  operation: (store: (name: string) => IDBObjectStore) => Promise<T> | T,
) => Promise<T>;

/** @param names Of the stores. @throws when the phone has no space. */
export const indexedDatabase =
  (indexedDB: IDBFactory, database: string, names: readonly string[]): WithinStores =>
  async (mode, operation) => {
    const opened = await open(indexedDB, database, names);
    try {
      const transaction = opened.transaction([...names], mode);
      const done = finished(transaction);
      const [result] = await Promise.all([operation((name) => transaction.objectStore(name)), done]);
      return result;
    } finally {
      opened.close();
    }
  };

async function open(indexedDB: IDBFactory, database: string, names: readonly string[]): Promise<IDBDatabase> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => {
    for (const name of names) opening.result.createObjectStore(name);
  };
  return settled(opening);
}

export function settled<T>(request: IDBRequest<T>): Promise<T> {
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
