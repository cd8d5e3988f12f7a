import { DEVICE_STATUSES, EARTH_RADIUS_M, type LatLng } from '@rastro/fleet';
import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson';
import { MapFlag, type MapCluster, type MapLabel, type MapStack } from '../live/map-feed.ts';
import { latitudeOf, longitudeOf } from '../live/mercator.ts';
import type { VehicleInstances } from './vehicles/vehicle-instances.ts';

/** Counts from here on are shortened. */
const LONG_COUNT = 10_000;
const MAX_BADGE_COUNT = 99;
/** A longer label would hide its neighbors; the panel and the list have the whole name. */
const LABEL_MAX_LENGTH = 24;
const SELECTED_MAX_LENGTH = 48;
const PRECISION_CORNERS = 36;
const RADIANS = Math.PI / 180;
/** Closed: the last corner is the first. */
const UNIT_CIRCLE = Array.from({ length: PRECISION_CORNERS + 1 }, (_, corner) => {
  const angle = ((corner % PRECISION_CORNERS) / PRECISION_CORNERS) * 2 * Math.PI;
  return [Math.sin(angle), Math.cos(angle)] as const;
});

/** Circles with counts; `text` is the count as the language writes it. */
export function clusterFeatures(clusters: readonly MapCluster[], language: string): FeatureCollection<Point> {
  const exact = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 });
  return {
    type: 'FeatureCollection',
    features: clusters.map(({ longitude, latitude, count, moving, expansionZoom }) => ({
      type: 'Feature',
      properties: { count, moving, expansionZoom, text: (count < LONG_COUNT ? exact : short).format(count) },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** Numbers next to vehicles that lie on one another. */
export function stackFeatures(stacks: readonly MapStack[], language: string): FeatureCollection<Point> {
  const exact = new Intl.NumberFormat(language);
  return {
    type: 'FeatureCollection',
    features: stacks.map(({ longitude, latitude, count }) => ({
      type: 'Feature',
      properties: {
        text: count > MAX_BADGE_COUNT ? `${exact.format(MAX_BADGE_COUNT)}+` : exact.format(count),
      },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** Texts for the state of a vehicle in a label. */
export type StateLabels = Readonly<Record<'moving' | 'stopped' | 'offline' | 'unknown', string>>;

export interface LabelOptions {
  readonly selectedSlot: number | null;
  readonly isRoomy: boolean;
  /** Null = labels do not show the state. */
  readonly stateLabels: StateLabels | null;
}

/** Texts under the vehicles, at the places they are going to; where two meet, the one that matters more wins. */
export function labelFeatures(
  labels: readonly MapLabel[],
  instances: VehicleInstances,
  { selectedSlot, isRoomy, stateLabels }: LabelOptions,
): FeatureCollection<Point> {
  const features: Feature<Point>[] = [];
  for (const { slot, name, plate } of labels) {
    const label = stateLabels === null ? '' : stateLabels[stateOf(instances, slot)];
    const parts = [name, plate, label].filter((part) => part !== '');
    const [text, ...rest] = parts;
    if (text === undefined) continue;
    const isSelected = slot === selectedSlot;
    features.push({
      type: 'Feature',
      properties: {
        text: shortened(text, isSelected ? SELECTED_MAX_LENGTH : LABEL_MAX_LENGTH),
        detail: rest.join(' · '),
        order: isSelected ? 0 : importance(instances, slot),
        roomy: isRoomy,
      },
      geometry: { type: 'Point', coordinates: placeOf(instances, slot) },
    });
  }
  return { type: 'FeatureCollection', features };
}

/** The circles that vehicles may be in, as far as they know how exact their places are. */
export function precisionFeatures(
  labels: readonly MapLabel[],
  instances: VehicleInstances,
): FeatureCollection<Polygon> {
  return {
    type: 'FeatureCollection',
    features: labels
      .filter(({ accuracyM }) => accuracyM > 0)
      .map(({ slot, accuracyM }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [smallCircle(placeOf(instances, slot), accuracyM)] },
      })),
  };
}

/** Flat, and so cheap enough for hundreds twice a second: a receiver knows its place to some hundred meters. */
function smallCircle([longitude = 0, latitude = 0]: number[], radiusM: number): number[][] {
  const high = radiusM / EARTH_RADIUS_M / RADIANS;
  const wide = high / Math.max(0.01, Math.cos(latitude * RADIANS));
  return UNIT_CIRCLE.map(([x, y]) => [longitude + wide * x, latitude + high * y]);
}

const placeOf = (instances: VehicleInstances, slot: number): number[] => [
  longitudeOf(instances.toX[slot] as number),
  latitudeOf(instances.toY[slot] as number),
];

/** Motion as in the list: a vehicle that is not online has no known motion. */
function stateOf({ statuses, flags }: VehicleInstances, slot: number): keyof StateLabels {
  const status = DEVICE_STATUSES[statuses[slot] as number] ?? 'unknown';
  if (status !== 'online') return status;
  return ((flags[slot] as number) & MapFlag.moving) === 0 ? 'stopped' : 'moving';
}

/** Alarms, then what moves, then what is online, then the rest. */
function importance(instances: VehicleInstances, slot: number): number {
  if (((instances.flags[slot] as number) & MapFlag.alarm) !== 0) return 1;
  const state = stateOf(instances, slot);
  if (state === 'moving') return 2;
  return state === 'stopped' ? 3 : 4;
}

function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}

/** A line in the order of travel; longitudes go on past 180 instead of jumping. */
export function trailFeature(places: readonly LatLng[]): FeatureCollection<LineString> {
  if (places.length < 2) return { type: 'FeatureCollection', features: [] };
  let before = places[0]?.longitude ?? 0;
  const coordinates = places.map(({ latitude, longitude }) => {
    before = longitude + Math.round((before - longitude) / 360) * 360;
    return [before, latitude];
  });
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }],
  };
}
