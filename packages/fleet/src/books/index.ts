export type {
  BookPiece,
  BookPoint,
  BoundaryReason,
  Episode,
  FuelSource,
  QuarterSums,
  StretchKind,
  Sums,
} from './book-piece.ts';
export { compareKeys, type BookKey, type BookRecord, type TurnRecord } from './book-record.ts';
export { DEFAULT_BOOK_SETTINGS, settingsText, type BookSettings } from './book-settings.ts';
export { BookFold } from './book-fold.ts';
export { civilDays, daySums, eachQuarter, sumsBetween, sumsOf, type CivilDay } from './day-sums.ts';
export { TurnWatch, type Turn } from './turn-watch.ts';
export { isTooFast } from './usable.ts';
export { addSums, NO_SUMS } from './piece-sums.ts';
export { stretchesOf, wholeEpisodes, type Stretch } from './stretches.ts';
export { levelOf } from './fuel.ts';
export { engineRanMs, median } from './silence.ts';
