import type { Cell } from '@rastro/fleet/sheets';
import type { ReportDevice } from '../traccar/device-reports.ts';
import type { LabelKey } from './sheet-labels.ts';

export type { Cell };
/**
 * Type of the cells of a column: an `instant` is the wall clock of the reader's zone, a `date` the midnight of a day,
 * both in milliseconds as if they were UTC; a `duration` and a `shortDuration` are milliseconds. The writer of the
 * sheet formats them.
 */
export type ColumnKind = 'text' | 'instant' | 'date' | 'duration' | 'shortDuration' | 'number';
export interface Column<Item> {
  /** Subject of the column, in any language. */
  readonly label: LabelKey;
  readonly title: string;
  /** Absent = text. */
  readonly kind?: ColumnKind;
  /** Digits after the point of a number; absent = as many as it has. */
  readonly digits?: number;
  /** Characters, for the width in a spreadsheet. */
  readonly width: number;
  readonly cell: (item: Item, device: ReportDevice) => Cell;
}
