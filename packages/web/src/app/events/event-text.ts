import { knots, type FleetEvent } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import { attributeText } from '../../areas/devices/attribute-text.ts';
import type { Format } from '../../i18n/format.ts';

/** What happened, in the person's language and units. */
export function eventText(
  { type, deviceId, attributes }: FleetEvent,
  { t, format }: { readonly t: TFunction<readonly ['devices', 'attributes']>; readonly format: Format },
): string {
  const { alarm, speed, result, message } = attributes;
  // A test of the notifications is no event of a vehicle: the server's word is all there is.
  if (deviceId === 0 && typeof message === 'string') return message;
  return t(`events:type.${type}`, {
    alarm: attributeText('alarm', alarm ?? null, { t, format }),
    speed: typeof speed === 'number' ? format.speed(knots(speed)) : t('devices:unknown'),
    result: typeof result === 'string' && result !== '' ? result : t('devices:unknown'),
  });
}
