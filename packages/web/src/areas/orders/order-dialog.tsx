import { Button } from '@mantine/core';
import { isOpenOrder, type RoadOrderDetail } from '@rastro/fleet/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ArrivalDialog } from './arrival-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderProofs } from './order-proofs.tsx';
import { OrderReadings } from './order-readings.tsx';
import { OrderForm } from './order-form.tsx';
import styles from './orders.module.css';
import { StepDialog, type AskedStep } from './step-dialog.tsx';
import { ORDERS_KEY, useOrder } from './use-orders.ts';

interface OrderDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}
type Action = AskedStep | 'assign' | 'arrival' | 'edit' | 'remove';

/** One order with everything about it, what happened to it, and what can be done. */
export function OrderDialog({ id, onClose }: OrderDialogProps) {
  const { t } = useTranslation('orders');
  const failureText = useFailureText();
  const { data: order, error } = useOrder(id);
  const [action, setAction] = useState<Action | null>(null);
  const back = (): void => setAction(null);
  if (order !== undefined && action !== null)
    return <ActionDialog order={order} action={action} onBack={back} onRemoved={onClose} />;
  return (
    <Modal title={order?.customer ?? t('orders:one', { id })} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {order === undefined && error === null && <p role="status">{t('orders:loading')}</p>}
      {order !== undefined && (
        <>
          <OrderReadings order={order} />
          <OrderProofs orderId={order.id} />
          <OrderMessages orderId={order.id} />
          <Actions order={order} onAction={setAction} />
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('orders:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface ActionDialogProps {
  readonly order: RoadOrderDetail;
  readonly action: Action;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}
function ActionDialog({ order, action, onBack, onRemoved }: ActionDialogProps) {
  if (action === 'edit') return <OrderForm order={order} onDone={onBack} onClose={onBack} />;
  if (action === 'arrival') return <ArrivalDialog order={order} onClose={onBack} />;
  if (action === 'assign') return <AssignDialog order={order} onClose={onBack} />;
  if (action === 'remove') return <RemoveDialog order={order} onBack={onBack} onRemoved={onRemoved} />;
  return <StepDialog order={order} kind={action} onClose={onBack} />;
}

/** Actions that an order offers in its state. */
function actionsOf({ state }: Pick<RoadOrderDetail, 'state'>): readonly Action[] {
  if (state === 'failed') return ['replan', 'edit'];
  if (!isOpenOrder(state)) return ['edit'];
  if (state === 'planned') return ['assign', 'done', 'fail', 'cancel', 'edit'];
  return [
    ...(state === 'assigned' ? (['assign', 'unassign', 'start'] as const) : []),
    'done',
    'fail',
    'cancel',
    'edit',
  ];
}

function Actions({
  order,
  onAction,
}: {
  readonly order: RoadOrderDetail;
  readonly onAction: (action: Action) => void;
}) {
  const { t } = useTranslation('orders');
  const { may, isReadonly } = useRights();
  const actions: readonly Action[] = [
    ...(isOpenOrder(order.state) && may('share.create') ? (['arrival'] as const) : []),
    ...(may('orders.edit') ? actionsOf(order) : []),
    ...(may('orders.delete') ? (['remove'] as const) : []),
  ];
  if (isReadonly || actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'assign' ? 'filled' : 'default'}
          onClick={() => onAction(action)}
        >
          {t(`orders:action.${action === 'assign' && order.deviceId > 0 ? 'reassign' : action}`)}
        </Button>
      ))}
    </div>
  );
}

function RemoveDialog({ order, onBack, onRemoved }: Omit<ActionDialogProps, 'action'>) {
  const { t } = useTranslation('orders');
  const { orders } = useServices().extension;
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((id: number, signal) => orders.remove(id, signal), {
    touches: ORDERS_KEY,
  });
  const remove = async (): Promise<void> => {
    if ((await run(order.id))?.ok === true) onRemoved();
  };
  return (
    <ConfirmDialog
      title={t('orders:remove.title')}
      text={t('orders:remove.text', { customer: order.customer })}
      confirm={t('orders:remove.confirm')}
      busy={busy}
      failure={failure && failureText(failure)}
      onConfirm={() => void remove()}
      onCancel={onBack}
    />
  );
}
