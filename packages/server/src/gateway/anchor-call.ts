import { anchoredDevice, parseArea, type Attributes } from '@rastro/fleet';
import type { Call } from './call.ts';

interface FenceFields {
  readonly area?: unknown;
  readonly calendarId?: unknown;
  readonly attributes?: Attributes | null;
}

/** @source docs/reference/requirements.md SPEC §9 "Anchor radius" */
const LARGEST_RADIUS_M = 150;
/** An anchor that says more is a geofence like others, and needs their rights. */
const ANCHOR_ATTRIBUTES: ReadonlySet<string> = new Set(['isAnchor', 'deviceId', 'color']);

/**
 * Is a call one of the three that the anchor toggle makes: create, link, delete the anchor of a device that the
 * caller sees? Whatever else a call does makes it none.
 */
export async function isAnchorCall({ key, id, body: { json }, read }: Call): Promise<boolean> {
  const sees = async (deviceId: number | null): Promise<boolean> =>
    deviceId !== null && (await read(`/api/devices/${deviceId}`)) !== null;
  const fenceOwner = async (geofenceId: number): Promise<number | null> => {
    const fence = geofenceId > 0 ? await read(`/api/geofences/${geofenceId}`) : null;
    return fence === null ? null : anchorOwner(fence);
  };
  if (key === 'POST /geofences') return isPlainAnchor(json) && sees(anchorOwner(json));
  if (key === 'DELETE /geofences/:id') return sees(await fenceOwner(id));
  if (key === 'POST /permissions') {
    const pair = anchorPair(json);
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
