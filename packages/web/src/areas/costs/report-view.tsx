import { NativeSelect } from '@mantine/core';
import { foldText, matchLanguage } from '@rastro/fleet';
import { monthOf, readCivilMonth } from '@rastro/fleet/billing';
import { COST_REPORT_BYS, type CostReport, type CostReportBy, type CostReportRow } from '@rastro/fleet/costs';
import { Gauge } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useDeviceNames } from '../../kernel/fleet/use-device-names.ts';
import { useDriverNames } from '../../kernel/queries/use-driver-names.ts';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { MonthChoices } from './month-choices.tsx';
import { ReportNotes } from './report-notes.tsx';
import { ReportTable } from './report-table.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { useToday } from './use-costs.ts';
import { reportMonths, useCostReport, type ReportMonths } from './use-cost-report.ts';
import { useReportCells } from './use-report-cells.ts';

const ROW_PX = 40;
interface NamedRow extends CostReportRow<string> {
  readonly name: string;
}

/** Costs of months for each vehicle, driver, group or month, in all and per distance; the same as a file. */
export function ReportView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const now = monthOf(useToday());
  const months = reportMonths(view, now);
  const { by, text } = view;
  const { hasDistances, query } = useCostReport({ ...months, by });
  const failure = useListFailure(query, t('costs:failed'));
  const { rows, order, all } = useNamedRows(query.data, view);
  const cells = useReportCells(by);
  const sum = query.data?.report.total;
  // A part of the rows is not what all of them add up to.
  const total = rows.length === all ? (sum ?? null) : null;
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <div className={styles.find}>
          <SearchField
            label={t('costs:report.search')}
            value={text}
            onChange={(value) => onSet({ q: value })}
          />
          <SortMenu {...order} />
          {sum !== undefined && rows.length > 0 && (
            <ReportMenu months={months} rows={rows} total={total} cells={cells} />
          )}
        </div>
        <Choices view={view} onSet={onSet} months={months} />
      </div>
      <ReportNotes hasDistances={hasDistances} isOver={months.to < now} />
      <ListView
        count={query.data && rows.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: Gauge, title: t('costs:report.empty'), text: t('costs:report.emptyText') }}
        notFound={
          text !== '' && all > 0
            ? {
                title: t('costs:report.notFound'),
                text: t('costs:notFoundText'),
                onReset: () => onSet({ q: '' }),
              }
            : null
        }
      >
        {sum !== undefined && (
          <ReportTable
            key={by}
            label={t('costs:report.title')}
            titles={cells.titles}
            rows={rows}
            total={total && cells.cellsOf(t('costs:total'), total)}
            cellsOf={(row) => cells.cellsOf(row.name, row)}
          />
        )}
      </ListView>
    </div>
  );
}

interface ReportMenuProps {
  readonly months: ReportMonths;
  readonly rows: readonly NamedRow[];
  readonly total: CostReport<string>['total'] | null;
  readonly cells: ReturnType<typeof useReportCells>;
}
function ReportMenu({ months, rows, total, cells }: ReportMenuProps) {
  const { t, i18n } = useTranslation('costs');
  const language = matchLanguage(i18n.language) ?? 'en';
  const period = [...new Set([months.from, months.to])].map((month) => monthText(month, language));
  return (
    <SheetMenu
      name={`${t('costs:report.title')} ${period.join(' – ')}`}
      rows={() => [
        cells.titles,
        ...rows.map((row) => cells.cellsOf(row.name, row)),
        ...(total === null ? [] : [cells.cellsOf(t('costs:total'), total)]),
      ]}
    />
  );
}

interface ChoicesProps extends CostViewProps {
  readonly months: ReportMonths;
}
/** First and last month, and what the rows are of. */
function Choices({ view, onSet, months }: ChoicesProps) {
  const { t } = useTranslation('costs');
  const { may } = useRights();
  const offered = COST_REPORT_BYS.filter((by) => by !== 'driver' || may('drivers.view')).filter(
    (by) => by !== 'group' || may('groups.view'),
  );
  return (
    <div className={styles.filters}>
      <NativeSelect
        size="xs"
        label={t('costs:report.by')}
        data={offered.map((value) => ({ value, label: t(`costs:report.each.${value}`) }))}
        value={view.by}
        onChange={({ currentTarget: { value } }) => onSet({ by: value, q: '' })}
      />
      <MonthChoices months={months} onSet={onSet} />
    </div>
  );
}

const SORTS = ['cents', 'rate', 'distance', 'name'] as const;
type Sort = (typeof SORTS)[number];

/** Rows that a text finds, named and in order; those without a rate or distance come last. */
function useNamedRows(
  data: ReturnType<typeof useCostReport>['query']['data'],
  { by, text }: CostViewProps['view'],
) {
  const { t } = useTranslation('costs');
  const nameOf = useNameOf(by, data?.driverNames);
  const [order, setOrder] = useState<{ readonly field: Sort; readonly isDown: boolean } | null>(null);
  // Months are read as they come, the others by what they cost.
  const { field, isDown } = order ?? { field: by === 'month' ? 'name' : 'cents', isDown: by !== 'month' };
  const rows = useMemo(() => {
    const words = foldText(text);
    const sign = isDown ? -1 : 1;
    return (data?.report.rows ?? [])
      .map((row): NamedRow => ({ ...row, name: nameOf(row.key) }))
      .filter(({ name }) => foldText(name).includes(words))
      .toSorted((a, b) => {
        const [one, other] = [valueIn(a, field), valueIn(b, field)];
        if (field === 'name')
          return sign * (by === 'month' ? a.key.localeCompare(b.key) : a.name.localeCompare(b.name));
        if (one === null || other === null) return Number(one === null) - Number(other === null);
        return sign * (one - other);
      });
  }, [data, nameOf, text, field, isDown, by]);
  return {
    rows,
    all: data?.report.rows.length ?? 0,
    order: {
      fields: SORTS.map((name) => ({
        name,
        label: name === 'name' ? t(`costs:report.each.${by}`) : t(`costs:report.sort.${name}`),
      })),
      field,
      isDown,
      onChoose: (name: Sort) => setOrder({ field: name, isDown: field === name ? !isDown : name !== 'name' }),
    },
  };
}
const valueIn = ({ cents, metres }: NamedRow, field: Sort): number | null =>
  field === 'distance' ? metres : field === 'cents' ? cents : metres === null ? null : cents / metres;

function useNameOf(
  by: CostReportBy,
  driverNames: ReadonlyMap<string, string> | undefined,
): (key: string) => string {
  const { t, i18n } = useTranslation('costs');
  const vehicles = useDeviceNames();
  const drivers = useDriverNames(by === 'driver');
  const groups = useGroupNames(by === 'group');
  const language = matchLanguage(i18n.language) ?? 'en';
  return useMemo(
    () => (key) => {
      if (by === 'vehicle') return vehicles.get(Number(key)) ?? t('costs:report.goneVehicle', { id: key });
      if (by === 'driver')
        return key === '' ? t('costs:report.noDriver') : (drivers.get(key) ?? driverNames?.get(key) ?? key);
      if (by === 'group')
        return key === '' ? t('costs:report.noGroup') : (groups.get(Number(key)) ?? `#${key}`);
      const month = readCivilMonth(key);
      return month === null ? key : monthText(month, language);
    },
    [by, vehicles, drivers, driverNames, groups, language, t],
  );
}
