import {
  anchoredDevices,
  FIELD_LIMITS,
  formatArea,
  type Device,
  type Geofence,
  type Position,
} from '@rastro/fleet';
import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';

/** @source docs/reference/requirements.md SPEC §9 "Anchor radius" */
export const ANCHOR_RADIUS_M = 150;

/** Anchors by the device that they hold; normally one each. */
export type AnchorsByDevice = ReadonlyMap<number, readonly Geofence[]>;

export function anchorsByDevice(fences: readonly Geofence[]): AnchorsByDevice {
  const byDevice = new Map<number, readonly Geofence[]>();
  for (const fence of fences) {
    for (const deviceId of anchoredDevices([fence]))
      byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), fence]);
  }
  return byDevice;
}

/**
 * The anchor of a device where it was last, before it is saved.
 * @source docs/reference/requirements.md SPEC §4 "Anchor toggle"
 */
export function newAnchor(device: Device, { latitude, longitude }: Position): Geofence {
  return {
    id: -1,
    name: device.name.slice(0, FIELD_LIMITS.geofence.name),
    description: null,
    area: formatArea({ kind: 'circle', centre: { latitude, longitude }, radiusM: ANCHOR_RADIUS_M }),
    calendarId: 0,
    attributes: { isAnchor: true, deviceId: device.id },
  };
}

export type AnchorOutcome =
  | { readonly ok: true; readonly value: 'dropped' | 'raised' }
  /** `leftOver`: the geofence could not be removed again and holds nothing. */
  | { readonly ok: false; readonly error: ApiFailure; readonly leftOver: boolean };

/** Saves the geofence and links it to the device: both or none of it, as far as the server can be reached. */
export async function dropAnchor(
  client: TrackingClient,
  anchor: Geofence,
  signal: AbortSignal,
): Promise<AnchorOutcome> {
  const created = await client.geofences.create(anchor, signal);
  if (!created.ok) return { ok: false, error: created.error, leftOver: false };
  const { id } = created.value;
  const owner = ['deviceId', Number(anchor.attributes['deviceId'])] as const;
  const linked = await client.permissions.link({ owner, property: ['geofenceId', id] }, signal);
  if (linked.ok) return { ok: true, value: 'dropped' };
  const removed = await client.geofences.remove(id, signal);
  return { ok: false, error: linked.error, leftOver: !removed.ok };
}

/** Deletes the anchors of a device. */
export async function raiseAnchors(
  client: TrackingClient,
  anchors: readonly Geofence[],
  signal: AbortSignal,
): Promise<AnchorOutcome> {
  for (const { id } of anchors) {
    const removed = await client.geofences.remove(id, signal);
    if (!removed.ok) return { ok: false, error: removed.error, leftOver: false };
  }
  return { ok: true, value: 'raised' };
}
