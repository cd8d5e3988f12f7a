import { foldText } from '@rastro/fleet';
import type { Checklist, Defect, Inspection, InspectionDetail } from '@rastro/fleet/inspections';
import {
  readStoredAnswers,
  readStoredChecklist,
  readStoredDefect,
  readStoredInspection,
  storedProofPicture,
  type StoredChecklist,
  type StoredDefect,
  type StoredInspection,
} from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionDocument, Listing } from '@rastro/storage';
import type { InspectionStorage } from './inspection-deps.ts';

export const CHECKLISTS = 'checklist';
/** Every revision of a checklist, by its number: phones without a network answer older ones. */
const REVISIONS = 'checklistRevision';
export const INSPECTIONS = 'inspection';
/** Answers of an inspection, by its number: lists and reports on shifts do without them. */
const ANSWERS = 'inspectionAnswers';
/** By company and key: which inspection was made from it. */
const KEYS = 'inspectionKey';
/** Pictures, by inspection and id. */
const PICTURES = 'inspectionPicture';
export const DEFECTS = 'defect';
export const CHECKLIST_COUNTER = 'checklistCounter';
export const INSPECTION_COUNTER = 'inspectionCounter';
export const DEFECT_COUNTER = 'defectCounter';
const DIGITS = 12;

type Reader = Pick<InspectionStorage, 'document'>;
type Put = NonNullable<ExtensionBatch['put']>[number];
type Removal = NonNullable<ExtensionBatch['remove']>[number];

const keyOf = (id: number): string => String(id).padStart(DIGITS, '0');
const folded = (...texts: readonly string[]): string => foldText(texts.join(' '));

export const checklistIn = ({ key, version, body }: ExtensionDocument): Checklist => ({
  ...readStoredChecklist(body),
  id: Number(key),
  version,
});
/** Null = there is none. */
export async function checklistOf(storage: Reader, id: number): Promise<Checklist | null> {
  const found = await storage.document(CHECKLISTS, keyOf(id));
  return found && checklistIn(found);
}
const revisionKey = (id: number, revision: number): string => `${keyOf(id)}/${revision}`;
/** A checklist as it was. Null = there is no such revision. */
export async function revisionOf(
  storage: Reader,
  id: number,
  revision: number,
): Promise<StoredChecklist | null> {
  const found = await storage.document(REVISIONS, revisionKey(id, revision));
  return found && readStoredChecklist(found.body);
}
/** A checklist, and its revision, which stays. */
export function checklistPuts({ id, version, ...stored }: Checklist): readonly Put[] {
  const { ownerId, name, changedTime, revision } = stored;
  const at = Date.parse(changedTime);
  const listing = { ownerId, deviceId: 0, state: 'used', at, amount: 0, text: foldText(name) };
  return [
    { kind: CHECKLISTS, key: keyOf(id), body: stored, replaces: version, listing },
    { kind: REVISIONS, key: revisionKey(id, revision), body: stored, replaces: 0 },
  ];
}
export const checklistRemoval = ({ id, version }: Checklist): Removal => ({
  kind: CHECKLISTS,
  key: keyOf(id),
  replaces: version,
});

export const inspectionIn = ({ key, body }: ExtensionDocument): Inspection => ({
  ...readStoredInspection(body),
  id: Number(key),
});
export async function inspectionOf(storage: Reader, id: number): Promise<Inspection | null> {
  const found = await storage.document(INSPECTIONS, keyOf(id));
  return found && inspectionIn(found);
}
/** @property version Of its answers. */
export interface VersionedInspection {
  readonly version: number;
  readonly inspection: InspectionDetail;
}
/** An inspection with its answers. Null = there is none. */
export async function detailOf(storage: Reader, id: number): Promise<VersionedInspection | null> {
  const [line, answers] = await Promise.all([
    inspectionOf(storage, id),
    storage.document(ANSWERS, keyOf(id)),
  ]);
  if (line === null || answers === null) return null;
  return { version: answers.version, inspection: { ...line, ...readStoredAnswers(answers.body) } };
}
export function inspectionListing(stored: StoredInspection): Listing {
  const { ownerId, deviceId, result: state, finishedAt, deviceName, checklistName, userName } = stored;
  const text = folded(deviceName, checklistName, userName);
  return { ownerId, deviceId, state, at: Date.parse(finishedAt), amount: 0, text };
}
/** A new inspection, as it is put. */
export function inspectionPuts({ note, answers, ...line }: InspectionDetail): readonly Put[] {
  const { id, ...stored } = line;
  const listing = inspectionListing(stored);
  return [
    { kind: INSPECTIONS, key: keyOf(id), body: stored, replaces: 0, listing },
    answersPut({ id, note, answers }, 0),
  ];
}
/** @param replaces Version that is there; 0 = none. */
export const answersPut = (
  { id, note, answers }: Pick<InspectionDetail, 'id' | 'note' | 'answers'>,
  replaces: number,
): Put => ({ kind: ANSWERS, key: keyOf(id), body: { note, answers }, replaces });
/** Removes an inspection with its pictures. Its key stays: a phone that sends it again makes no other. */
export const inspectionRemovals = ({ version, inspection }: VersionedInspection): readonly Removal[] => [
  { kind: INSPECTIONS, key: keyOf(inspection.id), replaces: null },
  { kind: ANSWERS, key: keyOf(inspection.id), replaces: version },
  ...inspection.answers.flatMap(({ pictures }) =>
    pictures.map(({ id }) => ({ kind: PICTURES, key: pictureKey(inspection.id, id), replaces: null })),
  ),
];

