import { useComputedColorScheme } from '@mantine/core';
import type { RoadOrder } from '@rastro/fleet/orders';
import { useEffect, useMemo } from 'react';
import { vehicleColour, type TrackLine, type TrackMarker } from '../../kernel/map/entry-points.ts';
import { useTrackScene } from '../../kernel/map/use-track-scene.ts';
import { mercatorX, mercatorY } from '../../live/mercator.ts';

interface RouteMapProps {
  /** Stops of each route in their order. */
  readonly routes: readonly (readonly RoadOrder[])[];
  readonly onPick: (id: number) => void;
}

/** Stops of routes on the map, numbered and joined in their order; those without coordinates are only in the list. */
export function RouteMap({ routes, onPick }: RouteMapProps) {
  const scheme = useComputedColorScheme('light');
  const scene = useTrackScene({ scheme, onMarker: (key) => onPick(Number(key)) });
  const groups = useMemo(() => routes.map(markersOf), [routes]);
  const markers = useMemo(() => groups.flat(), [groups]);
  useEffect(() => scene?.setStyle('vehicle', scheme), [scene, scheme]);
  useEffect(() => {
    scene?.setMarkers(markers);
    scene?.setLines(groups.filter(({ length }) => length > 1).map(lineOf));
  }, [scene, groups, markers]);
  const box = boxOf(markers);
  useEffect(() => {
    const edges = box === '' ? [] : box.split(' ').map(Number);
    const [west = 0, north = 0, east = 0, south = 0] = edges;
    if (edges.length > 0) scene?.fit({ west, north, east, south });
  }, [scene, box]);
  return null;
}

function markersOf(orders: readonly RoadOrder[]): readonly TrackMarker[] {
  return orders.flatMap(({ id, place: { latitude, longitude } }, at) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            key: String(id),
            kind: 'stop' as const,
            x: mercatorX(longitude),
            y: mercatorY(latitude),
            label: String(at + 1),
          },
        ],
  );
}

function lineOf(markers: readonly TrackMarker[], at: number): TrackLine {
  const { length } = markers;
  return {
    deviceId: at,
    colour: vehicleColour(at),
    length,
    time: Float64Array.from(markers, (_, at) => at),
    x: Float64Array.from(markers, ({ x }) => x),
    y: Float64Array.from(markers, ({ y }) => y),
    speed: new Float32Array(length),
    flags: new Uint8Array(length),
    shares: null,
    trips: [],
  };
}

/** Edges as one text: the map moves when they do, not with each new list. '' = nothing to show. */
function boxOf(markers: readonly TrackMarker[]): string {
  if (markers.length === 0) return '';
  const [xs, ys] = [markers.map(({ x }) => x), markers.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].join(' ');
}
