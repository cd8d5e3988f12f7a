import {
  FAILURE_REASONS,
  type FailureReason,
  type RoadOrder,
  type RoadOrderDetail,
} from '@rastro/fleet/orders';
import { FIELD_LIMITS } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { ORDERS_KEY } from './use-orders.ts';

/** Steps that are asked about before they are taken. */
export type AskedStep = 'start' | 'done' | 'fail' | 'cancel' | 'unassign' | 'replan';

interface Values {
  readonly reason: FailureReason | '';
  readonly note: string;
}
interface StepDialogProps {
  readonly order: RoadOrder;
  readonly kind: AskedStep;
  readonly onClose: () => void;
}

/** Says what a step does, and takes it: with a reason where it failed, and a note. */
export function StepDialog({ order, kind, onClose }: StepDialogProps) {
  const { t } = useTranslation('orders');
  const { orders } = useServices().extension;
  // A second attempt after an answer that was lost is the same step.
  const [id] = useState(() => crypto.randomUUID());
  const form = useSendForm<Values, RoadOrderDetail>({
    initial: { reason: '', note: '' },
    fields: ({ reason }) => ({
      reason: {
        kind: 'select',
        label: t('orders:field.reason'),
        isHidden: kind !== 'fail',
        problem: reason === '' && t('orders:step.reasonMissing'),
        options: [
          { value: '', label: t('orders:step.chooseReason') },
          ...FAILURE_REASONS.map((value) => ({ value, label: t(`orders:reason.${value}`) })),
        ],
      },
      note: { kind: 'longText', label: t('orders:field.note'), maxLength: FIELD_LIMITS.order.note },
    }),
    write: ({ reason, note }, signal) =>
      orders.step(order.id, { id, kind, note: note.trim(), reason: reason === '' ? null : reason }, signal),
    touches: ORDERS_KEY,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      isQuestion
      isDangerous={kind === 'cancel' || kind === 'fail'}
      title={t(`orders:step.title.${kind}`)}
      lead={t(`orders:step.text.${kind}`, { customer: order.customer })}
      submit={t(`orders:step.confirm.${kind}`)}
      onClose={onClose}
    />
  );
}
