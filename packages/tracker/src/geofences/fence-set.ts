import Flatbush from 'flatbush';
import type { Box, LatLng } from '@rastro/fleet';
import { isCrossed, isInside, type Fence, type Place } from './fence.ts';

/** Up to this many, looking at each box costs less than a tree. */
const FEW = 12;
/** Shared, so nobody may add to it. */
const NONE: Fence[] = [];

/** Fences behind an index of their boxes: those far away cost nothing. */
export class FenceSet {
  /** Those with a speed limit, or with a minimum visit before entry. */
  readonly ruling: readonly Fence[];
  /** Lines that vehicles are to follow. */
  readonly corridors: readonly Fence[];
  readonly #fences: readonly Fence[];
  /** Which fence a box belongs to; a fence across the antimeridian has two. */
  readonly #owners: readonly Fence[];
  readonly #tree: Flatbush | null;

  constructor(fences: readonly Fence[]) {
    this.#fences = fences;
    this.ruling = fences.filter(({ speedLimit, dwellMs }) => speedLimit > 0 || dwellMs > 0);
    this.corridors = fences.filter(({ corridor }) => corridor !== null);
    const boxes = fences.flatMap((fence) => fence.boxes.map((box) => ({ fence, box })));
    this.#owners = boxes.map(({ fence }) => fence);
    this.#tree = boxes.length > FEW ? new Flatbush(boxes.length) : null;
    for (const { box } of boxes) this.#tree?.add(box.west, box.south, box.east, box.north);
    this.#tree?.finish();
  }

  /** Fences around a place, in no order; each once. */
  containing(place: Place): Fence[] {
    return this.#near(place, place, (fence) => isInside(fence, place));
  }
  /** Fences that the straight way between two places crosses, both ends outside; each once. */
  crossedBy(from: Place, to: Place): Fence[] {
    return this.#near(from, to, (fence) => isCrossed(fence, from, to));
  }

  /** Asked with every record, so nothing is made but what is found. */
  #near(a: LatLng, b: LatLng, isMeant: (fence: Fence) => boolean): Fence[] {
    const west = Math.min(a.longitude, b.longitude);
    const south = Math.min(a.latitude, b.latitude);
    const east = Math.max(a.longitude, b.longitude);
    const north = Math.max(a.latitude, b.latitude);
    const isNear = (x: Box): boolean =>
      x.west <= east && x.east >= west && x.south <= north && x.north >= south;
    if (!this.#tree) return this.#fences.filter((fence) => fence.boxes.some(isNear) && isMeant(fence));
    // Stored for each device: a list of one has no spare capacity.
    let found: Fence[] = NONE;
    this.#tree.search(west, south, east, north, (at) => {
      const fence = this.#owners[at];
      if (fence && !found.includes(fence) && isMeant(fence)) {
        if (found.length === 0) found = [fence];
        else found.push(fence);
      }
      return false;
    });
    return found;
  }
}
