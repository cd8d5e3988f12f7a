import { foldText, isDueWithin, searchWords, type MaintenanceDue } from '@rastro/fleet';

/** Days that the list looks ahead, or no limit; the first is the default. */
export const WORK_WINDOWS = ['d30', 'overdue', 'd7', 'd90', 'all'] as const;
export type WorkWindow = (typeof WORK_WINDOWS)[number];
export const WORK_SORTS = ['due', 'vehicle', 'maintenance'] as const;
export type WorkSort = (typeof WORK_SORTS)[number];

const DAYS = { overdue: 0, d7: 7, d30: 30, d90: 90 } as const;

export interface WorkQuestion {
  readonly window: WorkWindow;
  readonly text: string;
  readonly sort: WorkSort;
  readonly isDown: boolean;
  /** Vehicles that it is about; null = all. */
  readonly members: ReadonlySet<number> | null;
  readonly now: number;
  readonly nameOf: (due: MaintenanceDue) => string;
}

/**
 * Work for a workshop: overdue, or due within the days at the real rate of use. Maintenance within its notice counts
 * too, even if the vehicle was not used enough to estimate the day.
 * @param dues In order of urgency.
 */
export function workList(
  dues: readonly MaintenanceDue[],
  { window, text, sort, isDown, members, now, nameOf }: WorkQuestion,
): readonly MaintenanceDue[] {
  const words = searchWords(text);
  const found = dues.filter((due) => {
    if (members !== null && !members.has(due.deviceId)) return false;
    if (window !== 'all' && !isDueWithin(due, DAYS[window], now)) return false;
    const haystack = foldText(`${due.deviceName} ${nameOf(due)}`);
    return words.every((word) => haystack.includes(word));
  });
  if (sort !== 'due') {
    const keyOf = sort === 'vehicle' ? ({ deviceName }: MaintenanceDue) => deviceName : nameOf;
    found.sort((a, b) => keyOf(a).localeCompare(keyOf(b), undefined, { numeric: true }));
  }
  return isDown ? found.toReversed() : found;
}
