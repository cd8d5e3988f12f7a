import { FIELD_LIMITS } from '@rastro/fleet';
import type { DayPlanAnswer } from '@rastro/fleet/road-routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { Fields } from '../../ui/fields/field-group.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import styles from './orders.module.css';
import { PlanOrders } from './plan-orders.tsx';
import { PlanVehicles } from './plan-vehicles.tsx';
import {
  dayOf,
  fitsDay,
  planProblem,
  planQuestion,
  planValues,
  type Chosen,
  type PlanValues,
} from './plan-values.ts';
import { PlaceField } from './route-place.tsx';
import { isMoment, isWrongCapacity, languageOf, type Reader } from './route-values.ts';
import { PLAN_KEY, usePlanMaterial } from './use-day-plan.ts';

const SHIFT = ['beginsAt', 'endsBy', 'start', 'end', 'capacity'] as const;
const NONE: Chosen = { orders: [], routes: [] };

interface PlanFormProps {
  readonly day: string;
  /** The search before was broken off by the server. */
  readonly hasFailed: boolean;
}
/** Vehicles with their shift, and the orders that they are to do. */
export function PlanForm({ day, hasFailed }: PlanFormProps) {
  const { t } = useTranslation('routes');
  const failureText = useFailureText();
  const { form, material, chosen, isChecked, guard } = usePlanForm(day);
  const { values } = form;
  const problem = material.data === undefined ? null : planProblem(values, chosen);
  return (
    <EntityForm
      mayEdit
      busy={form.busy}
      submit={t('routes:plan.start')}
      failure={
        isChecked && problem !== null
          ? t(`routes:plan.problem.${problem}`, { count: FIELD_LIMITS.dayPlan.vehicles })
          : form.failure && failureText(form.failure)
      }
      onSave={form.send}
    >
      {hasFailed && <p role="alert">{t('routes:plan.brokenOff')}</p>}
      <p className={styles.quiet}>{t('routes:plan.lead')}</p>
      <Fields form={form} names={SHIFT} />
      <Loaded query={material} failed={t('routes:plan.materialFailed')}>
        {(found) => (
          <>
            <PlanVehicles routes={found.routes} values={values} onChange={form.change} />
            <PlanOrders
              orders={found.orders}
              left={values.leftOrders}
              onChange={(leftOrders) => form.change({ leftOrders })}
            />
          </>
        )}
      </Loaded>
      {guard.question}
    </EntityForm>
  );
}

/** Values of the form, and the orders and routes of its day. */
function usePlanForm(first: string) {
  const { i18n } = useTranslation('routes');
  const { routes } = useServices().extension;
  const zone = useZone();
  const reader = { zone, language: languageOf(i18n.language) };
  const [isDirty, setDirty] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const guard = useUnsavedGuard(isDirty);
  const [day, setDay] = useState(first);
  const material = usePlanMaterial(day, fitsDay(day, zone));
  const all: Chosen = material.data ?? NONE;
  const chosenOf = ({ leftOrders, leftRoutes }: PlanValues): Chosen => ({
    orders: all.orders.filter(({ id }) => !leftOrders.includes(id)),
    routes: all.routes.filter(({ id }) => !leftRoutes.includes(id)),
  });
  const form = useSendForm<PlanValues, DayPlanAnswer>({
    initial: planValues(first),
    fields: useShiftFields(reader),
    write: (values, signal) => routes.planDay(planQuestion(values, chosenOf(values), reader), signal),
    touches: PLAN_KEY,
    onDone: () => guard.release(),
  });
  const chosen = chosenOf(form.values);
  const put = (part: object): void => {
    setDirty(true);
    form.put(part);
    if ('beginsAt' in part && typeof part.beginsAt === 'string' && isMoment(part.beginsAt, zone))
      setDay(dayOf(part.beginsAt));
  };
  const send = (): void => {
    setChecked(true);
    if (material.data !== undefined && planProblem(form.values, chosen) === null) form.send();
  };
  return { form: { ...form, put, change: put, send }, material, chosen, isChecked, guard };
}

function useShiftFields({ zone, language }: Reader): (values: PlanValues) => FieldTable<PlanValues> {
  const { t } = useTranslation('routes');
  return ({ beginsAt, endsBy, capacity }) => ({
    beginsAt: {
      kind: 'moment',
      label: t('routes:field.beginsAt'),
      required: t('routes:form.beginMissing'),
      problem: beginsAt !== '' && !isMoment(beginsAt, zone) && t('routes:form.beginWrong'),
    },
    endsBy: {
      kind: 'moment',
      label: t('routes:plan.endsBy'),
      hint: t('routes:plan.shiftHint'),
      problem:
        endsBy !== '' &&
        (isMoment(endsBy, zone)
          ? endsBy <= beginsAt && t('routes:plan.endsBefore')
          : t('routes:form.beginWrong')),
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
      problem: isWrongCapacity(capacity, language) && t('routes:form.capacityWrong'),
    },
  });
}
