import {
  LINES_BY_OTHERS,
  type DiagnosisVerdict,
  type ReaderPreferences,
  type ReportType,
} from '@rastro/fleet';
import type { WidgetFigure } from '@rastro/fleet/figures';
import type { WithdrawnEvent } from '@rastro/fleet/trips';
import type { TrackJob } from '../../tracks/track-job.ts';
import type { Period, ReportDevice } from './report-device.ts';
import type { ReportHours } from './report-hours.ts';

/** Standard: head, figures, charts, map, tables. Table: dense, no pictures. */
export const PDF_FORMS = ['standard', 'table'] as const;
export interface Print {
  readonly form: (typeof PDF_FORMS)[number];
  /** Of the product, at the head and foot of each page. */
  readonly brand: string;
  /** `#rrggbb`. */
  readonly colour: string;
  /** PNG or JPEG; null = its name alone. */
  readonly logo: Uint8Array | null;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** The first is the default. */
export const LINES_BY = ['device', ...LINES_BY_OTHERS] as const;
export type LinesBy = (typeof LINES_BY)[number];

/** Figures of what waits for somebody; null = not asked for, or not for this reader. */
export interface WaitingFigures {
  readonly alarms: readonly WidgetFigure[] | null;
  readonly services: readonly WidgetFigure[] | null;
}

/** All that a thread needs to make a report; it can be copied to one. */
export interface ReportJob {
  readonly type: ReportType;
  readonly period: Period;
  /** The period that figures are compared with; null = the report has no figures. */
  readonly compared: Period | null;
  /** In the order of the answer. */
  readonly devices: readonly ReportDevice[];
  /** IANA zone whose midnights part a summary; null = one line for the whole period. */
  readonly daily: string | null;
  /** Only what begins within them; null = at any time. */
  readonly hours: ReportHours | null;
  /** Identifier of a driver: only their drives, a line each (report drivers); null = all, a line for each driver. */
  readonly driver: string | null;
  /** Those that have a line of its own in a report of many devices. */
  readonly by: LinesBy;
  /** One item of all devices together; of JSON. */
  readonly isSummed: boolean;
  /** Event types and alarms, or widgets; empty = all. */
  readonly eventTypes: readonly string[];
  readonly alarms: readonly string[];
  /** Geofences whose visits are wanted (report geofences); inside which a route is wanted. */
  readonly geofenceIds: readonly number[];
  /** Events of other geofences and maintenances are not for this caller; null = all are. */
  readonly seesGeofences: readonly number[] | null;
  readonly seesMaintenances: readonly number[] | null;
  /** Driver's unique id → name. */
  readonly driverNames: Readonly<Record<string, string>>;
  readonly geofenceNames: Readonly<Record<number, string>>;
  /** Of groups that the caller sees. */
  readonly groupNames: Readonly<Record<number, string>>;
  /** Reasons why devices are silent (report inactive); absent = they are not, or not needed. */
  readonly verdicts: Readonly<Record<number, DiagnosisVerdict>>;
  /** Events that no longer count, by device; those without any are absent. */
  readonly withdrawn: Readonly<Record<number, readonly WithdrawnEvent[]>>;
  /** As only the server knows it, of a report of figures. */
  readonly waiting: WaitingFigures;
  /** Only these items of the whole list; null = all. For JSON. */
  readonly page: { readonly offset: number; readonly limit: number | null } | null;
  /** `json`: items joined by commas. */
  readonly output: 'json' | 'csv' | 'xlsx' | 'pdf';
  /** Answers of turns about devices, which become one; absent = it reads devices. */
  readonly parts?: readonly Uint8Array[];
  /** Layout of a PDF. */
  readonly print: Print;
  /** Of whom it is for. */
  readonly reader: ReaderPreferences;
}

/** Job of a report thread. */
export type ThreadJob = ReportJob | TrackJob;

/** Why a thread could not make a report. */
export type ReportFailure = 'TOO_MANY_ROWS' | 'PDF_TOO_LONG' | 'STORAGE' | 'THREAD';
