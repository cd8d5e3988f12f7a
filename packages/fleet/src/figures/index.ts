/** Figures of an overview, for browsers, walls and files. */
export type {
  FigureName,
  FigureNote,
  Quantity,
  RowDetail,
  WidgetContent,
  WidgetFigure,
  WidgetRow,
} from './figure.ts';
export {
  FIGURE_UNITS,
  OVERVIEW_FIGURES,
  OVERVIEW_KINDS,
  type OverviewKind,
} from '../reports/overview-figures.ts';
export { changeOf, type FigureChange } from './figure-change.ts';
export { quantityText } from './quantity-text.ts';
export { hasNoFuel, TOTALS_FIGURES, type ComparedTotals } from './totals-figures.ts';
export {
  alarmContent,
  alarmTimes,
  countStates,
  FIGURE_STATES,
  presenceContent,
  serviceContent,
  SILENT_HOURS,
  SILENT_REASONS,
  silentContent,
  silentFigures,
  stateContent,
  type Site,
  type StateCounts,
} from './present-figures.ts';
export { licenceContent, type LicenceReader } from './licence-figures.ts';
export { orderContent, punctualityFigures, type OrdersOfDay } from './order-figures.ts';
export { membersOf } from './members.ts';
export { RANKED_BY, rankedBy, rankingContent, type RankedBy } from './ranking-figures.ts';
export { silentHours } from './silent-hours.ts';
export {
  WALL_HIDDEN,
  type CountedWall,
  type WallBox,
  type WallHidden,
  type WallPage,
  type WallVehicle,
  type WallView,
} from './wall-view.ts';
