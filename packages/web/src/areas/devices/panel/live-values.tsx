import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { attributeName, attributeText, type TextContext } from '../../../kernel/formats/attribute-text.ts';
import { gaugesOf } from '../gauges/gauge-series.ts';
import { deviceAttributeName, deviceAttributeText } from './device-attribute-text.ts';
import styles from './device-panel.module.css';
import { usePins } from './use-pins.ts';

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

interface Value {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** Pinned values of the user, then the most wanted readings. An unknown value is shown as unknown. */
export function LiveValues({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  const { brand } = useSignedIn().branding;
  const { pins } = usePins();
  const textContext = { t, format };
  const above = [...pins, ...gaugesOf(vehicle.position)];
  const pinned = pins.map((key) => pinnedValue(vehicle, key, { ...textContext, brand }));
  return (
    <>
      {pinned.length > 0 && (
        <section aria-label={t('devices:panel.pinned')}>
          <ValueList values={pinned} className={styles.pinned ?? ''} />
        </section>
      )}
      {vehicle.position === null ? (
        <p className={styles.nothing}>{t('devices:panel.noPosition')}</p>
      ) : (
        <ValueList values={usualValues(vehicle, textContext).filter(({ key }) => !above.includes(key))} />
      )}
    </>
  );
}

function ValueList({ values, className = '' }: { values: readonly Value[]; className?: string }) {
  return (
    <dl className={`${styles.values} ${className}`}>
      {values.map(({ key, name, value }) => (
        <div key={key} className={styles.value}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Of the last position, else of the device. */
function pinnedValue(
  { device, position }: Vehicle,
  key: string,
  { brand, ...textContext }: TextContext & { readonly brand: string },
): Value {
  const reported = position?.attributes[key];
  const stored = device.attributes[key];
  if (reported === undefined && stored !== undefined) {
    const name = deviceAttributeName(key, { t: textContext.t, brand });
    return { key, name, value: deviceAttributeText(key, stored, textContext) };
  }
  return {
    key,
    name: attributeName(key, textContext),
    value: attributeText(key, reported ?? null, textContext),
  };
}

function usualValues({ device, position }: Vehicle, textContext: TextContext): readonly Value[] {
  if (position === null) return [];
  const { t, format } = textContext;
  const { attributes } = position;
  const reported = LIVE_ATTRIBUTES.filter((key) => key === 'ignition' || attributes[key] !== undefined);
  return [
    { key: 'speed', name: t('attributes:key.speed'), value: format.speed(position.speed) },
    {
      key: 'course',
      name: t('attributes:key.course'),
      value: `${format.number(position.course)}° ${t(`devices:compass.${compassPoint(position.course)}`)}`,
    },
    ...reported.map((key) => ({
      key,
      name: t(`attributes:key.${key}`),
      value: attributeText(key, attributes[key] ?? null, textContext),
    })),
    { key: 'altitude', name: t('attributes:key.altitude'), value: format.unit(position.altitude, 'meter') },
    {
      key: 'accuracy',
      name: t('attributes:key.accuracy'),
      value: position.accuracy > 0 ? format.unit(position.accuracy, 'meter') : t('devices:unknown'),
    },
    {
      key: 'fixTime',
      name: t('attributes:key.fixTime'),
      value: format.dateTime(Date.parse(position.fixTime)),
    },
    {
      key: 'protocol',
      name: t('attributes:key.protocol'),
      value: position.protocol ?? t('devices:unknown'),
    },
    ...modelOf(device.model, position.attributes['model']).map((value) => ({
      key: 'model',
      name: t('devices:panel.model'),
      value,
    })),
  ];
}

/** Model of the tracker: as entered, else as the tracker reports it. */
function modelOf(entered: string | null, reported: unknown): readonly string[] {
  if (entered !== null && entered !== '') return [entered];
  return typeof reported === 'string' && reported !== '' ? [reported] : [];
}

const COMPASS_POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The nearest of eight directions. @param course Degrees clockwise from north, any turn. */
function compassPoint(course: number): (typeof COMPASS_POINTS)[number] {
  const eighth = Math.round((((course % 360) + 360) % 360) / 45) % 8;
  return COMPASS_POINTS[eighth] ?? 'n';
}
