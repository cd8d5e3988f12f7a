import type { WallBox, WallVehicle, WallView } from '@rastro/fleet/figures';
import { wallScreens } from '@rastro/fleet/layouts';

/** One page of a wall: a screen full of boxes, or the map. */
export type ShownPage =
  | { readonly name: string; readonly boxes: readonly WallBox[] }
  | { readonly vehicles: readonly WallVehicle[]; readonly leftOut: number };

/** Pages in the order in which they come: the screens of each overview, then the map. */
export function shownPages({
  pages,
  map,
  mapLeftOut,
}: Pick<WallView, 'pages' | 'map' | 'mapLeftOut'>): readonly ShownPage[] {
  const boxes = pages.flatMap(({ name, widgets }) =>
    wallScreens(widgets).map((screen) => ({ name, boxes: screen })),
  );
  return map === null ? boxes : [...boxes, { vehicles: map, leftOut: mapLeftOut }];
}
