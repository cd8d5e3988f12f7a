import type { Right } from '../rights/areas.ts';
import type { ReportType } from './report-items.ts';

interface ReportDefinition {
  /** Name of its items in the reference page. */
  readonly entity: string;
  readonly view: Right;
  /** Can be had as a spreadsheet, CSV and mail; else it is a picture of the application. */
  readonly hasSheet: boolean;
}

/** Every report, once: its routes, their rights and their documentation follow from here. */
export const REPORTS = {
  route: { entity: 'Position', view: 'reports.view', hasSheet: true },
  trips: { entity: 'Trip', view: 'reports.view', hasSheet: true },
  stops: { entity: 'Stop', view: 'reports.view', hasSheet: true },
  summary: { entity: 'Summary', view: 'reports.view', hasSheet: true },
  // The list of events is the event screen, too.
  events: { entity: 'EventItem', view: 'events.view', hasSheet: true },
  geofences: { entity: 'GeofenceVisit', view: 'reports.view', hasSheet: true },
  combined: { entity: 'Combined', view: 'reports.view', hasSheet: false },
  // From here on our own.
  between: { entity: 'BetweenGeofences', view: 'reports.view', hasSheet: true },
  idle: { entity: 'Idling', view: 'reports.view', hasSheet: true },
  speeding: { entity: 'Speeding', view: 'reports.view', hasSheet: true },
  drivers: { entity: 'Driving', view: 'reports.view', hasSheet: true },
  fuelings: { entity: 'Fueling', view: 'reports.view', hasSheet: true },
  fuel: { entity: 'FuelUse', view: 'reports.view', hasSheet: true },
  daily: { entity: 'DailyFigures', view: 'reports.view', hasSheet: true },
  inactive: { entity: 'Inactive', view: 'reports.view', hasSheet: true },
  chronology: { entity: 'Chronology', view: 'reports.view', hasSheet: true },
} as const satisfies { readonly [K in ReportType]: ReportDefinition };

export type SheetReport = {
  [K in ReportType]: (typeof REPORTS)[K]['hasSheet'] extends true ? K : never;
}[ReportType];

export const isReportType = (name: string): name is ReportType => Object.hasOwn(REPORTS, name);
export const hasSheet = (type: ReportType): type is SheetReport => REPORTS[type].hasSheet;
export const REPORT_TYPES: readonly ReportType[] = Object.keys(REPORTS).filter(isReportType);
export const SHEET_REPORTS: readonly SheetReport[] = REPORT_TYPES.filter(hasSheet);
