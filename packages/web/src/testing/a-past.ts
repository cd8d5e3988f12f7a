import type { EventType, FleetEvent, StopItem, TripItem } from '@rastro/fleet';
import { knots } from '@rastro/fleet';

/** Builders for tests: a past in seconds since 1970. */
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const stretch = (deviceId: number, from: number, to: number) => ({
  deviceId,
  deviceName: `Car ${deviceId}`,
  distance: 12_000,
  averageSpeed: knots(20),
  maxSpeed: knots(40),
  spentFuel: 0,
  startOdometer: 0,
  endOdometer: 0,
  startTime: iso(from),
  endTime: iso(to),
  duration: (to - from) * 1000,
});

export const aTrip = (deviceId: number, from: number, to: number): TripItem => ({
  ...stretch(deviceId, from, to),
  startReason: 'ignition',
  endReason: 'ignitionOff',
  startPositionId: 1,
  endPositionId: 2,
  startLat: 0,
  startLon: 0,
  endLat: 0,
  endLon: 0,
  startAddress: null,
  endAddress: null,
  driverUniqueId: null,
  driverName: null,
});

export const aStop = (deviceId: number, from: number, to: number): StopItem => ({
  ...stretch(deviceId, from, to),
  startReason: 'ignitionOff',
  endReason: 'ignition',
  positionId: 1,
  latitude: 0,
  longitude: 0,
  address: null,
  engineHours: 0,
});

export const anEventAt = (deviceId: number, at: number, type: EventType): FleetEvent => ({
  id: at,
  attributes: {},
  deviceId,
  type,
  eventTime: iso(at),
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
});
