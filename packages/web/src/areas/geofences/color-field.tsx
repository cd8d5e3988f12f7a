import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './fence-form.module.css';

/** Colours that can be told apart on both base maps. */
const SWATCHES = [
  { name: 'blue', color: '#2f6fde' },
  { name: 'green', color: '#1f9d61' },
  { name: 'amber', color: '#c77700' },
  { name: 'red', color: '#d6393c' },
  { name: 'purple', color: '#8a4fd3' },
  { name: 'teal', color: '#0f8f9c' },
  { name: 'pink', color: '#d0478f' },
  { name: 'grey', color: '#66707f' },
] as const;

/** One of eight colours, or any other. */
export function ColorField({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const { t } = useTranslation('geofences');
  const name = useId();
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.label}>{t('geofences:color.label')}</legend>
      {SWATCHES.map((swatch) => (
        <input
          key={swatch.name}
          type="radio"
          name={name}
          className={styles.swatch}
          style={{ backgroundColor: swatch.color }}
          aria-label={t(`geofences:color.${swatch.name}`)}
          checked={value.toLowerCase() === swatch.color}
          onChange={() => onChange(swatch.color)}
        />
      ))}
      <input
        type="color"
        className={styles.anyColor}
        aria-label={t('geofences:color.other')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </fieldset>
  );
}
