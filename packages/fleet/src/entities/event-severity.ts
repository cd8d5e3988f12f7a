import { isAnchor } from './anchor.ts';
import type { Attributes } from './attributes.ts';
import type { AlarmType, EventType } from './event.ts';

/** Severities, from alarms that wait for an acknowledgement to mere notices. */
export const SEVERITIES = ['critical', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Severity by event type, where it is not a notice. Connections, ignition and trips are routine for a fleet. */
const OF_TYPE: Partial<Record<EventType, Severity>> = {
  deviceFuelDrop: 'warning',
  deviceInactive: 'warning',
  deviceOverspeed: 'warning',
  budgetAlert: 'warning',
  hoursEnding: 'warning',
  inspectionMissed: 'warning',
  licenceEnds: 'warning',
  maintenance: 'warning',
  routeDeviation: 'warning',
  unaccompaniedMotion: 'warning',
};
const CRITICAL: ReadonlySet<string> = new Set<AlarmType>([
  'accident',
  'fallDown',
  'fuelLeak',
  'gpsAntennaCut',
  'jamming',
  'powerCut',
  'removing',
  'sos',
  'tampering',
  'tow',
]);
/** Alarms that report normal operation, or only driving style. */
const HARMLESS: ReadonlySet<string> = new Set<AlarmType>([
  'footBrake',
  'idle',
  'laneChange',
  'lock',
  'lowspeed',
  'parking',
  'powerOn',
  'powerRestored',
  'unlock',
]);

interface Happened {
  readonly type: EventType;
  readonly attributes: Attributes;
}

/** Severity of an event. Of several alarms in one event the most severe counts; an unknown one is a warning. */
export function severityOf({ type, attributes }: Happened): Severity {
  if (type === 'alarm') return gravestOf(alarmsIn(attributes));
  if (type === 'geofenceExit' && isAnchor({ attributes })) return 'critical';
  return OF_TYPE[type] ?? 'notice';
}

/** Does the event wait for an acknowledgement? Late events are history and do not. */
export const waitsForSomebody = (event: Happened): boolean =>
  event.attributes['late'] !== true && severityOf(event) === 'critical';

/** The alarms that a device named together. @source docs/reference/tracking-api.md §2.3 */
export function alarmsIn({ alarm }: Attributes): readonly string[] {
  return typeof alarm === 'string' ? alarm.split(',').map((name) => name.trim()) : [];
}

function gravestOf(alarms: readonly string[]): Severity {
  if (alarms.some((name) => CRITICAL.has(name))) return 'critical';
  return alarms.length > 0 && alarms.every((name) => HARMLESS.has(name)) ? 'notice' : 'warning';
}
