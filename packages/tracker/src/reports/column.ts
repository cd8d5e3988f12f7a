import type { Cell } from '@rastro/fleet/sheets';
import type { ReportDevice } from './device-reports.ts';
import type { LabelKey } from './sheet-labels.ts';

export type { Cell };
/**
 * What the cells of a column are: an `instant` is what the clock of the reader's zone shows, a `date` the midnight of a
 * day, both in milliseconds as if it were UTC; a `duration` and a `shortDuration` are milliseconds. How they look is
 * for whoever writes the sheet.
 */
export type ColumnKind = 'text' | 'instant' | 'date' | 'duration' | 'shortDuration' | 'number';
export interface Column<Item> {
  /** What it is about, in any language. */
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
