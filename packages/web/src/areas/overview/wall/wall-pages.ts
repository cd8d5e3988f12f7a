import type { WallBox, WallVehicle, WallView } from '@rastro/fleet/figures';
import { wallScreens } from '@rastro/fleet/layouts';

/** One page of a wall: a screen full of boxes, or the map. */
export type ShownPage =
  | { readonly name: string; readonly boxes: readonly WallBox[] }
  | { readonly vehicles: readonly WallVehicle[] };

/** Pages in the order in which they come: the screens of each overview, then the map. */
export function shownPages({ pages, map }: Pick<WallView, 'pages' | 'map'>): readonly ShownPage[] {
  const boxes = pages.flatMap(({ name, widgets }) =>
    wallScreens(widgets).map((screen) => ({ name, boxes: screen })),
  );
  return map === null ? boxes : [...boxes, { vehicles: map }];
}
