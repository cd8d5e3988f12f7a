import type { DriverInspections, InspectionContent } from '@rastro/fleet/inspections';
import { indexedDatabase, settled } from '../indexed-database.ts';

/** An inspection that the server has not answered yet. */
export interface QueuedInspection {
  /** The account that filled it in: on a phone of two drivers neither sends what the other did. */
  readonly userId: number;
  readonly content: InspectionContent;
  readonly name: string;
  /** An unsafe answer of a checklist that blocks check-ins. */
  readonly isBlocking: boolean;
  /** Code of the error with which the server refused it for good; null = it is to be sent. */
  readonly refusal: string | null;
}
/** A picture of an inspection, until the server has it. */
export interface QueuedPhoto {
  readonly userId: number;
  readonly id: string;
  /** Of the inspection. */
  readonly key: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}
/** The last answer of the server to the driver. */
export interface StoredGiven {
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly given: DriverInspections;
}
/** Storage of a driver's phone; everything in it survives that the browser is closed. */
export interface InspectionStore {
  /** In the order in which they were filled in. */
  inspections(userId: number): Promise<readonly QueuedInspection[]>;
  photos(userId: number): Promise<readonly QueuedPhoto[]>;
  /** Stores an inspection with its pictures, or nothing. @throws when the phone has no space. */
  add(inspection: QueuedInspection, photos: readonly QueuedPhoto[]): Promise<void>;
  /** Keeps one that was refused, without its pictures, until the driver has seen why. */
  refuse(inspection: QueuedInspection, code: string): Promise<void>;
  remove(key: string): Promise<void>;
  removePhoto(id: string): Promise<void>;
  given(userId: number): Promise<StoredGiven | null>;
  saveGiven(stored: StoredGiven): Promise<void>;
}

const INSPECTIONS = 'inspections';
const PHOTOS = 'photos';
const GIVEN = 'given';

const inOrder = (found: readonly QueuedInspection[], userId: number): readonly QueuedInspection[] =>
  found
    .filter((each) => each.userId === userId)
    .toSorted((a, b) => Date.parse(a.content.finishedAt) - Date.parse(b.content.finishedAt));

/** Opens the store in IndexedDB. @param indexedDB undefined = the browser has none: it lasts as long as the page. */
export function openInspectionStore(indexedDB: IDBFactory | undefined): InspectionStore {
  if (indexedDB === undefined) return memoryInspectionStore();
  const within = indexedDatabase(indexedDB, 'rastro-driver-inspections', [INSPECTIONS, PHOTOS, GIVEN]);
  const write = (operation: (store: (name: string) => IDBObjectStore) => void): Promise<void> =>
    within('readwrite', operation);
  const photosOf = async (userId: number): Promise<readonly QueuedPhoto[]> =>
    (await within('readonly', (store) => settled<QueuedPhoto[]>(store(PHOTOS).getAll()))).filter(
      (photo) => photo.userId === userId,
    );
  return {
    inspections: async (userId) =>
      inOrder(
        await within('readonly', (store) => settled<QueuedInspection[]>(store(INSPECTIONS).getAll())),
        userId,
      ),
    photos: photosOf,
    add: (inspection, photos) =>
      write((store) => {
        store(INSPECTIONS).put(inspection, inspection.content.key);
        for (const photo of photos) store(PHOTOS).put(photo, photo.id);
      }),
    refuse: async (inspection, refusal) => {
      const { key } = inspection.content;
      const own = (await photosOf(inspection.userId)).filter((photo) => photo.key === key);
      await write((store) => {
        store(INSPECTIONS).put({ ...inspection, refusal } satisfies QueuedInspection, key);
        for (const { id } of own) store(PHOTOS).delete(id);
      });
    },
    remove: (key) => write((store) => void store(INSPECTIONS).delete(key)),
    removePhoto: (id) => write((store) => void store(PHOTOS).delete(id)),
    given: async (userId) =>
      (await within('readonly', (store) => settled<StoredGiven | undefined>(store(GIVEN).get(userId)))) ??
      null,
    saveGiven: (stored) => write((store) => void store(GIVEN).put(stored, stored.userId)),
  };
}

function memoryInspectionStore(): InspectionStore {
  const inspections = new Map<string, QueuedInspection>();
  const photos = new Map<string, QueuedPhoto>();
  const given = new Map<number, StoredGiven>();
  return {
    inspections: async (userId) => inOrder([...inspections.values()], userId),
    photos: async (userId) => [...photos.values()].filter((each) => each.userId === userId),
    add: async (inspection, more) => {
      inspections.set(inspection.content.key, inspection);
      for (const photo of more) photos.set(photo.id, photo);
    },
    refuse: async (inspection, refusal) => {
      const { key } = inspection.content;
      inspections.set(key, { ...inspection, refusal });
      for (const [id, photo] of photos) if (photo.key === key) photos.delete(id);
    },
    remove: async (key) => void inspections.delete(key),
    removePhoto: async (id) => void photos.delete(id),
    given: async (userId) => given.get(userId) ?? null,
    saveGiven: async (stored) => void given.set(stored.userId, stored),
  };
}
