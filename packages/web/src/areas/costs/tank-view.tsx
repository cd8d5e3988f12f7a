import { monthOf } from '@rastro/fleet/billing';
import { Fuel } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { MonthSelect } from './cost-filters.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { FillDialog } from './fill-dialog.tsx';
import { TankDialog } from './tank-dialog.tsx';
import { TankRows } from './tank-lines.tsx';
import type { TankRow } from './tank-rows.ts';
import { foundRows, TANK_SORTS, tankTotals, type TankGroup, type TankSort } from './tank-question.ts';
import { useToday } from './use-costs.ts';
import { useTankChecks } from './use-tank-checks.ts';

const ROW_PX = 56;
const NONE: readonly TankRow[] = [];

/** Fuel that was billed in a month with what came into the tanks, and what came without a bill: the suspicious first. */
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
      {opened?.kind === 'bill' && <TankDialog row={opened} onClose={() => setOpened(null)} />}
      {opened?.kind === 'fill' && <FillDialog row={opened} onClose={() => setOpened(null)} />}
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
