import { isSet, type Attributes } from './attributes.ts';

/**
 * Does a geofence, or an event of one, say that it is an anchor?
 * @source docs/reference/requirements.md SPEC §3 "Geofence"
 */
export const isAnchor = ({ attributes }: { readonly attributes: Attributes }): boolean =>
  isSet(attributes, 'isAnchor');

/** The device that a geofence anchors; null = none. */
export function anchoredDevice(geofence: { readonly attributes: Attributes }): number | null {
  if (!isAnchor(geofence)) return null;
  const id = Number(geofence.attributes['deviceId']);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
