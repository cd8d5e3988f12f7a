import { z } from 'zod';
import { EVENT_TYPES, type FleetEvent } from '../../entities/event.ts';
import type { Acknowledgement, FleetAlarm } from '../../entities/fleet-alarm.ts';
import type { ServiceEntry } from '../../entities/service-entry.ts';
import { DUE_STATES, type MaintenanceDue } from '../../maintenance/maintenance-due.ts';
import type { CellTower, Network, Position, WifiAccessPoint } from '../../entities/position.ts';
import {
  attributes,
  instant,
  maybeInstant,
  maybeString,
  number,
  shapeOf,
  speed,
  whole,
  string,
  yesNo,
} from './shape.ts';

const CellTowerAnswer = shapeOf<CellTower>()({
  radioType: string().exactOptional(),
  cellId: whole(),
  locationAreaCode: whole(),
  mobileCountryCode: whole(),
  mobileNetworkCode: whole(),
  signalStrength: number().exactOptional(),
});
const WifiAccessPointAnswer = shapeOf<WifiAccessPoint>()({
  macAddress: string(),
  signalStrength: number().exactOptional(),
  channel: whole().exactOptional(),
});
export const NetworkAnswer = shapeOf<Network>()({
  homeMobileCountryCode: whole().exactOptional(),
  homeMobileNetworkCode: whole().exactOptional(),
  radioType: string().exactOptional(),
  carrier: string().exactOptional(),
  considerIp: yesNo().exactOptional(),
  cellTowers: z.array(CellTowerAnswer).exactOptional(),
  wifiAccessPoints: z.array(WifiAccessPointAnswer).exactOptional(),
});
export const PositionAnswer = shapeOf<Position>()({
  id: whole(),
  attributes: attributes(),
  deviceId: whole(),
  protocol: maybeString(),
  serverTime: instant(),
  deviceTime: instant(),
  fixTime: instant(),
  valid: yesNo(),
  latitude: number(),
  longitude: number(),
  altitude: number(),
  speed: speed(),
  course: number(),
  address: maybeString(),
  accuracy: number(),
  network: NetworkAnswer.nullable(),
  geofenceIds: z.array(whole()).nullable(),
});
export const eventFields = {
  id: whole(),
  attributes: attributes(),
  deviceId: whole(),
  type: z.enum(EVENT_TYPES),
  eventTime: instant(),
  positionId: whole(),
  geofenceId: whole(),
  maintenanceId: whole(),
};
export const EventAnswer = shapeOf<FleetEvent>()(eventFields);

/** History of devices as the server sends it. @source docs/reference/tracking-api.md §2.2 */
export const HISTORY_ANSWERS = {
  Network: NetworkAnswer,
  CellTower: CellTowerAnswer,
  WifiAccessPoint: WifiAccessPointAnswer,
  Event: EventAnswer,
  Alarm: shapeOf<FleetAlarm>()({
    ...eventFields,
    acknowledged: shapeOf<Acknowledgement>()({
      userId: whole(),
      userName: string(),
      time: instant(),
      note: maybeString(),
    }).nullable(),
  }),
  MaintenanceDue: shapeOf<MaintenanceDue>()({
    maintenanceId: whole(),
    deviceId: whole(),
    deviceName: string(),
    state: z.enum(DUE_STATES),
    value: number().nullable(),
    due: number().nullable(),
    perDay: number().nullable(),
    dueTime: maybeInstant(),
    lastTime: maybeInstant(),
  }),
  Service: shapeOf<ServiceEntry>()({
    id: whole(),
    deviceId: whole(),
    deviceName: string(),
    maintenanceId: whole(),
    maintenanceName: maybeString(),
    time: instant(),
    odometer: number().nullable(),
    hours: number().nullable(),
    cost: whole().nullable(),
    notes: maybeString(),
    userId: whole(),
    userName: string(),
    createdTime: instant(),
  }),
};
