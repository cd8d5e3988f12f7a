import { ActionIcon, Button } from '@mantine/core';
import { isOpenOrder, type RoadOrder } from '@rastro/fleet/orders';
import type { LiveRoute, LiveStop, PlannedRouteStop, RouteTimes } from '@rastro/fleet/road-routes';
import { ArrowDown, ArrowUp, GripVertical, Plus, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNumber } from '../../i18n/number-text.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { OrderStateChip } from './order-state.tsx';
import { RouteCandidates } from './route-candidates.tsx';
import { languageOf, movedTo } from './route-values.ts';
import styles from './orders.module.css';
import { useOrderText } from './use-order-text.ts';

const DRAGGED = 'text/route-stop';

interface RouteStopsProps {
  readonly orders: readonly RoadOrder[];
  /** Null = not known yet. */
  readonly times: RouteTimes | null;
  /** As it really goes; null = not known, or not saved yet. */
  readonly live: LiveRoute | null;
  readonly failure: unknown;
  /** As it was typed. */
  readonly capacity: string;
  readonly onChange: (orders: readonly RoadOrder[]) => void;
  readonly onOpen: (id: number) => void;
}

/** Stops in their order, each with the time at which it is reached; moved by mouse or by buttons. */
export function RouteStops({ orders, times, live, failure, capacity, onChange, onOpen }: RouteStopsProps) {
  const { t } = useTranslation('routes');
  const failureText = useFailureText();
  const [isAdding, setAdding] = useState(false);
  const plans = new Map(times?.stops.map((stop) => [stop.orderId, stop]));
  const really = new Map(live?.stops.map((stop) => [stop.orderId, stop]));
  return (
    <section className={styles.stops} aria-label={t('routes:stopsTitle')}>
      <h2>{t('routes:stopsTitle')}</h2>
      <RouteSummary orders={orders} times={times} capacity={capacity} />
      {live !== null && <LiveNote live={live} />}
      {failure !== null && failure !== undefined && <p role="alert">{failureText(failureIn(failure))}</p>}
      {orders.length === 0 && <p className={styles.quiet}>{t('routes:noStops')}</p>}
      <ol className={styles.stopList}>
        {orders.map((order, at) => (
          <RouteStop
            key={order.id}
            order={order}
            plan={plans.get(order.id) ?? null}
            live={really.get(order.id) ?? null}
            at={at}
            count={orders.length}
            onMove={(from, to) => onChange(movedTo(orders, from, to))}
            onRemove={() => onChange(orders.filter(({ id }) => id !== order.id))}
            onOpen={() => onOpen(order.id)}
          />
        ))}
      </ol>
      {isAdding ? (
        <RouteCandidates
          taken={orders}
          onAdd={(order) => onChange([...orders, order])}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('routes:addStops')}
        </Button>
      )}
    </section>
  );
}

interface RouteStopProps {
  readonly order: RoadOrder;
  readonly plan: PlannedRouteStop | null;
  readonly live: LiveStop | null;
  readonly at: number;
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
  readonly onOpen: () => void;
}
function RouteStop({ order, plan, live, at, count, onMove, onRemove, onOpen }: RouteStopProps) {
  const { t } = useTranslation('routes');
  const texts = useOrderText();
  const format = useFormat();
  const { customer, place, state } = order;
  const time = (iso: string | null | undefined): string =>
    typeof iso === 'string' ? format.time(Date.parse(iso)) : '?';
  const isBegun = !isOpenOrder(state) || state === 'underWay' || state === 'arrived';
  return (
    // Its buttons move it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.stop}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, String(at));
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(DRAGGED);
        event.preventDefault();
        if (from !== '') onMove(Number(from), at);
      }}
    >
      <GripVertical size={14} aria-hidden className={styles.grip} />
      <span className={styles.number}>{at + 1}</span>
      <button type="button" className={styles.stopText} onClick={onOpen}>
        <strong dir="auto">{customer}</strong>
        <small dir="auto">{[texts.place(place), texts.window(order)].join(' · ')}</small>
        <span className={styles.stopTimes}>
          {plan === null ? '…' : `${time(plan.arrivesAt)} – ${time(plan.leavesAt)}`}
          {plan?.isLate === true && (
            <span className={styles.disputed}>
              <TriangleAlert size={13} aria-hidden />
              {t('routes:late')}
            </span>
          )}
          {(isBegun || state === 'cancelled') && <OrderStateChip state={state} />}
        </span>
        {live !== null && <LiveTimes live={live} />}
      </button>
      <StopActions
        customer={customer}
        isFirst={at === 0}
        isLast={at === count - 1}
        isFixed={isBegun && state !== 'cancelled'}
        onMove={(by) => onMove(at, at + by)}
        onRemove={onRemove}
      />
    </li>
  );
}

