import type { TripReader, HistoryReader } from '@rastro/storage';
import type { PlaceReader } from '../geocoding/place-reader.ts';

/** What a thread reads reports from: positions and events, the books made of them, and where places are. */
export interface ReportReader extends HistoryReader {
  readonly trips: TripReader;
  readonly places: Pick<PlaceReader, 'textsOf'>;
}
