import { retryOnConflict } from '@rastro/base';
import {
  judgeInspection,
  SIGNED_STATES,
  stepDefect,
  UNREPAIRED_STATES,
  type AnsweredItem,
  type Defect,
  type DefectStepKind,
  type Inspection,
  type InspectionDetail,
  type JudgedInspection,
} from '@rastro/fleet/inspections';
import type { InspectionBody, StoredChecklist } from '@rastro/fleet/schemas';
import { nextNumbers } from '../next-numbers.ts';
import type { InspectionStorage } from './inspection-deps.ts';
import {
  DEFECT_COUNTER,
  defectPut,
  defectsOfVehicle,
  idOfKey,
  INSPECTION_COUNTER,
  detailOf,
  inspectionPuts,
  keyPut,
} from './inspection-store.ts';

/** An inspection that somebody has filled in, with the questions as they were asked. */
export interface FilledIn {
  readonly body: InspectionBody;
  readonly checklist: StoredChecklist;
  readonly judged: JudgedInspection;
  readonly deviceName: string;
  readonly by: Pick<Inspection, 'by' | 'userId' | 'userName' | 'driverUniqueId'>;
  readonly seenAt: string;
}
export interface Taken {
  readonly inspection: InspectionDetail;
  /** It was sent before. */
  readonly isKnown: boolean;
}
/** Judged by the questions as they were asked. */
export const judged = ({ items }: StoredChecklist, { answers }: InspectionBody): JudgedInspection =>
  judgeInspection(items, answers);

/**
 * Stores an inspection with its defects and its word on those that were repaired: all of it, or nothing. The same key
 * again answers the same. Null = it was removed since.
 */
export function takeInspection(storage: InspectionStorage, filledIn: FilledIn): Promise<Taken | null> {
  const { body, checklist } = filledIn;
  const { ownerId } = checklist;
  return retryOnConflict(async () => {
    const knownId = await idOfKey(storage, ownerId, body.key);
    if (knownId !== null) {
      const known = await detailOf(storage, knownId);
      return known && { inspection: known.inspection, isKnown: true };
    }
    const states = [...UNREPAIRED_STATES, ...SIGNED_STATES];
    const known = await defectsOfVehicle(storage, { ownerIds: [ownerId], deviceId: body.deviceId, states });
    const { first: id, put } = await nextNumbers(storage, { kind: INSPECTION_COUNTER, count: 1 });
    const confirmed = confirmations(filledIn, known);
    const left = known.map((each) => confirmed.get(each.id) ?? each);
    const found = await findDefects(storage, filledIn, { id, left });
    const changed = new Map([...confirmed, ...found.again]);
    const inspection = inspectionFrom(filledIn, id, found.idOf);
    await storage.commit({
      put: [
        ...inspectionPuts(inspection),
        keyPut(ownerId, body.key, id),
        put,
        ...[...changed.values(), ...found.made].map(defectPut),
        ...found.counter,
      ],
    });
    return { inspection, isKnown: false };
  });
}

/** The step of a driver. Its id is the key of the inspection: one per defect. */
function stepped(
  { body: { key }, by: { userId, userName }, seenAt }: FilledIn,
  defect: Defect,
  { kind, note }: { readonly kind: DefectStepKind; readonly note: string },
): Defect | null {
  return stepDefect(defect, {
    id: key,
    kind,
    at: seenAt,
    userId,
    userName,
    signature: '',
    note,
    until: null,
    releasedUntil: null,
    cost: null,
    odometerKm: null,
  });
}

/** Defects on which the next driver had a word; what cannot follow changes nothing. */
function confirmations(filledIn: FilledIn, known: readonly Defect[]): ReadonlyMap<number, Defect> {
  const changed = new Map<number, Defect>();
  for (const { defectId, isConfirmed, note } of filledIn.body.confirmations) {
    const defect = changed.get(defectId) ?? known.find(({ id }) => id === defectId);
    const kind = isConfirmed ? 'confirm' : 'reject';
    const next = defect && stepped(filledIn, defect, { kind, note });
    if (next) changed.set(defectId, next);
  }
  return changed;
}

/** Defects that were found: new ones, and those of the same question that are known. One that was signed is open again. */
async function findDefects(
  storage: InspectionStorage,
  filledIn: FilledIn,
  { id: inspectionId, left }: { readonly id: number; readonly left: readonly Defect[] },
) {
  const { body, judged: is } = filledIn;
  const idOf = new Map<number, number>();
  const again = new Map<number, Defect>();
  const fresh = [];
  for (const finding of is.findings) {
    if (finding.defect === null) continue;
    const { itemId, note } = finding.answer;
    const before = left.find(
      (each) => each.checklistId === body.checklistId && each.itemId === itemId && each.state !== 'confirmed',
    );
    if (before === undefined) {
      fresh.push({ ...finding, severity: finding.defect });
      continue;
    }
    idOf.set(itemId, before.id);
    const next = stepped(filledIn, before, { kind: 'reject', note });
    if (next !== null && next !== before) again.set(before.id, next);
  }
  if (fresh.length === 0) return { idOf, again, made: [], counter: [] };
  const { first, put } = await nextNumbers(storage, { kind: DEFECT_COUNTER, count: fresh.length });
  const made = fresh.map(({ answer, item, severity }, index) =>
    newDefect(filledIn, { id: first + index, inspectionId, answer, item, severity }),
  );
  for (const { itemId, id } of made) idOf.set(itemId, id);
  return { idOf, again, made, counter: [put] };
}

type New = Pick<Defect, 'id' | 'inspectionId' | 'severity'> &
  Pick<JudgedInspection['findings'][number], 'answer' | 'item'>;
const newDefect = (
  { body, checklist, deviceName, by }: FilledIn,
  { id, inspectionId, answer, item, severity }: New,
): Defect => ({
  id,
  version: 0,
  ownerId: checklist.ownerId,
  deviceId: body.deviceId,
  deviceName,
  inspectionId,
  checklistId: body.checklistId,
  checklistName: checklist.name,
  itemId: item.id,
  itemText: item.text,
  severity,
  isBlocking: checklist.blocksCheckIn && severity === 'unsafe',
  note: answer.note,
  foundAt: body.finishedAt,
  foundBy: by.userName,
  state: 'open',
  deferredUntil: null,
  release: null,
  steps: [],
});

function inspectionFrom(
  { body, checklist, judged: is, deviceName, by, seenAt }: FilledIn,
  id: number,
  defectIds: ReadonlyMap<number, number>,
): InspectionDetail {
  const answers = is.findings.map(({ item, answer, defect }): AnsweredItem => ({
    ...answer,
    item,
    defect,
    defectId: defect === null ? 0 : (defectIds.get(item.id) ?? 0),
    pictures: answer.pictures.map((picture) => ({ id: picture, state: 'awaited' })),
  }));
  return {
    id,
    ownerId: checklist.ownerId,
    checklistId: body.checklistId,
    checklistName: checklist.name,
    revision: body.revision,
    deviceId: body.deviceId,
    deviceName,
    phase: body.phase,
    result: is.result,
    ...by,
    startedAt: body.startedAt,
    finishedAt: body.finishedAt,
    seenAt,
    odometerKm: body.odometerKm,
    defects: is.findings.filter(({ defect }) => defect !== null).length,
    note: body.note,
    answers,
  };
}
