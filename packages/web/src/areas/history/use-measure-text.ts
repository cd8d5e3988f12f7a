import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { attributeName, attributeText } from '../../kernel/formats/attribute-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';

/** Of a record, not among its attributes. */
const ALTITUDE = 'altitude';
/** Numbers that count or code, and measure nothing. */
const CODES = /^(index|event|status|flags|type|priority|card|iccid|phone|operator|archive|result)$/;

export interface MeasureText {
  readonly name: (measure: string) => string;
  /** With its unit. */
  readonly value: (measure: string, value: number) => string;
}

/** Names and values of measurements, in the user's language and units. */
export function useMeasureText(): MeasureText {
  const { t } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  const name = useCallback(
    (measure: string) =>
      measure === ALTITUDE ? t('attributes:key.altitude') : attributeName(measure, { t }),
    [t],
  );
  const value = useCallback(
    (measure: string, measured: number) =>
      measure === ALTITUDE ? format.unit(measured, 'meter') : attributeText(measure, measured, { t, format }),
    [t, format],
  );
  return { name, value };
}

/** Altitude, and numbers that the newest records of vehicles have; what is chosen stays among them. */
export function useMeasures(
  deviceIds: readonly number[],
  chosen: readonly (string | null)[],
): readonly string[] {
  const fleet = useFleet();
  const watch = useCallback(
    (wake: () => void) => {
      const ends = deviceIds.map((id) => fleet?.watchVehicle(id, wake));
      return () => {
        for (const end of ends) end?.();
      };
    },
    [fleet, deviceIds],
  );
  // A text is equal to itself: what names are known changes seldom.
  const known = useSyncExternalStore(watch, () => {
    const names = deviceIds.flatMap((id) => {
      const attributes = fleet?.vehicle(id)?.position?.attributes ?? {};
      return Object.keys(attributes).filter((key) => typeof attributes[key] === 'number' && !CODES.test(key));
    });
    return [...new Set(names)].toSorted().join('\n');
  });
  const own = known === '' ? [] : known.split('\n');
  return [...new Set([ALTITUDE, ...own, ...chosen.filter((name) => name !== null)])];
}
