import type { Attributes } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';

/** Events older than this notify nobody any more. @source docs/reference/tracking-api.md §8.1 */
export const OLDEST_EVENT_MS = 900_000;

interface HappenedEvent {
  readonly type: string;
  readonly geofenceId: number;
  readonly attributes: Attributes;
}

/**
 * Does a rule speak of such an event? Whose, where and when is asked elsewhere.
 * @source docs/reference/tracking-api.md §8.1, 3
 */
export const matchesRule = (
  rule: Pick<NotificationBody, 'type' | 'attributes'>,
  event: HappenedEvent,
): boolean => rule.type === event.type && mismatchesOf(rule, event).length === 0;

/** Why a rule for the type of an event does not speak of the event itself. */
export function mismatchesOf(
  { attributes }: Pick<NotificationBody, 'attributes'>,
  event: HappenedEvent,
): readonly ('LATE' | 'ALARM' | 'GEOFENCE')[] {
  const fences = listed(attributes['geofenceIds']);
  const found: ('LATE' | 'ALARM' | 'GEOFENCE')[] = [];
  // What came late is history, unless a rule asks for it.
  if (event.attributes['late'] === true && attributes['late'] !== true) found.push('LATE');
  if (event.type === 'alarm' && !listed(attributes['alarms']).includes(alarmOf(event))) found.push('ALARM');
  if (fences.length > 0 && !fences.includes(String(event.geofenceId))) found.push('GEOFENCE');
  return found;
}

export const alarmOf = ({ attributes: { alarm } }: HappenedEvent): string =>
  typeof alarm === 'string' ? alarm : '';

/** A comma list, spaces tolerated. */
function listed(value: unknown): readonly string[] {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
