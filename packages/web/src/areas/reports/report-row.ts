import type { LatLng } from '@rastro/fleet';

/** Raw value of a cell: meters, milliseconds, knots, ms since 1970, liters, or text. null = unknown. */
export type Cell = string | number | null;
/** Forms of a column: they decide how a cell is formatted, and its alignment. */
export const COLUMN_FORMS = [
  'text',
  'name',
  'moment',
  'day',
  'duration',
  'distance',
  'speed',
  'litres',
  'money',
  'number',
  'count',
  'acceleration',
  'drivingEvent',
  'percent',
  'reason',
  'event',
  'happening',
  'word',
  'verdict',
  'widget',
  'figure',
  'quantity',
  'change',
  'note',
] as const;
export type ColumnForm = (typeof COLUMN_FORMS)[number];

/** A column, without what it reads. */
export interface ColumnHead {
  /** Key of its title, and its name in the address. */
  readonly id: string;
  readonly form: ColumnForm;
  /** Total of the column; absent = none: an average of averages has no meaning. */
  readonly total?: 'sum' | 'most';
  /** Shown only when it is chosen. */
  readonly isExtra?: true;
}

/** One line of any report. */
export interface ReportRow {
  readonly deviceId: number;
  readonly deviceName: string;
  /** Start and end, ms since 1970; null = none. */
  readonly from: number | null;
  readonly to: number | null;
  readonly place: LatLng | null;
  /** Place of its end, if that is another one. */
  readonly endPlace: LatLng | null;
  /** Id of the position with its place; 0 = none. */
  readonly positionId: number;
  /** In the order of the columns. */
  readonly cells: readonly Cell[];
}

/** Names of what rows only number. */
export interface RowNames {
  readonly device: (id: number) => string;
  readonly geofence: (id: number) => string | null;
}
