import type { Cell } from '@rastro/fleet/sheets';
import type { ReportDevice } from '../request/report-device.ts';

export type { Cell };
/**
 * Type of the cells of a column: an `instant` is the wall clock of the reader's zone, a `date` the midnight of a day,
 * both in milliseconds as if they were UTC; a `duration` and a `shortDuration` are milliseconds. The writer of the
 * sheet formats them.
 */
export type ColumnKind = 'text' | 'instant' | 'date' | 'duration' | 'shortDuration' | 'number';
/** Total of a column: what is added up, or its greatest figure. */
export type Aggregation = 'sum' | 'most';
export interface Column<Item> {
  /** Subject of the column, in any language. */
  readonly label: string;
  readonly title: string;
  /** Absent = text. */
  readonly kind?: ColumnKind;
  /** Digits after the point of a number; absent = as many as it has. */
  readonly digits?: number;
  /** Absent = none: an average of averages has no meaning. */
  readonly total?: Aggregation;
  /** Characters, for the width in a spreadsheet. */
  readonly width: number;
  readonly cell: (item: Item, device: ReportDevice) => Cell;
}

export const sum = <Item>(column: Column<Item>): Column<Item> => ({ ...column, total: 'sum' });
export const most = <Item>(column: Column<Item>): Column<Item> => ({ ...column, total: 'most' });
/** Whether the cells of a column are moments or days. */
export const isTime = (kind: ColumnKind | undefined): boolean => kind === 'instant' || kind === 'date';
