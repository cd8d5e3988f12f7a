import { foldText, matchLanguage } from '@rastro/fleet';
import { monthOf } from '@rastro/fleet/billing';
import type { OwnershipCost } from '@rastro/fleet/costs';
import { Car } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { MonthChoices } from './month-choices.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { ReportNotes } from './report-notes.tsx';
import { ReportTable } from './report-table.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { reportMonths, type ReportMonths } from './use-cost-report.ts';
import { useToday } from './use-costs.ts';
import { useOwnership } from './use-ownership.ts';
import { useOwnershipCells } from './use-ownership-cells.ts';

const ROW_PX = 40;
interface Row extends OwnershipCost {
  readonly key: string;
  readonly deviceId: number;
  readonly name: string;
}

/** Cost of each vehicle with its loss of value, in all, per distance and per hour; the same as a file. */
export function OwnershipView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const now = monthOf(useToday());
  const months = reportMonths(view, now);
  const ownership = useOwnership(months);
  const { query, report, hasUse, purchases } = ownership;
  const failure = useListFailure(query, t('costs:failed'));
  const { rows, order } = useRows(ownership, view.text);
  const { titles, total, cellsOf, sheet } = useCells(report, rows);
  const mayOpen = useMayOpen(ownership);
  const [openedId, setOpenedId] = useState<number | null>(null);
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <div className={styles.find}>
          <SearchField
            label={t('costs:months.search')}
            value={view.text}
            onChange={(value) => onSet({ q: value })}
          />
          <SortMenu {...order} />
          {rows.length > 0 && <Sheet months={months} rows={sheet} />}
        </div>
        <div className={styles.filters}>
          <MonthChoices months={months} onSet={onSet} />
        </div>
      </div>
      <p className={styles.note}>{t('costs:ownership.lead')}</p>
      <ReportNotes hasDistances={hasUse} isOver={months.to < now} />
      <ListView
        count={report && rows.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: Car, title: t('costs:ownership.empty'), text: t('costs:ownership.emptyText') }}
        notFound={useNotFound(view.text, onSet)}
      >
        <ReportTable
          label={t('costs:tab.ownership')}
          titles={titles}
          rows={rows}
          total={total}
          cellsOf={cellsOf}
          mayOpen={mayOpen}
          onOpen={(row) => setOpenedId(row.deviceId)}
        />
      </ListView>
      {openedId !== null && (
        <PurchaseDialog
          deviceId={openedId}
          name={rows.find(({ deviceId }) => deviceId === openedId)?.name ?? ''}
          purchases={purchases?.get(openedId) ?? []}
          onClose={() => setOpenedId(null)}
        />
      )}
    </div>
  );
}

type Ownership = ReturnType<typeof useOwnership>;
/** Cells of the rows, and of all of them together; null = a part of the rows is not what all of them add up to. */
function useCells(report: Ownership['report'], rows: readonly Row[]) {
  const { t } = useTranslation('costs');
  const cells = useOwnershipCells();
  const isWhole = rows.length === report?.rows.length;
  const total = isWhole && report !== undefined ? cells.cellsOf(t('costs:total'), report.total) : null;
  const cellsOf = (row: Row) => cells.cellsOf(row.name, row);
  return {
    titles: cells.titles,
    total,
    cellsOf,
    sheet: () => [cells.titles, ...rows.map(cellsOf), ...(total ? [total] : [])],
  };
}
/** Whether there is a purchase to be seen, or to be entered. */
function useMayOpen({ purchases, names }: Ownership): (row: Row) => boolean {
  const { may, isReadonly } = useRights();
  const mayEnter = !isReadonly && may('costs.edit');
  return ({ deviceId }) => purchases?.has(deviceId) === true || (mayEnter && names.has(deviceId));
}
function useNotFound(text: string, onSet: CostViewProps['onSet']) {
  const { t } = useTranslation('costs');
  if (text === '') return null;
  return {
    title: t('costs:months.notFound'),
    text: t('costs:ownership.notFoundText'),
    onReset: () => onSet({ q: '' }),
  };
}

interface SheetProps {
  readonly months: ReportMonths;
  readonly rows: Parameters<typeof SheetMenu>[0]['rows'];
}
function Sheet({ months, rows }: SheetProps) {
  const { t, i18n } = useTranslation('costs');
  const language = matchLanguage(i18n.language) ?? 'en';
  const period = [...new Set([months.from, months.to])].map((month) => monthText(month, language));
  return <SheetMenu name={`${t('costs:ownership.title')} ${period.join(' – ')}`} rows={rows} />;
}

const SORTS = ['total', 'rate', 'hourRate', 'depreciation', 'name'] as const;
type Sort = (typeof SORTS)[number];

/** Rows that a text finds, named and in order; those without a figure come last. */
function useRows({ report, names }: ReturnType<typeof useOwnership>, text: string) {
  const { t } = useTranslation('costs');
  const [{ field, isDown }, setOrder] = useState<{ readonly field: Sort; readonly isDown: boolean }>({
    field: 'total',
    isDown: true,
  });
  const rows = useMemo(() => {
    const words = foldText(text);
    const sign = isDown ? -1 : 1;
    return (report?.rows ?? [])
      .map(({ key, ...row }): Row => {
        const name = names.get(key) ?? t('costs:report.goneVehicle', { id: key });
        return { ...row, key: String(key), deviceId: key, name };
      })
      .filter(({ name }) => foldText(name).includes(words))
      .toSorted((a, b) => {
        if (field === 'name') return sign * a.name.localeCompare(b.name);
        const [one, other] = [figureOf(a, field), figureOf(b, field)];
        if (one === null || other === null) return Number(one === null) - Number(other === null);
        return sign * (one - other) || a.name.localeCompare(b.name);
      });
  }, [report, names, text, field, isDown, t]);
  const order = {
    fields: SORTS.map((name) => ({ name, label: t(`costs:ownership.sort.${name}`) })),
    field,
    isDown,
    onChoose: (name: Sort) =>
      setOrder((old) => ({ field: name, isDown: old.field === name ? !old.isDown : name !== 'name' })),
  };
  return { rows, order };
}
function figureOf({ totalCents, depreciationCents, use }: Row, field: Exclude<Sort, 'name'>): number | null {
  if (field === 'total') return totalCents;
  if (field === 'depreciation') return depreciationCents;
  const units = field === 'rate' ? (use?.metres ?? 0) : (use?.engineMs ?? 0);
  return units > 0 ? totalCents / units : null;
}
