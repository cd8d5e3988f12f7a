import type { RawPosition } from '@rastro/storage';
import { apiDate } from '../views/api-date.ts';

/** The JSON of a position, as `positionView` would give it; the parts that are JSON already are passed on. */
export function positionJson(p: RawPosition): string {
  return (
    `{"id":${p.id},"attributes":${p.attributes},"deviceId":${p.deviceId},"protocol":"${p.protocol}",` +
    `"serverTime":"${apiDate(p.serverTime)}","deviceTime":"${apiDate(p.deviceTime)}","fixTime":"${apiDate(p.fixTime)}",` +
    `"valid":${p.valid},"latitude":${p.latitude},"longitude":${p.longitude},"altitude":${p.altitude},` +
    `"speed":${p.speed},"course":${p.course},"address":${JSON.stringify(p.address)},"accuracy":${p.accuracy},` +
    `"network":${p.network},"geofenceIds":${p.geofenceIds}}`
  );
}
