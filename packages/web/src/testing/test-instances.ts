import type { MapPatch } from '../live/map-feed.ts';
import { MapFlag } from '../live/map-feed.ts';
import { mercatorX, mercatorY } from '../live/mercator.ts';

export interface MadeVehicle {
  readonly slot: number;
  readonly id?: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly course?: number;
  readonly moved?: boolean;
  readonly placed?: boolean;
}

/** Builds a patch for the tests of this folder; every vehicle is shown. */
export function makePatch(vehicles: readonly MadeVehicle[], part: Partial<MapPatch> = {}): MapPatch {
  const capacity = 16;
  return {
    whole: false,
    capacity,
    slots: Int32Array.from(vehicles, ({ slot }) => slot),
    ids: Int32Array.from(vehicles, ({ slot, id }) => id ?? slot + 100),
    places: Float64Array.from(
      vehicles.flatMap(({ longitude, latitude }) => [mercatorX(longitude), mercatorY(latitude)]),
    ),
    courses: Float32Array.from(vehicles, ({ course }) => course ?? 0),
    categories: new Uint8Array(vehicles.length),
    statuses: new Uint8Array(vehicles.length),
    flags: Uint8Array.from(
      vehicles,
      ({ moved, placed }) => (placed === false ? 0 : MapFlag.placed) | (moved === true ? MapFlag.moved : 0),
    ),
    colours: new Uint32Array(vehicles.length * 2),
    visible: new Uint8Array(capacity).fill(1),
    clusters: null,
    labels: null,
    stacks: null,
    ...part,
  };
}
