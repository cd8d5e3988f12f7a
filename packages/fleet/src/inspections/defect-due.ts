import type { CivilDate } from '../billing/civil-date.ts';
import { SIGNED_STATES, type Defect, type DefectStep } from './defect.ts';
import { DEFECT_SEVERITIES } from './checklist.ts';

/** Defects as work of a service plan: to be repaired now, or on a later day, or signed and not yet confirmed. */
export const DEFECT_DUES = ['now', 'later', 'signed'] as const;
export type DefectDue = (typeof DEFECT_DUES)[number];

/** When a defect is due; null = it is over. @param today On the clock of the reader. */
export function defectDue(
  { state, deferredUntil }: Pick<Defect, 'state' | 'deferredUntil'>,
  today: CivilDate,
): DefectDue | null {
  if (state === 'confirmed') return null;
  if (SIGNED_STATES.some((each) => each === state)) return 'signed';
  return state === 'deferred' && deferredUntil !== null && deferredUntil > today ? 'later' : 'now';
}

/** The gravest first, then the oldest. */
export const byGravity = (
  a: Pick<Defect, 'severity' | 'foundAt' | 'id'>,
  b: Pick<Defect, 'severity' | 'foundAt' | 'id'>,
): number =>
  DEFECT_SEVERITIES.indexOf(b.severity) - DEFECT_SEVERITIES.indexOf(a.severity) ||
  Date.parse(a.foundAt) - Date.parse(b.foundAt) ||
  a.id - b.id;

/** A signed repair of a defect, as a service log lists it. */
export interface DefectRepair extends Pick<
  DefectStep,
  'id' | 'at' | 'userName' | 'signature' | 'note' | 'cost' | 'odometerKm'
> {
  readonly defectId: number;
  readonly deviceName: string;
  readonly itemText: string;
}
/** Signed repairs of defects, newest first; one that did not help is listed too. */
export const repairsOf = (
  defects: readonly Pick<Defect, 'id' | 'deviceName' | 'itemText' | 'steps'>[],
): readonly DefectRepair[] =>
  defects
    .flatMap(({ id: defectId, deviceName, itemText, steps }) =>
      steps
        .filter(({ kind }) => kind === 'repair')
        .map(({ id, at, userName, signature, note, cost, odometerKm }) => ({
          id,
          at,
          userName,
          signature,
          note,
          cost,
          odometerKm,
          defectId,
          deviceName,
          itemText,
        })),
    )
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
