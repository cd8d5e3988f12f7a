import { Button } from '@mantine/core';
import { monthOf } from '@rastro/fleet/billing';
import { CircleCheck, CircleHelp, Fuel, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { MonthSelect } from './cost-filters.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { TankDialog } from './tank-dialog.tsx';
import {
  foundRows,
  groupOf,
  TANK_SORTS,
  tankTotals,
  type TankGroup,
  type TankSort,
} from './tank-question.ts';
import { useToday } from './use-costs.ts';
import { useTankChecks, type TankRow } from './use-tank-checks.ts';

const ROW_PX = 56;
/** Rows that are drawn before more are asked for. */
const AT_ONCE = 100;
const NONE: readonly TankRow[] = [];

/** Fuel that was billed in a month, with what came into the tanks: the suspicious first. */
export function TankView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const now = monthOf(useToday());
  const month = view.month ?? now;
  const { isOffered, query } = useTankChecks(month);
  const failure = useListFailure(query, t('costs:tank.failed'));
  const [group, setGroup] = useState<TankGroup | null>(null);
  const [opened, setOpened] = useState<TankRow | null>(null);
  const rows = query.data ?? NONE;
  const { found, order } = useFoundRows(rows, { view, group });
  if (!isOffered)
    return (
      <ListMessage
        icon={<Fuel strokeWidth={1.25} aria-hidden />}
        title={t('costs:tank.noReports')}
        text={t('costs:tank.noReportsText')}
      />
    );
  return (
    <div className={styles.page}>
      <div className={styles.find}>
        <SearchField
          label={t('costs:tank.search')}
          value={view.text}
          onChange={(value) => onSet({ q: value })}
        />
        <MonthSelect view={view} onSet={onSet} any={null} />
        <SortMenu {...order} />
      </div>
      {rows.length > 0 && <Totals rows={rows} group={group} onGroup={setGroup} />}
      <ListView
        count={query.data && found.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: Fuel, title: t('costs:tank.empty'), text: t('costs:tank.emptyText') }}
        notFound={
          rows.length > 0
            ? {
                title: t('costs:tank.notFound'),
                text: t('costs:tank.notFoundText'),
                onReset: () => {
                  setGroup(null);
                  onSet({ q: '', device: '' });
                },
              }
            : null
        }
      >
        <TankRows key={month} rows={found} onOpen={setOpened} />
      </ListView>
      {opened !== null && <TankDialog row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function useFoundRows(
  rows: readonly TankRow[],
  { view, group }: { readonly view: CostViewProps['view']; readonly group: TankGroup | null },
) {
  const { t } = useTranslation('costs');
  const { text, deviceId } = view;
  const [{ sort, isDown }, setOrder] = useState<{ readonly sort: TankSort; readonly isDown: boolean }>({
    sort: 'money',
    isDown: true,
  });
  const found = useMemo(
    () => foundRows(rows, { text, group, deviceId, sort, isDown }),
    [rows, text, group, deviceId, sort, isDown],
  );
  const order = {
    fields: TANK_SORTS.map((name) => ({ name, label: t(`costs:tank.sort.${name}`) })),
    field: sort,
    isDown,
    onChoose: (name: TankSort) =>
      setOrder((old) => ({ sort: name, isDown: old.sort === name ? !old.isDown : name !== 'name' })),
  };
  return { found, order };
}

interface TotalsProps {
  readonly rows: readonly TankRow[];
  readonly group: TankGroup | null;
  readonly onGroup: (group: TankGroup | null) => void;
}
/** Number of bills by outcome, and what is missing; a press shows only these. */
function Totals({ rows, group, onGroup }: TotalsProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  return (
    <ul className={styles.sums} aria-label={t('costs:tank.totals')}>
      {tankTotals(rows).map((total) => (
        <li key={total.group}>
          <button
            type="button"
            aria-pressed={group === total.group}
            onClick={() => onGroup(group === total.group ? null : total.group)}
          >
            <span>{t(`costs:tank.group.${total.group}`)}</span>
            <strong>
              {format.number(total.count, 0)}
              {total.cents > 0 && ` · ${format.money(total.cents)}`}
            </strong>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface TankRowsProps {
  readonly rows: readonly TankRow[];
  readonly onOpen: (row: TankRow) => void;
}
function TankRows({ rows, onOpen }: TankRowsProps) {
  const { t } = useTranslation('costs');
  const [drawn, setDrawn] = useState(AT_ONCE);
  return (
    <>
      <ul className={styles.rows} aria-label={t('costs:tab.tank')}>
        {rows.slice(0, drawn).map((row) => (
          <TankLine key={row.line.id} row={row} onOpen={() => onOpen(row)} />
        ))}
      </ul>
      {rows.length > drawn && (
        <Button variant="default" onClick={() => setDrawn(drawn + AT_ONCE)}>
          {t('costs:more')}
        </Button>
      )}
    </>
  );
}

const ICONS: Readonly<Record<TankGroup, LucideIcon>> = {
  suspicious: TriangleAlert,
  matches: CircleCheck,
  unknown: CircleHelp,
};
function TankLine({ row, onOpen }: { readonly row: TankRow; readonly onOpen: () => void }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { line, check } = row;
  const group = groupOf(check.outcome);
  const liters = (value: number): string => t('costs:quantity.liter', { amount: format.number(value, 1) });
  const filled = check.outcome === 'none' ? 0 : (check.fill?.liters ?? null);
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <Fuel className={styles.icon} size={16} aria-hidden />
        <span className={styles.what}>
          <strong dir="auto">{line.deviceName}</strong>
          <small dir="auto">
            {[line.supplier, line.driverName].filter((part) => part !== '').join(' · ')}
          </small>
        </span>
        <span className={styles.whose}>
          <StateChip icon={ICONS[group]} tone={group === 'suspicious' ? 'bad' : 'plain'}>
            {t(`costs:tank.outcome.${check.outcome}`)}
          </StateChip>
        </span>
        <span className={styles.days}>
          {line.at === null ? format.day(line.from) : format.dateTime(Date.parse(line.at))}
          <br />
          <span className={styles.quiet}>
            {filled === null
              ? t('costs:tank.billedOnly', { billed: liters(line.quantity) })
              : t('costs:tank.billedAndFilled', { billed: liters(line.quantity), filled: liters(filled) })}
          </span>
        </span>
        <span className={styles.amount}>
          {check.missingCents > 0 ? format.money(check.missingCents) : ''}
        </span>
      </button>
    </li>
  );
}
