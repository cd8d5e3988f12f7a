import type { LatLng } from '@rastro/fleet';
import type { FeatureCollection, LineString, Point } from 'geojson';
import type { MapCluster, MapLabel } from '../live/map-feed.ts';
import { latitudeOf, longitudeOf } from '../live/mercator.ts';
import type { VehicleInstances } from './vehicle-instances.ts';

/** Counts from here on are shortened. */
const LONG_COUNT = 10_000;
/** A longer label would hide its neighbours; the panel and the list have the whole name. */
const LABEL_LETTERS = 24;
const SELECTED_LETTERS = 48;

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

/** Names under the vehicles, at the places they are going to; the selected one wins where two meet. */
export function labelFeatures(
  labels: readonly MapLabel[],
  instances: VehicleInstances,
  { selectedSlot, isRoomy }: { readonly selectedSlot: number | null; readonly isRoomy: boolean },
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: labels.map(({ slot, text }) => ({
      type: 'Feature',
      properties: {
        text: shortened(text, slot === selectedSlot ? SELECTED_LETTERS : LABEL_LETTERS),
        order: slot === selectedSlot ? 0 : 1,
        roomy: isRoomy,
      },
      geometry: {
        type: 'Point',
        coordinates: [longitudeOf(instances.toX[slot] as number), latitudeOf(instances.toY[slot] as number)],
      },
    })),
  };
}

function shortened(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1).trimEnd()}…`;
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
