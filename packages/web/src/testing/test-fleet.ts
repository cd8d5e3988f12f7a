/// <reference types="node" />
import { knots, type Device, type Position } from '@rastro/fleet';
import { FleetEngine } from '../live/fleet-engine.ts';
import type { MapView } from '../live/map-feed.ts';

/** Builders for tests of live data and of the map. */
export function makeDevice(id: number, part: Partial<Device> = {}): Device {
  return {
    id,
    attributes: {},
    groupId: 0,
    calendarId: 0,
    name: `Vehicle ${id}`,
    uniqueId: `imei${id}`,
    status: 'online',
    lastUpdate: '2026-05-01T10:00:00.000+00:00',
    positionId: 0,
    phone: null,
    model: null,
    contact: null,
    category: null,
    disabled: false,
    expirationTime: null,
    ...part,
  };
}

/** @param minute Fix and device time, in minutes after a fixed moment. */
export function makePosition(deviceId: number, minute: number, part: Partial<Position> = {}): Position {
  const at = new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString();
  return {
    id: deviceId * 1_000 + minute,
    attributes: {},
    deviceId,
    protocol: 'osmand',
    serverTime: at,
    deviceTime: at,
    fixTime: at,
    valid: true,
    latitude: -23.5 + minute / 100,
    longitude: -46.6,
    altitude: 0,
    speed: knots(0),
    course: 0,
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
    ...part,
  };
}

/** An engine whose clock the test moves. */
export function openEngine(): { engine: FleetEngine; pass: (ms: number) => void } {
  let now = 10_000;
  const engine = new FleetEngine({ brand: 'rastro', clock: () => now });
  return { engine, pass: (ms) => void (now += ms) };
}

/** A view of everything. */
export const WORLD: MapView = {
  bounds: { west: -180, south: -80, east: 180, north: 80 },
  zoom: 3,
  cluster: false,
  labels: { name: false, plate: false, status: false, precision: false },
  selectedId: null,
};
