import type { Attributes } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';

/** Events older than this tell nobody any more. @source reference/tracking-api.md §8.1 */
export const OLDEST_EVENT_MS = 900_000;

interface HappenedEvent {
  readonly type: string;
  readonly geofenceId: number;
  readonly attributes: Attributes;
}

/** Does a rule speak of such an event? Whose, where and when is asked elsewhere. @source reference §8.1, 3 */
export function matchesRule(
  rule: Pick<NotificationBody, 'type' | 'attributes'>,
  event: HappenedEvent,
): boolean {
  if (rule.type !== event.type) return false;
  // What came late is history, unless a rule asks for it.
  if (event.attributes['late'] === true && rule.attributes['late'] !== true) return false;
  if (event.type === 'alarm' && !listed(rule.attributes['alarms']).includes(alarmOf(event))) return false;
  const fences = listed(rule.attributes['geofenceIds']);
  return fences.length === 0 || fences.includes(String(event.geofenceId));
}

const alarmOf = ({ attributes: { alarm } }: HappenedEvent): string =>
  typeof alarm === 'string' ? alarm : '';

/** A comma list, spaces tolerated. */
function listed(value: unknown): readonly string[] {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
