import type { PositionText, RawPosition } from '@rastro/storage';
import { apiDate } from '../views/api-date.ts';

const NO_TAIL = '"network":null,"geofenceIds":null}';

/** The JSON of a position, as `positionView` would give it; the parts that are JSON already are passed on. */
export function positionJson(p: RawPosition): string {
  const { id, attributes, deviceId, protocol, network, geofenceIds } = p;
  return textJson({
    ...p,
    head: `{"id":${id},"attributes":${attributes},"deviceId":${deviceId},"protocol":"${protocol}"`,
    tail: `"network":${network},"geofenceIds":${geofenceIds}}`,
  });
}

/** The same, of one whose texts the store has put together. */
export function textJson(p: PositionText): string {
  const fixTime = apiDate(p.fixTime);
  const deviceTime = p.deviceTime === p.fixTime ? fixTime : apiDate(p.deviceTime);
  const address = p.address === null ? 'null' : JSON.stringify(p.address);
  return (
    `${p.head},"serverTime":"${apiDate(p.serverTime)}","deviceTime":"${deviceTime}","fixTime":"${fixTime}",` +
    `"valid":${p.valid},"latitude":${p.latitude},"longitude":${p.longitude},"altitude":${p.altitude},` +
    `"speed":${p.speed},"course":${p.course},"address":${address},"accuracy":${p.accuracy},${p.tail ?? NO_TAIL}`
  );
}
