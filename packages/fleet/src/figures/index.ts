/** Figures of an overview, for browsers, walls and files. */
export type {
  FigureName,
  NoteName,
  FigureNote,
  FigureUnit,
  Quantity,
  RowDetail,
  WidgetContent,
  WidgetFigure,
  WidgetRow,
} from './figure.ts';
export { hasNoFuel, TOTALS_FIGURES, type ComparedTotals } from './totals-figures.ts';
export {
  alarmContent,
  alarmTimes,
  FIGURE_STATES,
  presenceContent,
  serviceContent,
  SILENT_REASONS,
  silentContent,
  stateContent,
  type Site,
  type StateCounts,
} from './present-figures.ts';
export { licenceContent, type LicenceReader } from './licence-figures.ts';
export { membersOf } from './members.ts';
export { silentHours } from './silent-hours.ts';
export {
  WALL_HIDDEN,
  type WallBox,
  type WallHidden,
  type WallPage,
  type WallVehicle,
  type WallView,
} from './wall-view.ts';
