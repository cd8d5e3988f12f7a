import type { Attributes } from './attributes.ts';

/** Every event type of the tracking API. @source docs/reference/tracking-api.md §2.6 */
export const EVENT_TYPES = [
  'commandResult',
  'deviceOnline',
  'deviceUnknown',
  'deviceOffline',
  'deviceInactive',
  'queuedCommandSent',
  'deviceMoving',
  'deviceStopped',
  'deviceOverspeed',
  'deviceFuelDrop',
  'deviceFuelIncrease',
  'geofenceEnter',
  'geofenceExit',
  'geofenceCrossed',
  'proximityEnter',
  'proximityExit',
  'unaccompaniedMotion',
  'alarm',
  'ignitionOn',
  'ignitionOff',
  'maintenance',
  // Our own: before a maintenance is due, and before the license of a driver ends.
  'maintenanceSoon',
  'licenceEnds',
  'driverChanged',
  'media',
  // Text from the driver or the tracker. @source docs/reference/requirements.md SPEC §9
  'textMessage',
  // A vehicle leaves the corridor of a line geofence, and is back on it.
  'routeDeviation',
  'routeReturn',
  // A shift went without an inspection that its vehicle needs.
  'inspectionMissed',
  // A driver comes close to a limit of their working hours.
  'hoursEnding',
  // A budget is spent to a part of it, or is expected to be exceeded.
  'budgetAlert',
] as const;
/** Those that only our own tracking server raises. */
export const OWN_EVENT_TYPES: readonly string[] = [
  'maintenanceSoon',
  'licenceEnds',
  'textMessage',
  'routeDeviation',
  'routeReturn',
  'inspectionMissed',
  'hoursEnding',
  'budgetAlert',
];
export type EventType = (typeof EVENT_TYPES)[number];

/** @source docs/reference/tracking-api.md §2.4 */
export const ALARM_TYPES = [
  'general',
  'sos',
  'vibration',
  'movement',
  'lowspeed',
  'overspeed',
  'fallDown',
  'lowPower',
  'lowBattery',
  'fault',
  'powerOff',
  'powerOn',
  'door',
  'lock',
  'unlock',
  'geofence',
  'geofenceEnter',
  'geofenceExit',
  'gpsAntennaCut',
  'accident',
  'tow',
  'idle',
  'highRpm',
  'hardAcceleration',
  'hardBraking',
  'hardCornering',
  'laneChange',
  'fatigueDriving',
  'powerCut',
  'powerRestored',
  'jamming',
  'temperature',
  'parking',
  'bonnet',
  'footBrake',
  'fuelLeak',
  'tampering',
  'removing',
] as const;
export type AlarmType = (typeof ALARM_TYPES)[number];

/** Something that happened to a device. @source docs/reference/tracking-api.md §2.5 */
export interface FleetEvent {
  readonly id: number;
  readonly attributes: Attributes;
  readonly deviceId: number;
  readonly type: EventType;
  /** ISO 8601 UTC. */
  readonly eventTime: string;
  /** 0 = none. */
  readonly positionId: number;
  readonly geofenceId: number;
  readonly maintenanceId: number;
}
