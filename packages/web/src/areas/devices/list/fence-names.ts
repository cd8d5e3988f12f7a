import { isAnchor, type Geofence } from '@rastro/fleet';

export const NO_FENCES: ReadonlyMap<number, string> = new Map();

/** Geofences that a cell names: anchors are a state of their vehicle. */
export const fenceNames = (fences: readonly Geofence[]): ReadonlyMap<number, string> =>
  new Map(fences.filter((fence) => !isAnchor(fence)).map(({ id, name }) => [id, name]));
