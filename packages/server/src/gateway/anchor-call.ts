import { anchoredDevice, parseArea, type Attributes } from '@rastro/fleet';

export interface Call {
  readonly method: string;
  /** The route that serves it. */
  readonly route: string;
  readonly id: number;
  readonly body: unknown;
}
/** Asks the tracking server in the name of the caller. @returns null = there is nothing that he sees. */
export type LookUp = (path: string) => Promise<unknown>;
interface FenceFields {
  readonly area?: unknown;
  readonly calendarId?: unknown;
  readonly attributes?: Attributes | null;
}

/** @source SPEC §9 "Anchor radius" */
const LARGEST_RADIUS_M = 150;
/** An anchor that says more is a geofence like others, and needs their rights. */
const ANCHOR_ATTRIBUTES: ReadonlySet<string> = new Set(['isAnchor', 'deviceId', 'color']);

/** The routes that set and take away anchors. */
export const ANCHOR_ROUTES: ReadonlySet<string> = new Set([
  'POST /api/geofences',
  'DELETE /api/geofences/:id',
  'POST /api/permissions',
]);

/**
 * Is a call one of the three that the anchor toggle makes: create, link, delete the anchor of a device that the
 * caller sees? Whatever else a call does makes it none.
 */
export async function isAnchorCall({ method, route, id, body }: Call, lookUp: LookUp): Promise<boolean> {
  const sees = async (deviceId: number | null): Promise<boolean> =>
    deviceId !== null && (await lookUp(`/api/devices/${deviceId}`)) !== null;
  const fenceOwner = async (geofenceId: number): Promise<number | null> => {
    const fence = geofenceId > 0 ? await lookUp(`/api/geofences/${geofenceId}`) : null;
    return fence === null ? null : anchorOwner(fence);
  };
  if (method === 'POST' && route === '/api/geofences') {
    return isPlainAnchor(body) && sees(anchorOwner(body));
  }
  if (method === 'DELETE' && route === '/api/geofences/:id') return sees(await fenceOwner(id));
  if (method === 'POST' && route === '/api/permissions') {
    const pair = anchorPair(body);
    if (pair === null || (await fenceOwner(pair.geofenceId)) !== pair.deviceId) return false;
    return sees(pair.deviceId);
  }
  return false;
}

/** The device that a geofence is the anchor of; null = it is no anchor. */
export const anchorOwner = (geofence: unknown): number | null =>
  anchoredDevice({ attributes: fieldsOf(geofence).attributes ?? {} });

function isPlainAnchor(body: unknown): boolean {
  const { area, calendarId, attributes } = fieldsOf(body);
  const parsed = parseArea(typeof area === 'string' ? area : '');
  const isSmallCircle =
    parsed.ok && parsed.value.kind === 'circle' && parsed.value.radiusM <= LARGEST_RADIUS_M;
  const isAlways = calendarId === undefined || calendarId === null || calendarId === 0;
  return (
    isSmallCircle && isAlways && Object.keys(attributes ?? {}).every((name) => ANCHOR_ATTRIBUTES.has(name))
  );
}

/** The one pair of a link between a device and a geofence, the device first. */
function anchorPair(body: unknown): { readonly deviceId: number; readonly geofenceId: number } | null {
  const [owner, property, ...rest] = Object.entries(Object(body) as object);
  if (!owner || !property || rest.length > 0) return null;
  if (owner[0].toLowerCase() !== 'deviceid' || property[0].toLowerCase() !== 'geofenceid') return null;
  const [deviceId, geofenceId] = [Number(owner[1]), Number(property[1])];
  return Number.isSafeInteger(deviceId) && Number.isSafeInteger(geofenceId) ? { deviceId, geofenceId } : null;
}

const fieldsOf = (value: unknown): FenceFields => Object(value) as FenceFields;
