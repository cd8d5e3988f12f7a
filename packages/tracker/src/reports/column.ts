import type { ReportDevice } from './device-reports.ts';
import type { Word } from './sheet-words.ts';

export type Cell = string | number | boolean | null;
export interface Column<Item> {
  /** What it is about, in any language. */
  readonly word: Word;
  readonly title: string;
  /** Characters, for the width in a spreadsheet. */
  readonly width: number;
  readonly cell: (item: Item, device: ReportDevice) => Cell;
}
