import { EVENT_TYPES, knots, type FleetEvent, isAnchor } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import { attributeText } from '../../kernel/formats/attribute-text.ts';
import type { Format } from '../../i18n/format.ts';

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES);

/** The user's language and units. */
export interface EventTextContext {
  readonly t: TFunction<readonly ['devices', 'attributes']>;
  readonly format: Format;
}

/** Text of an event in the user's language and units, with a note if it was detected late. */
export function eventText(event: FleetEvent, textContext: EventTextContext): string {
  const what = plainText(event, textContext);
  return event.attributes['late'] === true ? textContext.t('events:late', { what }) : what;
}

function plainText({ type, deviceId, attributes }: FleetEvent, { t, format }: EventTextContext): string {
  const { alarm, speed, result, message, text } = attributes;
  // A test of the notifications is no event of a vehicle: the server's word is all there is.
  if (deviceId === 0 && typeof message === 'string') return message;
  return t(`events:type.${textKeyOf(type, attributes)}`, {
    minutes: amountOf(attributes['minutesLeft'], t),
    percent: amountOf(attributes['percent'], t),
    budget: amountOf(attributes['budget'], t),
    alarm: attributeText('alarm', alarm ?? null, { t, format }),
    speed: typeof speed === 'number' ? format.speed(knots(speed)) : t('devices:unknown'),
    text: typeof text === 'string' ? text : '',
    result: typeof result === 'string' && result !== '' ? result : t('devices:unknown'),
  });
}

/** Some types have two texts. */
function textKeyOf(type: string, attributes: FleetEvent['attributes']): string {
  if (type === 'geofenceExit' && isAnchor({ attributes })) return 'anchorExit';
  if (type === 'inspectionMissed' && attributes['phase'] === 'after') return 'inspectionMissedAfter';
  return type === 'budgetAlert' && attributes['alert'] === 'forecast' ? 'budgetForecast' : type;
}

const amountOf = (value: unknown, t: EventTextContext['t']): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : t('devices:unknown');

export interface ToastTextContext extends EventTextContext {
  /** Of the geofence that it is about; null = none, or not known. */
  readonly fence: string | null;
}

/**
 * Text of an event, with the name of the geofence. The message that the server adds names vehicle and time, which the
 * toast already shows, in the language of the account, which the page may not use: it is only used for event types
 * without a text here.
 */
export function toastText(event: FleetEvent, { fence, ...textContext }: ToastTextContext): string {
  const { message } = event.attributes;
  if (!KNOWN.has(event.type) && typeof message === 'string' && message !== '') return message;
  const text = eventText(event, textContext);
  return fence === null ? text : `${text}: ${fence}`;
}
