import { foldText, isDueWithin, searchWords, type DueState, type MaintenanceDue } from '@rastro/fleet';
import { byGravity, defectDue, type Defect, type DefectDue } from '@rastro/fleet/inspections';
import type { CivilDate } from '@rastro/fleet/billing';
import { DAY_MS } from '@rastro/base';

/** Days that the list looks ahead, or no limit; the first is the default. */
export const WORK_WINDOWS = ['d30', 'overdue', 'd7', 'd90', 'all'] as const;
export type WorkWindow = (typeof WORK_WINDOWS)[number];
export const WORK_SORTS = ['due', 'vehicle', 'maintenance'] as const;
export type WorkSort = (typeof WORK_SORTS)[number];

/** Kinds of work that are listed; the first is the default. */
export const WORK_KINDS = ['all', 'services', 'defects'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const DAYS = { overdue: 0, d7: 7, d30: 30, d90: 90 } as const;

/** A maintenance that is due, or a defect that an inspection found. */
export type WorkItem =
  | { readonly kind: 'service'; readonly due: MaintenanceDue }
  | { readonly kind: 'defect'; readonly defect: Defect; readonly is: DefectDue };
export const vehicleOf = (item: WorkItem): Pick<MaintenanceDue, 'deviceId' | 'deviceName'> =>
  item.kind === 'service' ? item.due : item.defect;

export interface WorkQuestion {
  readonly kind: WorkKind;
  readonly window: WorkWindow;
  readonly text: string;
  readonly sort: WorkSort;
  readonly isDown: boolean;
  /** Vehicles that it is about; null = all. */
  readonly members: ReadonlySet<number> | null;
  readonly now: number;
  readonly nameOf: (item: WorkItem) => string;
}

/** All work, by urgency. @param dues In order of urgency. @param today On the clock of the reader. */
export function workItems(
  dues: readonly MaintenanceDue[],
  defects: readonly Defect[],
  today: CivilDate,
): readonly WorkItem[] {
  const found = defects.toSorted(byGravity).flatMap((defect): readonly WorkItem[] => {
    const is = defectDue(defect, today);
    return is === null ? [] : [{ kind: 'defect', defect, is }];
  });
  // Of equal urgency, what somebody has seen to be broken comes before what is estimated.
  const items = [...found, ...dues.map((due): WorkItem => ({ kind: 'service', due }))];
  return items.toSorted((a, b) => rankOf(a) - rankOf(b) || compared(timeOf(a), timeOf(b)));
}

const SERVICE_RANKS: Readonly<Record<DueState, number>> = {
  overdue: 0,
  soon: 1,
  ahead: 1,
  unknown: 2,
  done: 3,
};
const DEFECT_RANKS: Readonly<Record<DefectDue, number>> = { now: 0, later: 1, signed: 2 };
const rankOf = (item: WorkItem): number =>
  item.kind === 'service' ? SERVICE_RANKS[item.due.state] : DEFECT_RANKS[item.is];
const timeOf = (item: WorkItem): number =>
  Date.parse((item.kind === 'service' ? item.due.dueTime : item.defect.deferredUntil) ?? '');
/** Those without a time come last, in their order. */
const compared = (a: number, b: number): number =>
  Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : a - b;

/**
 * Work for a workshop: overdue, or due within the days at the real rate of use. Maintenance within its notice counts
 * too, even if the vehicle was not used enough to estimate the day. Defects are due at once, unless they were deferred.
 * @param items In order of urgency.
 */
export function workList(
  items: readonly WorkItem[],
  { kind, window, text, sort, isDown, members, now, nameOf }: WorkQuestion,
): readonly WorkItem[] {
  const words = searchWords(text);
  const found = items.filter((item) => {
    if (kind !== 'all' && kind !== KIND_OF[item.kind]) return false;
    const { deviceId, deviceName } = vehicleOf(item);
    if (members !== null && !members.has(deviceId)) return false;
    if (window !== 'all' && !isWithin(item, DAYS[window], now)) return false;
    const haystack = foldText(`${deviceName} ${nameOf(item)}`);
    return words.every((word) => haystack.includes(word));
  });
  if (sort !== 'due') {
    const keyOf = sort === 'vehicle' ? (item: WorkItem) => vehicleOf(item).deviceName : nameOf;
    found.sort((a, b) => keyOf(a).localeCompare(keyOf(b), undefined, { numeric: true }));
  }
  return isDown ? found.toReversed() : found;
}

const KIND_OF = { service: 'services', defect: 'defects' } as const;

function isWithin(item: WorkItem, days: number, now: number): boolean {
  if (item.kind === 'service') return isDueWithin(item.due, days, now);
  if (item.is === 'now') return true;
  return days > 0 && (item.is === 'signed' || timeOf(item) - now <= days * DAY_MS);
}
