/** Overviews: places of widgets, periods and defaults, for browsers and servers. */
export {
  COLUMNS,
  LAYOUT_LIMITS,
  type Box,
  type Layout,
  type LayoutContent,
  type Layouts,
  type PeriodOfLayout,
  type Widget,
  type WidgetSettings,
} from './layout.ts';
export {
  compactUp,
  inReadingOrder,
  moveTo,
  place,
  resizeTo,
  step,
  toColumns,
  type Direction,
} from './grid.ts';
export { mergeLayouts } from './merge-layouts.ts';
export { choiceOf } from './layout-period.ts';
export { changed, undone, type History } from './undo.ts';
export {
  isWidgetKind,
  standardLayout,
  WIDGET_KINDS,
  type WidgetAccess,
  type WidgetKind,
} from './widget-kinds.ts';
export {
  DEFAULT_LAYOUT_ID,
  isWallKind,
  WALL_HEADER,
  WALL_LIMITS,
  wallScreens,
  type NewWall,
  type Wall,
  type WallKind,
} from './wall.ts';
