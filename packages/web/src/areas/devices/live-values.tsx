import { useTranslation } from 'react-i18next';
import { useFormat } from '../../app/use-format.ts';
import type { Vehicle } from '../../live/fleet.ts';
import { attributeText } from './attribute-text.ts';
import { compassPoint } from './compass.ts';
import styles from './device-panel.module.css';

/** Attributes that have their own place here, in this order; the others are under their own tab. */
export const LIVE_ATTRIBUTES = [
  'ignition',
  'blocked',
  'alarm',
  'batteryLevel',
  'battery',
  'power',
  'fuelLevel',
  'fuel',
  'sat',
  'rssi',
  'odometer',
  'totalDistance',
  'hours',
] as const;

/** The figures somebody asks for first. What the device did not say is not shown, or called unknown. */
export function LiveValues({ vehicle: { position } }: { vehicle: Vehicle }) {
  const { t } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  if (position === null) return <p className={styles.nothing}>{t('devices:panel.noPosition')}</p>;
  const { attributes } = position;
  const words = { t, format };
  const fixed = [
    { name: t('attributes:key.speed'), value: format.speed(position.speed) },
    {
      name: t('attributes:key.course'),
      value: `${format.number(position.course)}° ${t(`devices:compass.${compassPoint(position.course)}`)}`,
    },
    {
      name: t('attributes:key.ignition'),
      value:
        attributes['ignition'] === undefined
          ? t('devices:unknown')
          : attributeText('ignition', attributes['ignition'], words),
    },
  ];
  const reported = LIVE_ATTRIBUTES.filter((key) => key !== 'ignition' && attributes[key] !== undefined).map(
    (key) => ({
      name: t(`attributes:key.${key}`),
      value: attributeText(key, attributes[key] ?? null, words),
    }),
  );
  const signal = [
    { name: t('attributes:key.altitude'), value: format.unit(position.altitude, 'meter') },
    {
      name: t('attributes:key.accuracy'),
      value: position.accuracy > 0 ? format.unit(position.accuracy, 'meter') : t('devices:unknown'),
    },
    { name: t('attributes:key.fixTime'), value: format.dateTime(Date.parse(position.fixTime)) },
    { name: t('attributes:key.protocol'), value: position.protocol ?? t('devices:unknown') },
  ];
  return (
    <dl className={styles.values}>
      {[...fixed, ...reported, ...signal].map(({ name, value }) => (
        <div key={name} className={styles.value}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
