import {
  meanDelay,
  onTimeShare,
  type OrderFigures,
  type OrderGrouping,
  type OrderReport,
} from '@rastro/fleet/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { numberFigure, type RowCell } from '../../ui/sheets/sheet-value.ts';
import { askedReport, isPeriod, type ReportLine, type ReportView } from './report-question.ts';
import { AGAIN_MS, ORDERS_KEY } from './use-orders.ts';

/** Sums of the orders of a period; without a period nothing is asked. */
export function useOrderReport(view: ReportView, by: OrderGrouping) {
  const { extension } = useServices();
  const zone = useZone();
  const isAsked = isPeriod(view);
  const asked = isAsked ? askedReport(view, by, zone) : {};
  return useQuery<OrderReport>({
    queryKey: [...ORDERS_KEY, 'report', asked],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error === null ? 3 * AGAIN_MS : false),
    queryFn: async ({ signal }) => valueOf(await extension.orders.report(asked, signal)),
  });
}

/** Groups with the names that their readers see. */
export function useReportLines(
  report: OrderReport | undefined,
  by: OrderGrouping,
): readonly ReportLine[] | undefined {
  const { t } = useTranslation('orders');
  const format = useFormat();
  return useMemo(
    () =>
      report?.groups.map((group) => {
        if (by === 'day') return { ...group, name: format.day(group.key) };
        const none = by === 'driver' ? t('orders:report.noDriver') : t('orders:nobody');
        return { ...group, name: group.name === '' ? none : group.name };
      }),
    [report, by, format, t],
  );
}

export interface ReportCell {
  readonly name: 'orders' | 'done' | 'failed' | 'cancelled' | 'open' | 'onTime' | 'delay';
  /** Null = it cannot be known. */
  readonly value: number | null;
  readonly digits: number;
}
const SECONDS = 60;
/** The figures of a line, the same on the screen and in files: shares in percent, delays in minutes. */
export function cellsOf(figures: OrderFigures): readonly ReportCell[] {
  const share = onTimeShare(figures);
  const delay = meanDelay(figures);
  const { orders, done, failed, cancelled, open } = figures;
  return [
    { name: 'orders', value: orders, digits: 0 },
    { name: 'done', value: done, digits: 0 },
    { name: 'failed', value: failed, digits: 0 },
    { name: 'cancelled', value: cancelled, digits: 0 },
    { name: 'open', value: open, digits: 0 },
    { name: 'onTime', value: share === null ? null : Math.round(share * 1000) / 10, digits: 1 },
    { name: 'delay', value: delay === null ? null : Math.round((delay / SECONDS) * 10) / 10, digits: 1 },
  ];
}

/** Texts of the figures, and rows for files. */
export function useReportTexts() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const textOf = ({ value, digits }: ReportCell): string =>
    value === null ? '–' : format.number(value, digits);
  const sheetCell = (cell: ReportCell): RowCell =>
    cell.value === null ? '' : { text: textOf(cell), figure: numberFigure(cell.value, cell.digits) };
  return {
    textOf,
    /** @param total Of all that was added up, hidden groups too. */
    rowsOf: (by: OrderGrouping, lines: readonly ReportLine[], total: OrderFigures) => [
      [t(`orders:report.by.${by}`), ...cellsOf(total).map(({ name }) => t(`orders:report.column.${name}`))],
      ...lines.map((line) => [line.name, ...cellsOf(line).map(sheetCell)]),
      [t('orders:report.total'), ...cellsOf(total).map(sheetCell)],
    ],
  };
}
