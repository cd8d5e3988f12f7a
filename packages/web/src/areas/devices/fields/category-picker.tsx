import { DEVICE_CATEGORIES } from '@rastro/fleet';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { VehiclePicture } from '../../../map/vehicles/vehicle-picture.tsx';
import styles from './fields.module.css';

export interface CategoryPickerProps {
  readonly label: string;
  /** Empty = default. */
  readonly value: string;
  /** Of the vehicle, as it will be: the pictures wear its colors. */
  readonly colors: Readonly<Record<string, string>>;
  readonly brand: string;
  readonly onChange: (category: string) => void;
}

/** All pictures of the map, to choose one; arrows move, as in every group of radio buttons. */
export function CategoryPicker({ label, value, colors, brand, onChange }: CategoryPickerProps) {
  const { t, i18n } = useTranslation('devices');
  const name = useId();
  const chosen = value === '' ? 'default' : value;
  const known = DEVICE_CATEGORIES.some((each) => each === chosen);
  // A category of another origin stays choosable.
  const categories: readonly string[] = known ? DEVICE_CATEGORIES : [...DEVICE_CATEGORIES, chosen];
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.pictures}>
        {categories.map((category) => (
          <label key={category} className={styles.picture}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={category === chosen}
              onChange={() => onChange(category === 'default' ? '' : category)}
            />
            <VehiclePicture
              device={{ category, attributes: colors, status: 'online' }}
              brand={brand}
              sizePx={34}
            />
            <span className={styles.pictureName}>
              {i18n.exists(`devices:category.${category}`) ? t(`devices:category.${category}`) : category}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
