import { foldText } from '@rastro/fleet';
import { addDays, readCivilDate, type CivilDate } from '@rastro/fleet/billing';
import {
  MAX_ORDER_REPORT_DAYS,
  meanDelay,
  onTimeShare,
  ORDER_GROUPINGS,
  type OrderFigures,
  type OrderGrouping,
} from '@rastro/fleet/orders';
import type { ComparisonQuestion, OrderReportQuestion } from '@rastro/tracking-client';
import { readChosen, type ChosenVehicles } from '../../kernel/fleet/chosen-address.ts';
import { ofChosen } from './order-question.ts';
import { endOfDay, momentOf } from '../../i18n/zoned-time.ts';

const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Orders added up, or each stop beside its plan. */
export const REPORT_VIEWS = [...ORDER_GROUPINGS, 'stop'] as const;

/** Query of the address. */
export interface ReportView {
  /** As they were typed. */
  readonly from: string;
  readonly to: string;
  readonly by: (typeof REPORT_VIEWS)[number];
  /** 0 = of any. */
  readonly deviceId: number;
  readonly groupId: number;
  /** Vehicles and groups that the report is limited to, where none is picked. */
  readonly chosen: ChosenVehicles;
  /** Identifier; '' = of any. */
  readonly driver: string;
  readonly customer: string;
  readonly text: string;
}

/** @param today In the reader's zone; without a period, the report is of the thirty days until then. */
export const readReportView = (search: URLSearchParams, today: CivilDate): ReportView => ({
  from: search.get('from') ?? addDays(today, 1 - USUAL_DAYS),
  to: search.get('to') ?? today,
  by: REPORT_VIEWS.find((by) => by === search.get('by')) ?? 'day',
  deviceId: numberIn(search.get('device')),
  groupId: numberIn(search.get('group')),
  chosen: readChosen(search),
  driver: search.get('driver') ?? '',
  customer: search.get('customer') ?? '',
  text: search.get('q') ?? '',
});
const numberIn = (text: string | null): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

/** Whether days follow each other, and are not too many. */
export const isPeriod = ({ from, to }: Pick<ReportView, 'from' | 'to'>): boolean =>
  readCivilDate(from) !== null &&
  readCivilDate(to) !== null &&
  from <= to &&
  Date.parse(to) - Date.parse(from) <= MAX_ORDER_REPORT_DAYS * DAY_MS;

const narrowed = ({ deviceId, groupId, chosen, driver, customer }: ReportView) => ({
  ...(deviceId + groupId === 0 && ofChosen(chosen)),
  ...(deviceId > 0 && { deviceId: [deviceId] }),
  ...(groupId > 0 && { groupId: [groupId] }),
  ...(driver !== '' && { driver }),
  ...(customer !== '' && { customer }),
});

/** The same, as the server is asked for sums. */
export function askedReport(view: ReportView, by: OrderGrouping, zone: string): OrderReportQuestion {
  return {
    from: new Date(momentOf(`${view.from}T00:00`, zone)).toISOString(),
    to: new Date(endOfDay(view.to, zone)).toISOString(),
    by,
    zone,
    ...narrowed(view),
  };
}

/** The same, as the server is asked for stops. */
export const askedStops = (view: ReportView, order: StopOrder): ComparisonQuestion => ({
  from: view.from,
  to: view.to,
  ...narrowed(view),
  ...(view.text.trim() !== '' && { text: view.text.trim() }),
  sort: order.sort,
  ...(order.isDown && { descending: true }),
});
export const STOP_SORTS = ['time', 'vehicle'] as const;
export interface StopOrder {
  readonly sort: (typeof STOP_SORTS)[number];
  readonly isDown: boolean;
}

export const REPORT_SORTS = ['name', 'orders', 'failed', 'onTime', 'delay'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];
/** A group with the name that its readers see. */
export interface ReportLine extends OrderFigures {
  readonly key: string;
  readonly name: string;
}
const valueOf = (line: ReportLine, sort: Exclude<ReportSort, 'name'>): number | null => {
  if (sort === 'onTime') return onTimeShare(line);
  return sort === 'delay' ? meanDelay(line) : line[sort];
};

interface SortedLines {
  readonly text: string;
  readonly sort: ReportSort;
  readonly isDown: boolean;
  /** Names are days as their readers write them: keys sort. */
  readonly isByKey: boolean;
}
/** Lines that a text finds, in order; those without a value come last. */
export function sortedLines(
  lines: readonly ReportLine[],
  { text, sort, isDown, isByKey }: SortedLines,
): readonly ReportLine[] {
  const words = foldText(text);
  const sign = isDown ? -1 : 1;
  return lines
    .filter(({ name }) => foldText(name).includes(words))
    .toSorted((a, b) => {
      if (sort === 'name')
        return (
          sign *
          (isByKey ? a.key.localeCompare(b.key) : a.name.localeCompare(b.name, undefined, { numeric: true }))
        );
      const [left, right] = [valueOf(a, sort), valueOf(b, sort)];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return sign * (left - right);
    });
}
