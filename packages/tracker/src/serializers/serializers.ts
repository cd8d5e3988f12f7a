import {
  apiDate,
  SHARE_ATTRIBUTES,
  type Attributes,
  type Device,
  type FleetEvent,
  type Position,
  type ServerSettings,
  type User,
} from '@rastro/fleet';
import { HIDDEN_KEY } from '@rastro/fleet/schemas';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { DeviceEntity, ServerEntity, SharedThing, UserEntity } from '../directory/directory.ts';
import type { CommittedState } from '../committed/committed-devices.ts';

/** Shapes that leave the server, by docs/reference/tracking-api.md §2. */

export function serializePosition(p: StoredPosition): Position {
  return {
    id: p.id,
    attributes: p.attributes,
    deviceId: p.deviceId,
    protocol: p.protocol,
    serverTime: apiDate(p.serverTime),
    deviceTime: apiDate(p.deviceTime),
    fixTime: apiDate(p.fixTime),
    valid: p.valid,
    latitude: p.latitude,
    longitude: p.longitude,
    altitude: p.altitude,
    speed: p.speed,
    course: p.course,
    address: p.address,
    accuracy: p.accuracy,
    network: p.network,
    geofenceIds: p.geofenceIds,
  };
}

export function serializeDevice(
  { stoppedBy: _by, rejectedId: _id, ...device }: DeviceEntity,
  live: CommittedState,
): Device {
  return {
    ...device,
    status: live.status,
    lastUpdate: live.lastUpdate === null ? null : apiDate(live.lastUpdate),
    positionId: live.position?.id ?? 0,
  };
}

export function serializeEvent(e: StoredEvent): FleetEvent {
  return {
    id: e.id,
    attributes: e.attributes,
    deviceId: e.deviceId,
    type: e.type,
    eventTime: apiDate(e.eventTime),
    positionId: e.positionId,
    geofenceId: e.geofenceId,
    maintenanceId: e.maintenanceId,
  };
}

export function serializeUser({
  passwordHash: _hash,
  openIdSubject: _subject,
  giverId: _giver,
  share,
  totpKey,
  ...user
}: UserEntity): User {
  const attributes = { ...user.attributes, ...(share ? guestAttributes(share) : {}) };
  return { ...user, attributes, totpKey: totpKey ? HIDDEN_KEY : null, password: null };
}

/** Attributes that the page of a guest shows with the vehicle. */
function guestAttributes({ destination, createdTime }: SharedThing): Attributes {
  const since = { [SHARE_ATTRIBUTES.since]: createdTime };
  if (!destination) return since;
  return { ...since, [SHARE_ATTRIBUTES.destination]: `${destination.latitude},${destination.longitude}` };
}

/** Fields that are not set but found out. */
export type ServerDetails = Pick<
  ServerSettings,
  | 'version'
  | 'emailEnabled'
  | 'textEnabled'
  | 'geocoderEnabled'
  | 'openIdEnabled'
  | 'openIdForce'
  | 'storageSpace'
  | 'newServer'
>;

export function serializeServer(
  { name: _name, ...server }: ServerEntity,
  details: ServerDetails,
): ServerSettings {
  return { ...server, ...details };
}
