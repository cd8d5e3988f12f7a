import type { BookReader, HistoryReader } from '@rastro/storage';

/** What a thread reads reports from: positions and events, and the books made of them. */
export interface ReportReader extends HistoryReader {
  readonly books: BookReader;
}
