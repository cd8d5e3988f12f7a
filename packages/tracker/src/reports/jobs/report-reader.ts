import type { TripReader, HistoryReader } from '@rastro/storage';
import type { PlaceReader } from '../../geocoding/place-reader.ts';

/** Data that a thread reads reports from: positions and events, the history derived from them, and places. */
export interface ReportReader extends HistoryReader {
  readonly trips: TripReader;
  readonly places: Pick<PlaceReader, 'textsOf'>;
}
