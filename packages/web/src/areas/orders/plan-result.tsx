import { Button } from '@mantine/core';
import type { RoadOrder } from '@rastro/fleet/orders';
import type { DayPlan, DayPlanResult, PlannedDayRoute, UnplannedOrder } from '@rastro/fleet/road-routes';
import { TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { OrderDialog } from './order-dialog.tsx';
import styles from './orders.module.css';
import { RouteMap } from './route-map.tsx';
import { ORDERS_KEY } from './use-orders.ts';

interface PlanResultProps {
  readonly plan: DayPlan;
  readonly result: DayPlanResult;
  readonly orders: readonly RoadOrder[];
}

/** A plan that nothing follows yet: its routes, what is on none, and what saving it does. */
export function PlanResult({ plan, result, orders }: PlanResultProps) {
  const { t } = useTranslation('routes');
  const navigate = useNavigate();
  const { routes } = useServices().extension;
  const failureText = useFailureText();
  const [opened, setOpened] = useState(0);
  const save = useWrite((id: string, signal) => routes.savePlan(id, signal), { touches: ORDERS_KEY });
  const forget = useWrite((_: null, signal) => routes.forgetPlan(signal), { touches: ORDERS_KEY });
  const known = useMemo(() => new Map(orders.map((order) => [order.id, order])), [orders]);
  const lines = useMemo(
    () =>
      result.routes.map(({ orderIds }) =>
        orderIds.map((id) => known.get(id)).filter((order) => order !== undefined),
      ),
    [result, known],
  );
  const failure = save.failure ?? forget.failure;
  const saveAll = async (): Promise<void> => {
    if ((await save.run(plan.id))?.ok === true) void navigate(`/routes?day=${plan.day}`);
  };
  return (
    <EntityForm
      mayEdit
      busy={save.busy}
      failure={failure && failureText(failure)}
      submit={t('routes:plan.save', { count: result.routes.length })}
      secondary={
        <Button variant="default" loading={forget.busy} onClick={() => void forget.run(null)}>
          {t('routes:plan.again')}
        </Button>
      }
      onSave={() => void saveAll()}
    >
      <div className={styles.result}>
        <Summary result={result} />
        {result.routes.map((route) => (
          <Route key={route.deviceId} route={route} known={known} onOpen={setOpened} />
        ))}
        <Unplanned unplanned={result.unplanned} known={known} onOpen={setOpened} />
        <p className={styles.quiet}>{t('routes:plan.saveText')}</p>
      </div>
      <RouteMap routes={lines} onPick={setOpened} />
      {opened > 0 && <OrderDialog key={opened} id={opened} onClose={() => setOpened(0)} />}
    </EntityForm>
  );
}

function Summary({
  result: { routes, unplanned, travel, optimiser, failure },
}: {
  readonly result: DayPlanResult;
}) {
  const { t } = useTranslation('routes');
  const format = useFormat();
  const stops = routes.reduce((sum, { orderIds }) => sum + orderIds.length, 0);
  const late = routes.flatMap((route) => route.stops).filter(({ isLate }) => isLate).length;
  const meters = routes.map((route) => route.meters);
  const total = meters.reduce<number | null>(
    (sum, each) => (sum === null || each === null ? null : sum + each),
    0,
  );
  return (
    <div className={styles.summary} role="status">
      <p>
        <strong>
          {[
            t('routes:plan.onRoutes', {
              count: stops,
              routes: t('routes:plan.routes', { count: routes.length }),
            }),
            total === null ? t('routes:unknownDistance') : format.length(total),
          ].join(' · ')}
        </strong>
      </p>
      {unplanned.length > 0 && (
        <p className={styles.problem}>{t('routes:plan.unplanned', { count: unplanned.length })}</p>
      )}
      {late > 0 && <p className={styles.problem}>{t('routes:lateStops', { count: late })}</p>}
      <p className={styles.quiet}>
        {failure === null
          ? t(`routes:plan.optimiser.${optimiser}`)
          : t(`routes:plan.optimiserFailed.${failure}`)}{' '}
        {travel.failure === null
          ? t(`routes:travel.${travel.source}`)
          : t(`routes:travel.failed.${travel.failure}`)}
      </p>
    </div>
  );
}

interface StopsProps {
  readonly known: ReadonlyMap<number, RoadOrder>;
  readonly onOpen: (id: number) => void;
}
function Route({ route, known, onOpen }: StopsProps & { readonly route: PlannedDayRoute }) {
  const { t } = useTranslation('routes');
  const format = useFormat();
  const { routeId, deviceName, driverName, beginsAt, endsAt, meters, stops } = route;
  const time = (iso: string | null): string => (iso === null ? '?' : format.time(Date.parse(iso)));
  return (
    <section className={styles.planned} aria-label={deviceName}>
      <h2 dir="auto">{[deviceName, driverName].filter((name) => name !== '').join(' · ')}</h2>
      <p className={styles.quiet}>
        {[
          t(routeId === 0 ? 'routes:plan.newRoute' : 'routes:plan.changedRoute'),
          `${time(beginsAt)} – ${time(endsAt)}`,
          t('routes:stops', { count: stops.length }),
          meters === null ? t('routes:unknownDistance') : format.length(meters),
        ].join(' · ')}
      </p>
      <ol className={styles.plannedStops}>
        {stops.map(({ orderId, arrivesAt, isLate }) => (
          <li key={orderId}>
            <button type="button" className={styles.stopText} onClick={() => onOpen(orderId)}>
              <span>
                <span className={styles.number}>{time(arrivesAt)}</span>{' '}
                <span dir="auto">{known.get(orderId)?.customer ?? `#${orderId}`}</span>
                {isLate && (
                  <span className={styles.disputed}>
                    {' '}
                    <TriangleAlert size={13} aria-hidden />
                    {t('routes:late')}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Unplanned({
  unplanned,
  known,
  onOpen,
}: StopsProps & { readonly unplanned: readonly UnplannedOrder[] }) {
  const { t } = useTranslation('routes');
  if (unplanned.length === 0) return null;
  return (
    <section className={styles.planned} aria-label={t('routes:plan.unplannedTitle')}>
      <h2>{t('routes:plan.unplannedTitle')}</h2>
      <ul className={styles.plannedStops}>
        {unplanned.map(({ orderId, reason }) => (
          <li key={orderId}>
            <button type="button" className={styles.stopText} onClick={() => onOpen(orderId)}>
              <strong dir="auto">{known.get(orderId)?.customer ?? `#${orderId}`}</strong>
              <small>{t(`routes:plan.reason.${reason}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
