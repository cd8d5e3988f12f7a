import type { RoadRouteDetail } from '@rastro/fleet/road-routes';
import { FIELD_LIMITS } from '@rastro/fleet';
import { readCivilDate } from '@rastro/fleet/billing';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { localTime } from '../../i18n/zoned-time.ts';
import { DriverField } from '../../kernel/fleet/driver-field.tsx';
import { VehicleField } from '../../kernel/fleet/vehicle-field.tsx';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { EntityForm } from '../../ui/entity-form.tsx';
import { Fields } from '../../ui/fields/field-group.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { latePart } from '../../ui/late-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { PlaceField } from './route-place.tsx';
import { RouteMap } from './route-map.tsx';
import { RouteStops } from './route-stops.tsx';
import {
  isMoment,
  isWrongCapacity,
  languageOf,
  routeValues,
  timesQuestion,
  writtenRoute,
  type Reader,
  type RouteValues,
} from './route-values.ts';
import { ORDERS_KEY } from './use-orders.ts';
import { useLiveRoute, useRoute, useRouteTimes } from './use-routes.ts';

const DAY_CHARACTERS = 10;
/** Those who plan come more often than those who look back. */
const RouteCourse = latePart('notice', async () => (await import('./route-course.tsx')).RouteCourse);
/** Fields before the stops, and after them. */
const WHO_AND_WHEN = ['deviceId', 'driverUniqueId', 'beginsAt'] as const;
const FURTHER = ['start', 'end', 'capacity', 'note'] as const;

/** A route being planned: its vehicle, its begin, and its stops in their order. `new` in the address makes one, `plan` several. */
export function RoutePanel() {
  const { t } = useTranslation('routes');
  const { routeId } = useParams();
  const id = Number(routeId ?? 0);
  if (routeId === 'plan') return <PlanPanel />;
  return id > 0 ? (
    <SavedRoute key={id} id={id} />
  ) : (
    <RouteEditor route={null} title={t('routes:form.new')} onTyped={() => undefined} />
  );
}

function SavedRoute({ id }: { readonly id: number }) {
  const { t } = useTranslation('routes');
  const query = useRoute(id);
  // While something is typed, changes of others wait: saving says that there are some.
  const [held, setHeld] = useState<RoadRouteDetail | null>(null);
  const route = held ?? query.data;
  const title = route?.deviceName ?? t('routes:one', { id });
  if (route !== undefined)
    return <RouteEditor key={route.version} route={route} title={title} onTyped={() => setHeld(route)} />;
  return (
    <Panel title={title} back="/routes" tall>
      <Loaded query={query} failed={t('routes:failedOne')}>
        {() => null}
      </Loaded>
    </Panel>
  );
}

interface RouteEditorProps {
  /** Null = a new one. */
  readonly route: RoadRouteDetail | null;
  readonly title: string;
  /** Told when something was changed. */
  readonly onTyped: () => void;
}
function RouteEditor({ route, title, onTyped }: RouteEditorProps) {
  const failureText = useFailureText();
  const { may, isReadonly } = useRights();
  const [opened, setOpened] = useState(0);
  const { form, times, list, guard, deletion } = useRouteForm(route, onTyped);
  const live = useLiveRoute(route?.id ?? 0);
  const { orders, capacity } = form.values;
  const routes = useMemo(() => [orders], [orders]);
  const mayDelete = deletion !== null && !isReadonly && may('orders.delete');
  return (
    <Panel title={title} back={list} tall>
      <EntityForm
        mayEdit={!isReadonly && may(route === null ? 'orders.create' : 'orders.edit')}
        busy={form.busy}
        failure={form.failure && failureText(form.failure)}
        onSave={form.send}
        {...(mayDelete ? { deletion } : {})}
      >
        <Fields form={form} names={WHO_AND_WHEN} />
        <RouteStops
          orders={orders}
          times={times.data ?? null}
          live={live.data ?? null}
          failure={times.error}
          capacity={capacity}
          onChange={(next) => form.change({ orders: next })}
          onOpen={setOpened}
        />
        {route !== null && route.orders.some(({ arrivedAt }) => arrivedAt !== null) && (
          <RouteCourse id={route.id} name={route.deviceName} />
        )}
        <Fields form={form} names={FURTHER} />
        {guard.question}
      </EntityForm>
      <RouteMap routes={routes} onPick={setOpened} />
      {opened > 0 && <OrderDialog key={opened} id={opened} onClose={() => setOpened(0)} />}
    </Panel>
  );
}

