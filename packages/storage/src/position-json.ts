import { apiDate } from '@rastro/fleet/threads';
import type { PositionText, RawPosition } from './records.ts';

const NO_TAIL = '"network":null,"geofenceIds":null}';

/**
 * The JSON of a position as the tracking API gives it; the parts that are JSON already are passed on.
 * @source docs/reference/tracking-api.md §2
 */
export const positionJson = (position: RawPosition): string => textJson(jsonParts(position));

/** A position whose JSON is put together as the store does it. */
export function jsonParts(p: RawPosition): PositionText {
  const { id, attributes, deviceId, protocol, network, geofenceIds } = p;
  const hasTail = network !== null || geofenceIds !== null;
  return [
    p.fixTime,
    p.deviceTime,
    p.contentKey,
    p.serverTime,
    p.valid ? 1 : 0,
    p.latitude,
    p.longitude,
    p.altitude,
    p.speed,
    p.course,
    p.accuracy,
    p.address,
    `{"id":${id},"attributes":${attributes},"deviceId":${deviceId},"protocol":"${protocol}"`,
    hasTail ? `"network":${network},"geofenceIds":${geofenceIds}}` : null,
  ];
}

/** The same, of one whose texts the store has put together. */
export function textJson(position: PositionText): string {
  const [
    fixTime,
    deviceTime,
    ,
    serverTime,
    valid,
    latitude,
    longitude,
    altitude,
    speed,
    course,
    accuracy,
    place,
    head,
    tail,
  ] = position;
  const fix = apiDate(fixTime);
  const device = deviceTime === fixTime ? fix : apiDate(deviceTime);
  const address = place === null ? 'null' : JSON.stringify(place);
  return (
    `${head},"serverTime":"${apiDate(serverTime)}","deviceTime":"${device}","fixTime":"${fix}",` +
    `"valid":${valid === 1},"latitude":${latitude},"longitude":${longitude},"altitude":${altitude},` +
    `"speed":${speed},"course":${course},"address":${address},"accuracy":${accuracy},${tail ?? NO_TAIL}`
  );
}
