import { useId } from 'react';
import styles from './color-field.module.css';

export interface ColorFieldProps {
  readonly label: string;
  /** Colors that are offered, `#rrggbb` in small letters, with their names in words. */
  readonly colors: readonly { readonly color: string; readonly name: string }[];
  /** Label of the field for any other color. */
  readonly otherLabel: string;
  /** Value of that field, `#rrggbb`. */
  readonly value: string;
  readonly isNone?: boolean;
  readonly disabled?: boolean;
  /** @param color Empty = none. */
  readonly onChange: (color: string) => void;
  /** A choice before the colors: none of them. Absent = one has to be chosen. */
  readonly none?: string;
}

/** One of some colors, or any other. */
export function ColorField(props: ColorFieldProps) {
  const { label, colors, otherLabel, value, none, isNone = false, disabled = false, onChange } = props;
  const group = useId();
  return (
    <fieldset className={styles.colors} disabled={disabled}>
      <legend className={styles.label}>{label}</legend>
      {none !== undefined && (
        <label className={styles.none}>
          <input type="radio" name={group} checked={isNone} onChange={() => onChange('')} />
          {none}
        </label>
      )}
      {colors.map(({ color, name }) => (
        <input
          key={color}
          type="radio"
          name={group}
          className={styles.swatch}
          style={{ backgroundColor: color }}
          aria-label={name}
          checked={!isNone && value.toLowerCase() === color}
          onChange={() => onChange(color)}
        />
      ))}
      <input
        type="color"
        className={styles.any}
        aria-label={otherLabel}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </fieldset>
  );
}
