import type { ReportDevice } from './device-reports.ts';

export type Cell = string | number | boolean | null;
export interface Column<Item> {
  readonly title: string;
  /** Characters, for the width in a spreadsheet. */
  readonly width: number;
  readonly cell: (item: Item, device: ReportDevice) => Cell;
}
