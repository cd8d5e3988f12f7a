import type { Driver } from '@rastro/fleet';
import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import styles from './orders.module.css';
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
        render: (props) => <VehicleField {...props} />,
      },
      driverUniqueId: {
        kind: 'custom',
        label: t('orders:field.driver'),
        isHidden: !may('drivers.view'),
        render: (props) => <DriverField {...props} />,
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

function VehicleField({ label, value, error, onChange }: CustomFieldProps<number>) {
  const { t } = useTranslation('orders');
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      <VehiclePicker
        size="sm"
        className={styles.vehicle}
        label={label}
        value={value === 0 ? null : value}
        onPick={onChange}
        clear={{ label: t('orders:assign.clear'), onClear: () => onChange(0) }}
      />
      {error !== null && (
        <span role="alert" className={styles.problem}>
          {error}
        </span>
      )}
    </div>
  );
}

function DriverField({ label, value, error, onChange }: CustomFieldProps<string>) {
  const { t } = useTranslation('orders');
  const { client } = useServices();
  const { data } = useQuery<readonly Driver[]>({
    queryKey: ['drivers', 'choices'],
    queryFn: async ({ signal }) => valueOf(await client.drivers.list({}, signal)),
  });
  const options = useMemo(
    () => (data ?? []).map(({ uniqueId, name }) => ({ value: uniqueId, label: name })),
    [data],
  );
  return (
    <SearchedSelect
      label={label}
      placeholder={t('orders:assign.anyDriver')}
      clearable
      error={error}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}