const sentKey = (ownerId: number, key: string): string => `${keyOf(ownerId)}/${key}`;
/** Inspection that was made from a key; null = none. */
export async function idOfKey(storage: Reader, ownerId: number, key: string): Promise<number | null> {
  const found = await storage.document(KEYS, sentKey(ownerId, key));
  return found && Number(found.body);
}
/** Takes a key: when another inspection has it by then, nothing is stored. */
export const keyPut = (ownerId: number, key: string, id: number): Put => ({
  kind: KEYS,
  key: sentKey(ownerId, key),
  body: id,
  replaces: 0,
});

const pictureKey = (inspectionId: number, id: string): string => `${keyOf(inspectionId)}.${id}`;
/** Null = it has not arrived. */
export async function pictureOf(
  storage: Reader,
  inspectionId: number,
  id: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | null> {
  const found = await storage.document(PICTURES, pictureKey(inspectionId, id));
  if (!found) return null;
  const { type, base64 } = storedProofPicture.parse(found.body);
  return { type, bytes: Buffer.from(base64, 'base64') };
}
export const picturePut = (inspectionId: number, id: string, bytes: Uint8Array): Put => ({
  kind: PICTURES,
  key: pictureKey(inspectionId, id),
  body: { type: 'image/webp', base64: Buffer.from(bytes).toString('base64') },
  replaces: 0,
});

export const defectIn = ({ key, version, body }: ExtensionDocument): Defect => ({
  ...readStoredDefect(body),
  id: Number(key),
  version,
});
export async function defectOf(storage: Reader, id: number): Promise<Defect | null> {
  const found = await storage.document(DEFECTS, keyOf(id));
  return found && defectIn(found);
}
export function defectListing(stored: StoredDefect): Listing {
  const { ownerId, deviceId, state, foundAt, deviceName, itemText, note, foundBy } = stored;
  const text = folded(deviceName, itemText, note, foundBy);
  return { ownerId, deviceId, state, at: Date.parse(foundAt), amount: 0, text };
}
export const defectPut = ({ id, version, ...stored }: Defect): Put => ({
  kind: DEFECTS,
  key: keyOf(id),
  body: stored,
  replaces: version,
  listing: defectListing(stored),
});

interface OfVehicle {
  /** Companies; null = all. */
  readonly ownerIds: readonly number[] | null;
  readonly deviceId: number;
  readonly states: readonly string[];
}
const AT_ONCE = 500;
/** Defects of a vehicle in some states, oldest first. */
export async function defectsOfVehicle(
  storage: Pick<InspectionStorage, 'listedDocuments'>,
  { ownerIds, deviceId, states }: OfVehicle,
): Promise<readonly Defect[]> {
  const filter = { kind: DEFECTS, ownerIds, deviceIds: [deviceId], states, from: null, to: null, text: null };
  const found: Defect[] = [];
  let after: Awaited<ReturnType<InspectionStorage['listedDocuments']>>['next'] = null;
  do {
    const sorted = { sort: 'at', isDescending: false, limit: AT_ONCE } as const;
    const page = await storage.listedDocuments({ ...filter, ...sorted, after });
    found.push(...page.documents.map(defectIn));
    after = page.next;
  } while (after !== null);
  return found;
}