/** Everything that a route's form knows and does. */
function useRouteForm(route: RoadRouteDetail | null, onTyped: () => void) {
  const { routes } = useServices().extension;
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  // A second attempt after an answer that was lost makes the route once.
  const [requestId] = useState(() => crypto.randomUUID());
  const guard = useUnsavedGuard(isDirty);
  const { reader, initial } = useFirstValues(route);
  const leave = (to: string): void => {
    guard.release();
    void navigate(to);
  };
  const form = useSendForm<RouteValues, RoadRouteDetail>({
    initial,
    fields: useRouteFields(reader),
    write: (values, signal) => {
      const written = writtenRoute(values, reader);
      return route === null
        ? routes.make({ ...written, requestId }, signal)
        : routes.change(route.id, { ...written, version: route.version }, signal);
    },
    touches: ORDERS_KEY,
    onDone: ({ day }) => leave(`/routes?day=${day}`),
  });
  const put = (part: object): void => {
    setDirty(true);
    onTyped();
    form.put(part);
  };
  const list = `/routes?day=${(route?.day ?? initial.beginsAt).slice(0, DAY_CHARACTERS)}`;
  return {
    form: { ...form, put, change: put },
    times: useRouteTimes(timesQuestion(form.values, reader)),
    list,
    guard,
    deletion: useRemoval(route, () => leave(list)),
  };
}

/** Values as the route has them, or of a new one on the day that the address names. */
function useFirstValues(route: RoadRouteDetail | null) {
  const { i18n } = useTranslation('routes');
  const [search] = useSearchParams();
  const zone = useZone();
  const reader = { zone, language: languageOf(i18n.language) };
  const [initial] = useState(() => {
    const today = localTime(Date.now(), zone).slice(0, DAY_CHARACTERS);
    return routeValues(route, readCivilDate(search.get('day') ?? '') ?? today, reader);
  });
  return { reader, initial };
}

function useRouteFields({ zone, language }: Reader): (values: RouteValues) => FieldTable<RouteValues> {
  const { t } = useTranslation('routes');
  const { may } = useRights();
  return (values) => ({
    deviceId: {
      kind: 'custom',
      label: t('routes:field.vehicle'),
      problem: values.deviceId === 0 && t('routes:form.vehicleMissing'),
      render: (props) => <VehicleField {...props} clear={t('routes:form.vehicleClear')} />,
    },
    driverUniqueId: {
      kind: 'custom',
      label: t('routes:field.driver'),
      isHidden: !may('drivers.view'),
      render: (props) => <DriverField {...props} placeholder={t('routes:anyDriver')} />,
    },
    beginsAt: {
      kind: 'moment',
      label: t('routes:field.beginsAt'),
      required: t('routes:form.beginMissing'),
      problem: values.beginsAt !== '' && !isMoment(values.beginsAt, zone) && t('routes:form.beginWrong'),
    },
    start: {
      kind: 'custom',
      label: t('routes:field.start'),
      render: (props) => <PlaceField {...props} none={t('routes:form.startNone')} />,
    },
    end: {
      kind: 'custom',
      label: t('routes:field.end'),
      render: (props) => <PlaceField {...props} none={t('routes:form.endNone')} />,
    },
    capacity: {
      kind: 'text',
      label: t('routes:field.capacity'),
      hint: t('routes:form.capacityHint'),
      input: { inputMode: 'decimal' },
      problem: isWrongCapacity(values.capacity, language) && t('routes:form.capacityWrong'),
    },
    note: { kind: 'longText', label: t('routes:field.note'), maxLength: FIELD_LIMITS.roadRoute.note },
  });
}

/** Deletion of a route behind its question. Null = it is not saved yet. */
function useRemoval(route: RoadRouteDetail | null, onRemoved: () => void) {
  const { t } = useTranslation('routes');
  const { routes } = useServices().extension;
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const { failure, run, forget } = useWrite((id: number, signal) => routes.remove(id, signal), {
    touches: ORDERS_KEY,
  });
  if (route === null) return null;
  const remove = async (): Promise<void> => {
    if ((await run(route.id))?.ok === true) onRemoved();
  };
  return {
    label: t('routes:remove.label'),
    title: t('routes:remove.title'),
    text: t('routes:remove.text', { count: route.stops.length }),
    isAsking,
    failure: failure && failureText(failure),
    onAsk: (asks: boolean) => {
      forget();
      setAsking(asks);
    },
    onConfirm: () => void remove(),
  };
}
