/** Widgets whose figures are a report, in the order in which it has them: what waits for somebody comes first. */
export const OVERVIEW_KINDS = ['alarms', 'silent', 'services', 'driven', 'safety', 'fuel', 'use'] as const;
export type OverviewKind = (typeof OVERVIEW_KINDS)[number];

/** Figures of these widgets. */
export const OVERVIEW_FIGURES = [
  'alarms.waiting',
  'alarms.median',
  'alarms.p90',
  'silent.count',
  'services.overdue',
  'services.within',
  'driven.distance',
  'driven.moving',
  'driven.engine',
  'driven.idle',
  'safety.score',
  'safety.rate',
  'safety.events',
  'safety.speeding',
  'safety.longDrives',
  'safety.night',
  'fuel.used',
  'fuel.rate',
  'fuel.cost',
  'fuel.drained',
  'use.vehicles',
  'use.hours',
] as const;
export type OverviewFigureName = (typeof OVERVIEW_FIGURES)[number];

/** Notes below figures. */
export const FIGURE_NOTES = [
  'driven.idleShare',
  'use.of',
  'use.ofHours',
  'fuel.of',
  'safety.notEnough',
  'safety.range',
  'safety.known',
  'safety.ofDriving',
] as const;
export type NoteName = (typeof FIGURE_NOTES)[number];

/**
 * Units of figures; how they are written depends on the reader's language and units. Meters, milliseconds, 0 to 1,
 * milliliters, events or liters per 100 km, cents, points of a score.
 */
export const FIGURE_UNITS = [
  'count',
  'distance',
  'duration',
  'share',
  'volume',
  'rate',
  'money',
  'points',
] as const;
export type FigureUnit = (typeof FIGURE_UNITS)[number];
