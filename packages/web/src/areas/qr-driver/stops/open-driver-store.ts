import { indexedDatabase, settled } from '../indexed-database.ts';
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
  const within = indexedDatabase(indexedDB, DATABASE, [STEPS, PICTURES, LISTS]);
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
