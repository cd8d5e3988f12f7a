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
import { AssignDialog } from './assign-dialog.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderForm } from './order-form.tsx';
import styles from './orders.module.css';
import { StepDialog, type AskedStep } from './step-dialog.tsx';
import { ORDERS_KEY, useOrder } from './use-orders.ts';

interface OrderDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}
type Act = AskedStep | 'assign' | 'edit' | 'remove';

/** One order with everything about it, what happened to it, and what can be done. */
export function OrderDialog({ id, onClose }: OrderDialogProps) {
  const { t } = useTranslation('orders');
  const failureText = useFailureText();
  const { data: order, error } = useOrder(id);
  const [act, setAct] = useState<Act | null>(null);
  const back = (): void => setAct(null);
  if (order !== undefined && act !== null)
    return <ActDialog order={order} act={act} onBack={back} onRemoved={onClose} />;
  return (
    <Modal title={order?.customer ?? t('orders:one', { id })} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {order === undefined && error === null && <p role="status">{t('orders:loading')}</p>}
      {order !== undefined && (
        <>
          <OrderFacts order={order} />
          <Acts order={order} onAct={setAct} />
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

interface ActDialogProps {
  readonly order: RoadOrderDetail;
  readonly act: Act;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}
function ActDialog({ order, act, onBack, onRemoved }: ActDialogProps) {
  if (act === 'edit') return <OrderForm order={order} onDone={onBack} onClose={onBack} />;
  if (act === 'assign') return <AssignDialog order={order} onClose={onBack} />;
  if (act === 'remove') return <RemoveDialog order={order} onBack={onBack} onRemoved={onRemoved} />;
  return <StepDialog order={order} kind={act} onClose={onBack} />;
}

/** What can be done with an order in its state. */
function actsOf({ state }: Pick<RoadOrderDetail, 'state'>): readonly Act[] {
  if (state === 'failed') return ['replan', 'edit'];
  if (!isOpenOrder(state)) return ['edit'];
  if (state === 'planned') return ['assign', 'done', 'fail', 'cancel', 'edit'];
  return [
    ...(state === 'assigned' ? (['assign', 'unassign'] as const) : []),
    'done',
    'fail',
    'cancel',
    'edit',
  ];
}

function Acts({ order, onAct }: { readonly order: RoadOrderDetail; readonly onAct: (act: Act) => void }) {
  const { t } = useTranslation('orders');
  const { may, isReadonly } = useRights();
  const acts: readonly Act[] = [
    ...(may('orders.edit') ? actsOf(order) : []),
    ...(may('orders.delete') ? (['remove'] as const) : []),
  ];
  if (isReadonly || acts.length === 0) return null;
  return (
    <div className={styles.acts}>
      {acts.map((act) => (
        <Button
          key={act}
          size="xs"
          variant={act === 'assign' ? 'filled' : 'default'}
          onClick={() => onAct(act)}
        >
          {t(`orders:act.${act === 'assign' && order.deviceId > 0 ? 'reassign' : act}`)}
        </Button>
      ))}
    </div>
  );
}

function RemoveDialog({ order, onBack, onRemoved }: Omit<ActDialogProps, 'act'>) {
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
