import { useTranslation } from 'react-i18next';
import { ColorField } from '../../ui/color-field.tsx';

/** Colors that are easy to distinguish on both base maps. */
const COLORS = [
  { name: 'blue', color: '#2f6fde' },
  { name: 'green', color: '#1f9d61' },
  { name: 'amber', color: '#c77700' },
  { name: 'red', color: '#d6393c' },
  { name: 'purple', color: '#8a4fd3' },
  { name: 'teal', color: '#0f8f9c' },
  { name: 'pink', color: '#d0478f' },
  { name: 'grey', color: '#66707f' },
] as const;

/** One of eight colors, or any other. */
export function FenceColor({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const { t } = useTranslation('geofences');
  return (
    <ColorField
      label={t('geofences:color.label')}
      colors={COLORS.map(({ name, color }) => ({ color, name: t(`geofences:color.${name}`) }))}
      otherLabel={t('geofences:color.other')}
      {...{ value, onChange }}
    />
  );
}