/** Arrival and departure, or when the vehicle is expected. */
function LiveTimes({ live: { arrivedAt, leftAt, expected, risk } }: { readonly live: LiveStop }) {
  const { t } = useTranslation('routes');
  const format = useFormat();
  const time = (iso: string): string => format.time(Date.parse(iso));
  if (arrivedAt === null && expected === null) return null;
  return (
    <span className={styles.stopTimes}>
      {arrivedAt !== null && t('routes:live.arrived', { time: time(arrivedAt) })}
      {arrivedAt !== null && leftAt !== null && t('routes:live.left', { time: time(leftAt) })}
      {arrivedAt === null &&
        expected !== null &&
        t('routes:live.expected', {
          time: time(expected.at),
          from: time(expected.from),
          to: time(expected.to),
        })}
      {risk !== 'none' && (
        <span className={styles.disputed}>
          <TriangleAlert size={13} aria-hidden />
          {t(`routes:live.risk.${risk}`)}
        </span>
      )}
    </span>
  );
}

/** Age of what the expected times come from. */
function LiveNote({ live: { positionAt, isSilent, endsAt } }: { readonly live: LiveRoute }) {
  const { t } = useTranslation('routes');
  const format = useFormat();
  const moment = (iso: string): string => `${format.dayOf(Date.parse(iso))} ${format.time(Date.parse(iso))}`;
  if (positionAt === null) return <p className={styles.quiet}>{t('routes:live.never')}</p>;
  if (isSilent)
    return <p className={styles.quiet}>{t('routes:live.silent', { time: moment(positionAt) })}</p>;
  if (endsAt === null) return null;
  return <p className={styles.quiet}>{t('routes:live.back', { time: moment(endsAt) })}</p>;
}

interface StopActionsProps {
  readonly customer: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** It has begun, and stays on its route. */
  readonly isFixed: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}
function StopActions({ customer, isFirst, isLast, isFixed, onMove, onRemove }: StopActionsProps) {
  const { t } = useTranslation('routes');
  const actions = [
    { label: t('routes:up', { customer }), Icon: ArrowUp, isOff: isFirst, act: () => onMove(-1) },
    { label: t('routes:down', { customer }), Icon: ArrowDown, isOff: isLast, act: () => onMove(1) },
    { label: t('routes:takeOff', { customer }), Icon: X, isOff: isFixed, act: onRemove },
  ];
  return (
    <span className={styles.stopActions}>
      {actions.map(({ label, Icon, isOff, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          disabled={isOff}
          onClick={act}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  );
}

type RouteSummaryProps = Pick<RouteStopsProps, 'orders' | 'times' | 'capacity'>;
function RouteSummary({ orders, times, capacity }: RouteSummaryProps) {
  const { t, i18n } = useTranslation('routes');
  const format = useFormat();
  if (orders.length === 0 || times === null) return null;
  const most = readNumber(capacity, languageOf(i18n.language)) ?? 0;
  const late = times.stops.filter(({ isLate }) => isLate).length;
  const { endsAt, meters, load, travel } = times;
  return (
    <div className={styles.summary} role="status">
      <p>
        {[
          endsAt === null
            ? t('routes:unknownEnd')
            : t('routes:endsAt', { time: format.time(Date.parse(endsAt)) }),
          meters === null ? t('routes:unknownDistance') : format.length(meters),
        ].join(' · ')}
      </p>
      {late > 0 && <p className={styles.problem}>{t('routes:lateStops', { count: late })}</p>}
      {most > 0 && load > most && <p className={styles.problem}>{t('routes:tooHeavy', { load, most })}</p>}
      <p className={styles.quiet}>
        {travel.failure === null
          ? t(`routes:travel.${travel.source}`)
          : t(`routes:travel.failed.${travel.failure}`)}
      </p>
    </div>
  );
}
