import { MapFlag } from '../../live/map-feed.ts';
import { fromScreen, type ScreenView } from './screen-view.ts';
import type { VehicleInstances } from './vehicle-instances.ts';

export interface Picked {
  readonly slot: number;
  readonly id: number;
  readonly distancePx: number;
}
/** Maximum of vehicles that one click distinguishes. */
const PICK_LIMIT = 200;

/**
 * Vehicles drawn within a radius of a point, the nearest first. One pass over the columns: no index to keep
 * up to date while everything moves.
 */
export function pickVehicles(
  instances: VehicleInstances,
  view: ScreenView,
  {
    x,
    y,
    radiusPx,
    now,
  }: { readonly x: number; readonly y: number; readonly radiusPx: number; readonly now: number },
): readonly Picked[] {
  const picked: Picked[] = [];
  // The map is flat: distances are compared where the places are, and nothing is projected.
  const [px, py] = fromScreen(view, x, y);
  const reach = radiusPx / view.worldPx;
  for (let slot = 0; slot < instances.end; slot++) {
    if (instances.visible[slot] === 0 || ((instances.flags[slot] as number) & MapFlag.placed) === 0) continue;
    const from = (instances.fromY[slot] as number) - py;
    const to = (instances.toY[slot] as number) - py;
    if ((from > reach && to > reach) || (from < -reach && to < -reach)) continue;
    const dy = instances.yAt(slot, now) - py;
    if (dy > reach || dy < -reach) continue;
    let dx = instances.xAt(slot, now) - px;
    dx -= Math.round(dx);
    const distance = Math.hypot(dx, dy);
    if (distance > reach) continue;
    picked.push({ slot, id: instances.ids[slot] as number, distancePx: distance * view.worldPx });
  }
  return picked.sort((a, b) => a.distancePx - b.distancePx).slice(0, PICK_LIMIT);
}

/** Meaning of a click on vehicles. */
export type PickAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly id: number }
  /** They lie on one another however near one looks. */
  | { readonly kind: 'stack'; readonly ids: readonly number[] }
  /** They would fall apart closer by. */
  | { readonly kind: 'closer' };

/** Zoom steps after which vehicles that still touch count as one spot. */
const APART_STEPS = 3;
const APART_PX = 14;
const CROWD = 5;

export function answerPick(
  picked: readonly Picked[],
  instances: VehicleInstances,
  worldPx: number,
): PickAnswer {
  const [first] = picked;
  if (first === undefined) return { kind: 'none' };
  const limit = APART_PX / (worldPx * 2 ** APART_STEPS);
  const stacked = picked.filter(
    ({ slot }) =>
      Math.hypot(
        (instances.toX[slot] as number) - (instances.toX[first.slot] as number),
        (instances.toY[slot] as number) - (instances.toY[first.slot] as number),
      ) <= limit,
  );
  if (stacked.length > 1) return { kind: 'stack', ids: stacked.map(({ id }) => id) };
  if (picked.length > CROWD) return { kind: 'closer' };
  return { kind: 'one', id: first.id };
}
