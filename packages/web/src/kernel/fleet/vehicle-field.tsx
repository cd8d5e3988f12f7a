import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import styles from './vehicle-field.module.css';
import { VehiclePicker } from './vehicle-picker.tsx';

interface VehicleFieldProps extends CustomFieldProps<number> {
  /** Label of the button that clears the choice. */
  readonly clear: string;
}

/** A vehicle in a form; 0 = none. */
export function VehicleField({ label, value, error, onChange, clear }: VehicleFieldProps) {
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      <VehiclePicker
        size="sm"
        className={styles.vehicle}
        label={label}
        value={value === 0 ? null : value}
        onPick={onChange}
        clear={{ label: clear, onClear: () => onChange(0) }}
      />
      {error !== null && (
        <span role="alert" className={styles.problem}>
          {error}
        </span>
      )}
    </div>
  );
}
