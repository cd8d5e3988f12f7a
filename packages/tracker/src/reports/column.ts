import type { Cell } from '@rastro/fleet/sheets';
import type { ReportDevice } from './device-reports.ts';
import type { Word } from './sheet-words.ts';

export type { Cell };
export interface Column<Item> {
  /** What it is about, in any language. */
  readonly word: Word;
  readonly title: string;
  /** Characters, for the width in a spreadsheet. */
  readonly width: number;
  readonly cell: (item: Item, device: ReportDevice) => Cell;
}
