import type { Attributes, ServerSettings } from '@rastro/fleet';
import { CLUSTER_ATTRIBUTE } from '../map/map-preferences.ts';
import { isMapCentre } from './map-centre.ts';

/**
 * The map settings of a user or of the server, as a form holds them.
 * @source docs/reference/requirements.md SPEC §3 "Map settings"
 */
export interface MapDefaults {
  /** Id of a base, `offline`, or empty = as the installation says. */
  readonly map: string;
  /** Empty = the map starts with the whole fleet. */
  readonly latitude: string;
  readonly longitude: string;
  /** Empty = the usual one. */
  readonly zoom: string;
  readonly cluster: boolean;
}
/** Map settings that a user and the server have in common. */
type WithMap = Pick<ServerSettings, 'map' | 'latitude' | 'longitude' | 'zoom' | 'attributes'>;
/** Keys of the namespace `account`. */
export type MapProblem = 'centreWrong' | 'zoomWrong';

const MAX_ZOOM = 20;
const DIGITS = 6;

export function mapDefaults({ map, latitude, longitude, zoom, attributes }: WithMap): MapDefaults {
  const isSet = isMapCentre({ latitude, longitude });
  return {
    map: map ?? '',
    latitude: isSet ? String(latitude) : '',
    longitude: isSet ? String(longitude) : '',
    zoom: zoom > 0 ? String(zoom) : '',
    cluster: attributes[CLUSTER_ATTRIBUTE] !== false,
  };
}

/** @source docs/reference/requirements.md SPEC §5 "Map centre coordinates"; both empty = none. */
export function checkMapDefaults(values: MapDefaults): {
  readonly centre?: MapProblem;
  readonly zoom?: MapProblem;
} {
  const isEmpty = values.latitude.trim() === '' && values.longitude.trim() === '';
  const centre = { latitude: numberOf(values.latitude), longitude: numberOf(values.longitude) };
  const zoom = values.zoom.trim() === '' ? 0 : numberOf(values.zoom);
  return {
    ...(!isEmpty && !isMapCentre(centre) && { centre: 'centreWrong' }),
    ...(!(Number.isInteger(zoom) && zoom >= 0 && zoom <= MAX_ZOOM) && { zoom: 'zoomWrong' }),
  };
}

/** The fields as the API takes them. Only for values that were checked. */
export function writtenMapDefaults(values: MapDefaults, attributes: Attributes): WithMap {
  const hasCentre = values.latitude.trim() !== '';
  return {
    map: values.map === '' ? null : values.map,
    latitude: hasCentre ? numberOf(values.latitude) : 0,
    longitude: hasCentre ? numberOf(values.longitude) : 0,
    zoom: values.zoom.trim() === '' ? 0 : numberOf(values.zoom),
    attributes: { ...attributes, [CLUSTER_ATTRIBUTE]: values.cluster },
  };
}

/** The current view of the map, as values of the form. */
export function presentView(
  centre: { readonly lat: number; readonly lng: number },
  zoom: number,
): Pick<MapDefaults, 'latitude' | 'longitude' | 'zoom'> {
  const longitude = centre.lng - Math.round(centre.lng / 360) * 360;
  return {
    latitude: centre.lat.toFixed(DIGITS),
    longitude: longitude.toFixed(DIGITS),
    zoom: String(Math.max(1, Math.round(zoom))),
  };
}

/** A decimal comma is what most of our users type. */
const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
