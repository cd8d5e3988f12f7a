import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import { useTranslation } from 'react-i18next';
import { DriverField } from '../../kernel/fleet/driver-field.tsx';
import { VehicleField } from '../../kernel/fleet/vehicle-field.tsx';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ORDERS_KEY } from './use-orders.ts';

interface Values {
  readonly deviceId: number;
  readonly driverUniqueId: string;
}
interface AssignDialogProps {
  readonly order: RoadOrder;
  readonly onClose: () => void;
}

/** Vehicle that does an order, and the driver where it is decided. */
export function AssignDialog({ order, onClose }: AssignDialogProps) {
  const { t } = useTranslation('orders');
  const { orders } = useServices().extension;
  const { may } = useRights();
  const { deviceId, driverUniqueId } = order;
  const form = useSendForm<Values, RoadOrderDetail>({
    initial: { deviceId, driverUniqueId },
    fields: (values) => ({
      deviceId: {
        kind: 'custom',
        label: t('orders:field.vehicle'),
        problem: values.deviceId === 0 && t('orders:assign.missing'),
        render: (props) => <VehicleField {...props} clear={t('orders:assign.clear')} />,
      },
      driverUniqueId: {
        kind: 'custom',
        label: t('orders:field.driver'),
        isHidden: !may('drivers.view'),
        render: (props) => <DriverField {...props} placeholder={t('orders:assign.anyDriver')} />,
      },
    }),
    write: (values, signal) =>
      orders.step(order.id, { id: crypto.randomUUID(), kind: 'assign', ...values }, signal),
    touches: ORDERS_KEY,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('orders:assign.title')}
      lead={order.customer}
      submit={t('orders:assign.confirm')}
      onClose={onClose}
    />
  );
}
