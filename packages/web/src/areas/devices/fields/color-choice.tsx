import { useTranslation } from 'react-i18next';
import { parseColour } from '../../../live/vehicle-style.ts';
import { ColorField } from '../../../ui/color-field.tsx';

/** Common colors of vehicles. */
const PAINTS = [
  { name: 'white', color: '#ffffff' },
  { name: 'black', color: '#20242b' },
  { name: 'silver', color: '#c3c9d1' },
  { name: 'grey', color: '#6b7480' },
  { name: 'red', color: '#d6393c' },
  { name: 'orange', color: '#e8590c' },
  { name: 'yellow', color: '#f2b705' },
  { name: 'green', color: '#1f9d61' },
  { name: 'blue', color: '#2f6fde' },
  { name: 'purple', color: '#8a4fd3' },
] as const;

export interface ColorChoiceProps {
  readonly label: string;
  /** Empty = by the state of the vehicle. */
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (color: string) => void;
}

export function ColorChoice({ label, value, disabled, onChange }: ColorChoiceProps) {
  const { t } = useTranslation('deviceform');
  const parsed = parseColour(value);
  const hex = parsed === null ? '#808080' : `#${parsed.toString(16).padStart(6, '0')}`;
  return (
    <ColorField
      {...{ label, disabled, onChange }}
      colors={PAINTS.map(({ name, color }) => ({ color, name: t(`deviceform:color.${name}`) }))}
      otherLabel={t('deviceform:color.other')}
      value={hex}
      isNone={value === ''}
      none={t('deviceform:color.automatic')}
    />
  );
}
