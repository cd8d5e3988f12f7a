import {
  inOrder,
  type DriverStore,
  type QueuedPicture,
  type QueuedStep,
  type StoredStops,
} from './driver-store.ts';
import { memoryDriverStore } from './memory-driver-store.ts';

const DATABASE = 'rastro-driver';
const STEPS = 'steps';
const PICTURES = 'pictures';
const LISTS = 'lists';

/** Opens the store in IndexedDB. @param indexedDB undefined = the browser has none: it lasts as long as the page. */
export function openDriverStore(indexedDB: IDBFactory | undefined): DriverStore {
  if (indexedDB === undefined) return memoryDriverStore();
  const within = async <T>(
    mode: IDBTransactionMode,
    operation: (store: (name: string) => IDBObjectStore) => Promise<T> | T,
  ): Promise<T> => {
    const database = await open(indexedDB);
    try {
      const transaction = database.transaction([STEPS, PICTURES, LISTS], mode);
      const done = finished(transaction);
      const [result] = await Promise.all([operation((name) => transaction.objectStore(name)), done]);
      return result;
    } finally {
      database.close();
    }
  };
  const write = (operation: (store: (name: string) => IDBObjectStore) => void): Promise<void> =>
    within('readwrite', operation);
  return {
    steps: async (userId) =>
      inOrder(await within('readonly', (store) => settled<QueuedStep[]>(store(STEPS).getAll())), userId),
    pictures: async (userId) =>
      (await within('readonly', (store) => settled<QueuedPicture[]>(store(PICTURES).getAll()))).filter(
        (picture) => picture.userId === userId,
      ),
    add: (step, pictures) =>
      write((store) => {
        store(STEPS).put(step, step.step.id);
        for (const picture of pictures) store(PICTURES).put(picture, picture.id);
      }),
    reject: (step) =>
      write(
        (store) => void store(STEPS).put({ ...step, isRejected: true } satisfies QueuedStep, step.step.id),
      ),
    removeSteps: (ids) =>
      write((store) => {
        for (const id of ids) store(STEPS).delete(id);
      }),
    removePicture: (id) => write((store) => void store(PICTURES).delete(id)),
    list: async (userId) =>
      (await within('readonly', (store) => settled<StoredStops | undefined>(store(LISTS).get(userId)))) ??
      null,
    saveList: (stored) => write((store) => void store(LISTS).put(stored, stored.userId)),
    forgetLists: () => write((store) => void store(LISTS).clear()),
  };
}

async function open(indexedDB: IDBFactory): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    for (const name of [STEPS, PICTURES, LISTS]) opening.result.createObjectStore(name);
  };
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
