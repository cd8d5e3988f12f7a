import type { Fleet } from '../../live/fleet.ts';
import type { FleetOptions } from '../../live/open-fleet.ts';
import type { FollowMapProps } from '../../map/follow/follow-map.tsx';
import type { FollowTogether, TogetherOptions } from '../../map/follow/follow-together.ts';
import type { LiveMapProps } from '../../map/live-map.tsx';
import type { WallMapProps } from '../../map/wall/wall-map.tsx';
import type { ShapeDrawing, ShapeDrawingOptions } from '../../map/drawing/shape-drawing.ts';
import type { ShapeSize } from '../../map/drawing/shape-size.ts';
import type { TrackScene, TrackSceneOptions } from '../../map/tracks/track-scene.ts';
import type { Map as MapLibre } from 'maplibre-gl';
import type { ComponentType } from 'react';

export type { FollowMapProps, LiveMapProps };
export type { FenceShape } from '../../map/layers/fence-features.ts';
export type { GroupShape } from '../../map/layers/group-features.ts';
export type { MapContribution } from '../../map/layers/contributions.ts';
export type MapPreferences = LiveMapProps['preferences'];

/** Entry points of the layers `live/` and `map/`, used after signing in: no other file starts them. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  return (await import('../../live/open-fleet.ts')).openFleet(options);
}

export async function loadLiveMap(): Promise<ComponentType<LiveMapProps>> {
  return (await import('../../map/live-map.tsx')).LiveMap;
}

export async function loadFollowMap(): Promise<ComponentType<FollowMapProps>> {
  return (await import('../../map/follow/follow-map.tsx')).FollowMap;
}

export type { WallMapProps };
/** A map that only shows places. */
export async function loadWallMap(): Promise<ComponentType<WallMapProps>> {
  return (await import('../../map/wall/wall-map.tsx')).WallMap;
}

export { baseName } from '../../map/bases/base-name.ts';
export { standIn } from '../../map/bases/stand-in.ts';
export type { ShapeDrawing, ShapeSize, TrackScene };

/** Lets the user draw a shape on the map until it is stopped. */
export async function openShapeDrawing(map: MapLibre, options: ShapeDrawingOptions): Promise<ShapeDrawing> {
  return new (await loadShapeDrawing()).ShapeDrawing(map, options);
}
/** Fetches the drawing code before it is needed. */
export const loadShapeDrawing = () => import('../../map/drawing/shape-drawing.ts');

export type { TrackView } from '../../map/tracks/track-scene.ts';
export type { TrackLine } from '../../map/tracks/track-buffer.ts';
export type { TrackMarker } from '../../map/tracks/track-markers.ts';
export { speedColours, UNKNOWN_COLOUR, vehicleColour } from '../../map/tracks/track-colours.ts';

/** Lays ways of the past over the map until it is stopped. */
export async function openTrackScene(map: MapLibre, options: TrackSceneOptions): Promise<TrackScene> {
  return new (await import('../../map/tracks/track-scene.ts')).TrackScene(map, options);
}

export type { FollowTogether };

/** Keeps some vehicles in sight until it is stopped. */
export async function openTogether(map: MapLibre, options: TogetherOptions): Promise<FollowTogether> {
  return new (await import('../../map/follow/follow-together.ts')).FollowTogether(map, options);
}
