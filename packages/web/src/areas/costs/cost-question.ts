import {
  addMonths,
  dayOf,
  daysIn,
  readCivilMonth,
  type CivilDate,
  type CivilMonth,
} from '@rastro/fleet/billing';
import {
  COST_KINDS,
  COST_REPORT_BYS,
  monthsOf,
  type ClosedMonth,
  type CostKind,
  type CostPeriod,
  type CostReportBy,
} from '@rastro/fleet/costs';
import type { CostQuestion } from '@rastro/tracking-client';

export const COST_TABS = ['lines', 'months', 'report', 'ownership', 'budgets', 'tank', 'recurring'] as const;
export type CostTab = (typeof COST_TABS)[number];
export const COST_SORTS = ['time', 'supplier'] as const;

/** Query of the address. */
export interface CostView {
  readonly tab: CostTab;
  readonly text: string;
  /** Null = of any. */
  readonly kind: CostKind | null;
  /** Null = any. */
  readonly month: CivilMonth | null;
  /** Months of a report; null = the usual ones. */
  readonly from: CivilMonth | null;
  readonly to: CivilMonth | null;
  readonly by: CostReportBy;
  /** 0 = of any. */
  readonly deviceId: number;
  readonly sort: (typeof COST_SORTS)[number];
  readonly isDown: boolean;
}

/** A view of the area, with its part of the address. */
export interface CostViewProps {
  readonly view: CostView;
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
}

export function readCostView(search: URLSearchParams): CostView {
  const sort = COST_SORTS.find((each) => each === search.get('sort')) ?? 'time';
  return {
    tab: COST_TABS.find((tab) => tab === search.get('tab')) ?? 'lines',
    text: search.get('q') ?? '',
    kind: COST_KINDS.find((kind) => kind === search.get('kind')) ?? null,
    month: readCivilMonth(search.get('month') ?? ''),
    from: readCivilMonth(search.get('from') ?? ''),
    to: readCivilMonth(search.get('to') ?? ''),
    by: COST_REPORT_BYS.find((by) => by === search.get('by')) ?? 'vehicle',
    deviceId: numberIn(search.get('device')),
    sort,
    // Lines are read as a bank statement is: the latest first.
    isDown: search.has('order') ? search.get('order') === 'down' : sort === 'time',
  };
}
const numberIn = (text: string | null): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

export const isNarrowed = ({ text, kind, month, deviceId }: CostView): boolean =>
  text !== '' || kind !== null || month !== null || deviceId > 0;

/** The same, as the server is asked. */
export function askedCosts({ text, kind, month, deviceId, sort, isDown }: CostView): CostQuestion {
  return {
    sort,
    ...(isDown && { descending: true }),
    ...(kind !== null && { kind: [kind] }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(deviceId > 0 && { deviceId: [deviceId] }),
    ...(month !== null && { from: dayOf(month, 1), to: dayOf(month, daysIn(month)) }),
  };
}

/** Months that are offered: past ones, and the next. */
const OFFERED = 36;
export const offeredMonths = (now: CivilMonth, chosen: CivilMonth | null): readonly CivilMonth[] => {
  const offered = Array.from({ length: OFFERED }, (_, at) => addMonths(now, 1 - at));
  return chosen === null || offered.includes(chosen) ? offered : [...offered, chosen];
};

/** Months that bind a line: of its own company, which a manager above it may see beside theirs. */
export const closedFor = (
  closed: readonly ClosedMonth[],
  { ownerId }: Pick<ClosedMonth, 'ownerId'>,
): readonly ClosedMonth[] => closed.filter((each) => each.ownerId === ownerId);

/** The first month of a period that is closed; null = all are open. */
export function closedIn(closed: readonly ClosedMonth[], period: CostPeriod): CivilMonth | null {
  if (period.from > period.to) return null;
  const months = new Set(closed.map(({ month }) => month));
  return monthsOf(period).find((month) => months.has(month)) ?? null;
}

export const isOneDay = ({ from, to }: { readonly from: CivilDate; readonly to: CivilDate }): boolean =>
  from === to;
