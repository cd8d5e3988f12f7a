import {
  inOrder,
  type DriverStore,
  type QueuedPicture,
  type QueuedStep,
  type StoredStops,
} from './driver-store.ts';

/** A store that lasts as long as the page, for browsers without IndexedDB. */
export function memoryDriverStore(): DriverStore {
  const steps = new Map<string, QueuedStep>();
  const pictures = new Map<string, QueuedPicture>();
  const lists = new Map<number, StoredStops>();
  return {
    steps: (userId) => Promise.resolve(inOrder([...steps.values()], userId)),
    pictures: (userId) => Promise.resolve([...pictures.values()].filter((each) => each.userId === userId)),
    add: (step, more) => {
      steps.set(step.step.id, step);
      for (const picture of more) pictures.set(picture.id, picture);
      return Promise.resolve();
    },
    reject: (step) => {
      steps.set(step.step.id, { ...step, isRejected: true });
      return Promise.resolve();
    },
    removeSteps: (ids) => {
      for (const id of ids) steps.delete(id);
      return Promise.resolve();
    },
    removePicture: (id) => {
      pictures.delete(id);
      return Promise.resolve();
    },
    list: (userId) => Promise.resolve(lists.get(userId) ?? null),
    saveList: (stored) => {
      lists.set(stored.userId, stored);
      return Promise.resolve();
    },
    forgetLists: () => {
      lists.clear();
      return Promise.resolve();
    },
  };
}
