import type { OrderPlace } from '@rastro/fleet/orders';
import { Chip } from '../../ui/chip.tsx';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { useTranslation } from 'react-i18next';
import { GeofenceField } from './geofence-field.tsx';
import styles from './orders.module.css';
import { useOrderText } from './use-order-text.ts';

/** Where a route begins or ends: a geofence, or the place that another program gave it. @param none Meaning of none. */
export function PlaceField(props: CustomFieldProps<OrderPlace | null> & { readonly none: string }) {
  const { t } = useTranslation('routes');
  const texts = useOrderText();
  const { label, value, onChange } = props;
  if (value !== null && value.geofenceId === 0)
    return (
      <div className={styles.field}>
        <span>{label}</span>
        <Chip
          name={texts.place(value)}
          removeLabel={t('routes:form.placeRemove')}
          onRemove={() => onChange(null)}
        />
      </div>
    );
  return (
    <GeofenceField
      {...props}
      value={value?.geofenceId ?? 0}
      onChange={(geofenceId) =>
        onChange(geofenceId === 0 ? null : { address: '', latitude: null, longitude: null, geofenceId })
      }
    />
  );
}
