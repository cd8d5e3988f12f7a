import { DAY_MS } from '@rastro/base';
import { useTranslation } from 'react-i18next';
import styles from './weekdays-field.module.css';

export interface WeekdaysFieldProps {
  readonly label: string;
  /** In the order in which they are shown: 1 = Monday; 0 and 7 are Sunday. */
  readonly days: readonly number[];
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

/** 2026-01-04 was a Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4);

/** Days of the week, each on or off. */
export function WeekdaysField({ label, days, value, onChange }: WeekdaysFieldProps) {
  const { i18n } = useTranslation();
  const name = (day: number, weekday: 'short' | 'long'): string =>
    new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: 'UTC' }).format(SUNDAY + day * DAY_MS);
  const toggle = (day: number): void =>
    onChange(
      value.includes(day) ? value.filter((each) => each !== day) : [...value, day].toSorted((a, b) => a - b),
    );
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      {days.map((day) => (
        <button
          key={day}
          type="button"
          className={styles.day}
          aria-pressed={value.includes(day)}
          title={name(day, 'long')}
          onClick={() => toggle(day)}
        >
          {name(day, 'short').replace(/\.$/, '')}
        </button>
      ))}
    </fieldset>
  );
}
