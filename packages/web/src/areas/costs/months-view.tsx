import { foldText } from '@rastro/fleet';
import { monthOf } from '@rastro/fleet/billing';
import { Button } from '@mantine/core';
import { Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceNames } from '../../kernel/fleet/use-device-names.ts';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { KindIcon } from './cost-kind.tsx';
import { MonthSelect } from './cost-filters.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { MonthLock } from './month-lock.tsx';
import { useToday } from './use-costs.ts';
import { monthCosts, useMonthDistances, useMonthSums, type MonthCosts } from './use-month-sums.ts';

const ROW_PX = 48;
/** Rows that are drawn before more are asked for. */
const AT_ONCE = 100;

/** Costs of vehicles in a month, in all and for each kilometer, and whether the month is closed. */
export function MonthsView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const now = monthOf(useToday());
  const month = view.month ?? now;
  const query = useMonthSums(month);
  const distances = useMonthDistances(month);
  const { distanceUnit: unit } = useDisplayChoices();
  const failure = useListFailure(query, t('costs:failed'));
  const costs = useMemo(
    () => query.data && monthCosts(query.data, { distances, unit }),
    [query.data, distances, unit],
  );
  const rows = useVehicleRows(costs, view.text);
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <div className={styles.find}>
          <SearchField
            label={t('costs:months.search')}
            value={view.text}
            onChange={(value) => onSet({ q: value })}
          />
          <MonthSelect view={view} onSet={onSet} any={null} />
          <SortMenu {...rows.order} />
        </div>
        <MonthLock month={month} isOver={month < now} />
      </div>
      {costs !== undefined && costs.kinds.length > 0 && <MonthFigures costs={costs} />}
      <ListView
        count={costs && rows.found.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: Truck, title: t('costs:months.empty'), text: t('costs:months.emptyText') }}
        notFound={
          view.text !== '' && (costs?.vehicles.length ?? 0) > 0
            ? {
                title: t('costs:months.notFound'),
                text: t('costs:months.notFoundText'),
                onReset: () => onSet({ q: '' }),
              }
            : null
        }
      >
        <VehicleTable
          key={month}
          rows={rows.found}
          onOpen={(deviceId) => onSet({ tab: '', q: '', device: String(deviceId), month })}
        />
      </ListView>
    </div>
  );
}

const SORTS = ['cents', 'rate', 'name'] as const;
type Sort = (typeof SORTS)[number];
type VehicleRow = MonthCosts['vehicles'][number] & { readonly name: string };

/** Vehicles of a month that a text finds, in order; those without a rate come last. */
function useVehicleRows(costs: MonthCosts | undefined, text: string) {
  const { t } = useTranslation('costs');
  const names = useDeviceNames();
  const [{ field, isDown }, setOrder] = useState<{ readonly field: Sort; readonly isDown: boolean }>({
    field: 'cents',
    isDown: true,
  });
  const found = useMemo(() => {
    const words = foldText(text);
    const sign = isDown ? -1 : 1;
    return (costs?.vehicles ?? [])
      .map((each): VehicleRow => ({ ...each, name: names.get(each.deviceId) ?? String(each.deviceId) }))
      .filter(({ name }) => foldText(name).includes(words))
      .toSorted((a, b) => {
        if (field === 'name') return sign * a.name.localeCompare(b.name);
        if (field === 'cents') return sign * (a.cents - b.cents);
        if (a.rate === null || b.rate === null) return Number(a.rate === null) - Number(b.rate === null);
        return sign * (a.rate - b.rate);
      });
  }, [costs, names, text, field, isDown]);
  const order = {
    fields: SORTS.map((name) => ({ name, label: t(`costs:months.sort.${name}`) })),
    field,
    isDown,
    onChoose: (name: Sort) =>
      setOrder((old) => ({ field: name, isDown: old.field === name ? !old.isDown : name !== 'name' })),
  };
  return { found, order };
}

function MonthFigures({ costs: { cents, kinds } }: { readonly costs: MonthCosts }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('costs:total')}</dt>
        <dd>{format.money(cents)}</dd>
      </div>
      {kinds.map(({ kind, cents: part }) => (
        <div key={kind}>
          <dt>
            <KindIcon kind={kind} /> {t(`costs:kind.${kind}`)}
          </dt>
          <dd>{format.money(part)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface VehicleTableProps {
  readonly rows: readonly VehicleRow[];
  readonly onOpen: (deviceId: number) => void;
}
function VehicleTable({ rows, onOpen }: VehicleTableProps) {
  const { t } = useTranslation('costs');
  const { distanceUnit } = useDisplayChoices();
  const [drawn, setDrawn] = useState(AT_ONCE);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('costs:field.vehicle')}</th>
            <th scope="col">{t('costs:months.distance')}</th>
            <th scope="col">{t('costs:months.cost')}</th>
            <th scope="col">{t('costs:months.rate', { unit: distanceUnit })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => (
            <VehicleLine key={row.deviceId} row={row} onOpen={() => onOpen(row.deviceId)} />
          ))}
        </tbody>
      </table>
      {rows.length > drawn && (
        <Button variant="default" onClick={() => setDrawn(drawn + AT_ONCE)}>
          {t('costs:more')}
        </Button>
      )}
    </>
  );
}

function VehicleLine({ row, onOpen }: { readonly row: VehicleRow; readonly onOpen: () => void }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { name, cents, metres, rate } = row;
  const unknown = <span className={styles.quiet}>{t('costs:months.unknown')}</span>;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.link} onClick={onOpen} dir="auto">
          {name}
        </button>
      </th>
      <td>{metres === null ? unknown : format.distance(metres)}</td>
      <td>{format.money(cents)}</td>
      <td>{rate === null ? (metres === null ? unknown : '–') : format.money(Math.round(rate))}</td>
    </tr>
  );
}
