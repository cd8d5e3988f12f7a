import { compactUp } from './grid.ts';
import { COLUMNS, type Placed } from './layout.ts';
import type { WidgetKind } from './widget-kinds.ts';

/** Bounds of walls: overviews on a screen that hangs somewhere. */
export const WALL_LIMITS = {
  /** Walls of a user that are not over. */
  walls: 20,
  name: 60,
  /** Seconds that a page stands. */
  seconds: { min: 10, max: 120, usual: 30 },
  /** Milliseconds until the end. */
  life: { min: 60_000, max: 366 * 86_400_000 },
  /** Rows of a screen; what is below comes on the next one. */
  rows: 8,
  /** Vehicles on its map. */
  vehicles: 5000,
  /** Rows below the figures of a box. */
  lines: 30,
  loginToken: 4000,
} as const;

/** Header that carries what the link of a wall has behind its last slash. */
export const WALL_HEADER = 'x-wall-token';

/** Stands for the default among the overviews of a wall. */
export const DEFAULT_LAYOUT_ID = 0;

/** A wall as its owner sees it; its link is answered once. */
export interface Wall {
  readonly id: number;
  readonly name: string;
  /** Overviews in their order; `DEFAULT_LAYOUT_ID` = the default. */
  readonly layoutIds: readonly number[];
  readonly map: boolean;
  readonly seconds: number;
  /** Names and licences of drivers are shown. */
  readonly personal: boolean;
  /** ISO 8601. */
  readonly expiration: string;
  readonly createdTime: string;
  /** When a screen last asked, to about a minute; null = never. */
  readonly lastUsedTime: string | null;
}
/** Its link opens it, and is never shown again. */
export interface NewWall extends Wall {
  readonly token: string;
}

/** Kinds that a wall draws. Customers and money never hang on one. */
export const WALL_KINDS = [
  'alarms',
  'silent',
  'services',
  'driven',
  'safety',
  'use',
  'fuel',
  'states',
  'presence',
  'licences',
  'ranking',
] as const satisfies readonly WidgetKind[];
export type WallKind = (typeof WALL_KINDS)[number];
export const isWallKind = (kind: string): kind is WallKind => WALL_KINDS.some((each) => each === kind);

/**
 * Boxes of an overview by screens, each as high as one: what does not fit on the first comes on the next.
 * @returns each in reading order, without gaps above.
 */
export function wallScreens<T extends Placed>(boxes: readonly T[]): readonly (readonly T[])[] {
  const screens: (readonly T[])[] = [];
  let rest = compactUp(boxes.map((box) => ({ ...box, h: Math.min(box.h, WALL_LIMITS.rows) })));
  while (rest.length > 0) {
    const screen = rest.filter(({ y, h }) => y + h <= WALL_LIMITS.rows);
    screens.push(screen);
    rest = compactUp(
      rest.filter((box) => !screen.includes(box)),
      COLUMNS,
    );
  }
  return screens;
}
