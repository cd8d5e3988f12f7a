import type { Language } from '@rastro/fleet';
import { readTable } from './read-table.ts';

export interface TableRequest {
  readonly bytes: ArrayBuffer;
  readonly language: Language;
}

/** Spreadsheets are read here: a large workbook takes seconds. */
self.addEventListener('message', ({ data }: MessageEvent<TableRequest>) => {
  void readTable(data.bytes, data.language).then((result) => self.postMessage(result));
});
