import type { ComparedStop, RouteComparison } from '@rastro/fleet/road-routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localTime } from '../../i18n/zoned-time.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { textOf } from '../../ui/sheets/sheet-value.ts';
import { OrderStateChip } from './order-state.tsx';
import styles from './report.module.css';
import { STOP_FIGURES, useStopCells } from './use-stop-lines.ts';

const DAY_CHARACTERS = 10;
/** Columns before the figures. */
const FIRST_COLUMNS = 4;

interface StopTableProps {
  readonly routes: readonly RouteComparison[];
  /** The route is the page itself: it has no line of its own. */
  readonly isOne?: true;
}
/** Stops beside their plan, route after route, each with its total. */
export function StopTable({ routes, isOne }: StopTableProps) {
  const { t } = useTranslation('orders');
  const { title } = useStopCells();
  return (
    <div
      className={`${styles.scroll} ${styles.stops}`}
      role="region"
      aria-label={t('orders:stops.title')}
      // A table that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('orders:stops.column.stop')}</th>
            <th scope="col">{t('orders:stops.column.place')}</th>
            <th scope="col">{t('orders:stops.column.plannedAt')}</th>
            <th scope="col">{t('orders:stops.column.arrivedAt')}</th>
            {STOP_FIGURES.map((name) => (
              <th key={name} scope="col">
                {title(name)}
              </th>
            ))}
            <th scope="col">{t('orders:stops.column.state')}</th>
          </tr>
        </thead>
        {routes.map((route) => (
          <RouteLines key={route.routeId} route={route} isOne={isOne === true} />
        ))}
      </table>
    </div>
  );
}

function RouteLines({ route, isOne }: { readonly route: RouteComparison; readonly isOne: boolean }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { totalCells } = useStopCells();
  const { routeId, day, deviceName, driverName, stops, total, isMeasured } = route;
  return (
    <tbody>
      {!isOne && (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={FIRST_COLUMNS + STOP_FIGURES.length + 1}>
            <Link className={styles.link} to={`/routes/${routeId}`}>
              {[format.day(day), deviceName, driverName].filter((text) => text !== '').join(' · ')}
            </Link>
          </th>
        </tr>
      )}
      {stops.map((stop) => (
        <StopLine key={stop.orderId} stop={stop} day={day} />
      ))}
      <tr className={styles.total}>
        <th scope="row">{t('orders:stops.total')}</th>
        <td colSpan={FIRST_COLUMNS - 1}>
          {t('orders:stops.reached', { count: total.reached, all: total.stops })}
        </td>
        {totalCells(total, stops).map(({ name, cell }) => (
          <td key={name}>{name === 'distance' && !isMeasured ? '…' : textOf(cell) || '–'}</td>
        ))}
        <td>–</td>
      </tr>
    </tbody>
  );
}

function StopLine({ stop, day }: { readonly stop: ComparedStop; readonly day: string }) {
  const { t } = useTranslation('orders');
  const { cellsOf } = useStopCells();
  const time = useTimeOn(day);
  const { customer, reference, address, plannedPlace, actualPlace, plannedAt, arrivedAt, isLate } = stop;
  const where = [reference, address].filter((text) => text !== '').join(' · ');
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{customer}</span>
        {where !== '' && <small dir="auto">{where}</small>}
      </th>
      <td data-moved={actualPlace !== null && actualPlace !== plannedPlace}>
        {plannedPlace} → {actualPlace ?? '–'}
      </td>
      <td>{time(plannedAt)}</td>
      <td data-late={isLate}>
        {time(arrivedAt)}
        {isLate && <small>{t('orders:stops.late')}</small>}
      </td>
      {cellsOf(stop).map(({ name, cell }) => (
        <td key={name}>{textOf(cell) || '–'}</td>
      ))}
      <td>
        <OrderStateChip state={stop.state} />
      </td>
    </tr>
  );
}

/** The time alone on the day of the route, with its day on others. */
function useTimeOn(day: string): (iso: string | null) => string {
  const format = useFormat();
  const zone = useZone();
  return (iso) => {
    if (iso === null) return '–';
    const at = Date.parse(iso);
    const isThen = localTime(at, zone).slice(0, DAY_CHARACTERS) === day;
    return isThen ? format.time(at) : format.moment(at);
  };
}
