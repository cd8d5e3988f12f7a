import { apiDate, type EventItem, type StopItem, type TripItem, type ReportItems } from '@rastro/fleet';
import type { Stretch } from '@rastro/fleet/trips';
import type { ReportDevice } from '../../request/report-device.ts';

export type ChronologyItem = ReportItems['chronology'];
type Of = Pick<ChronologyItem, 'deviceId' | 'deviceName'>;
const EMPTY_ITEM = {
  type: null,
  alarm: null,
  geofenceId: 0,
  distance: null,
  maxSpeed: null,
  driverUniqueId: null,
  driverName: null,
} as const;
const deviceOf = ({ deviceId, deviceName }: Of): Of => ({ deviceId, deviceName });

export const ofTrip = (trip: TripItem): ChronologyItem => ({
  ...EMPTY_ITEM,
  ...deviceOf(trip),
  kind: 'trip',
  startTime: trip.startTime,
  endTime: trip.endTime,
  duration: trip.duration,
  positionId: trip.startPositionId,
  latitude: trip.startLat,
  longitude: trip.startLon,
  address: trip.startAddress,
  distance: trip.distance,
  maxSpeed: trip.maxSpeed,
  driverUniqueId: trip.driverUniqueId,
  driverName: trip.driverName,
});

export const ofStop = ({ startTime, endTime, duration, ...stop }: StopItem): ChronologyItem => ({
  ...EMPTY_ITEM,
  ...deviceOf(stop),
  kind: 'stop',
  startTime,
  endTime,
  duration,
  positionId: stop.positionId,
  latitude: stop.latitude,
  longitude: stop.longitude,
  address: stop.address,
});

/** At its last known position. */
export const ofGap = ({ id, name }: ReportDevice, { start, end }: Stretch): ChronologyItem => ({
  ...EMPTY_ITEM,
  deviceId: id,
  deviceName: name,
  kind: 'silence',
  startTime: apiDate(start.time),
  endTime: apiDate(end.time),
  duration: end.time - start.time,
  positionId: start.id,
  latitude: start.latitude,
  longitude: start.longitude,
  address: null,
});

export function ofEvent({ name }: ReportDevice, event: EventItem): ChronologyItem {
  const { alarm } = event.attributes;
  return {
    ...EMPTY_ITEM,
    deviceId: event.deviceId,
    deviceName: name,
    kind: 'event',
    type: event.type,
    alarm: event.type === 'alarm' && typeof alarm === 'string' ? alarm : null,
    geofenceId: event.geofenceId,
    startTime: event.eventTime,
    endTime: event.eventTime,
    duration: 0,
    positionId: event.positionId,
    latitude: null,
    longitude: null,
    address: event.address ?? null,
  };
}

/** Stretches, which are few, between pages of events, which are many. Both in order of time; so is what comes. */
export async function* inOrderOfTime(
  stretches: readonly ChronologyItem[],
  events: AsyncIterable<readonly ChronologyItem[]>,
): AsyncGenerator<readonly ChronologyItem[]> {
  const waiting = stretches.toSorted((a, b) => beginOf(a) - beginOf(b));
  let taken = 0;
  for await (const page of events) {
    const merged: ChronologyItem[] = [];
    for (const event of page) {
      // What begins in the same instant as an event stands before it: "trip", then "ignition on".
      for (let next = waiting[taken]; next && beginOf(next) <= beginOf(event); next = waiting[++taken])
        merged.push(next);
      merged.push(event);
    }
    yield merged;
  }
  yield waiting.slice(taken);
}

const beginOf = ({ startTime }: ChronologyItem): number => Date.parse(startTime);
