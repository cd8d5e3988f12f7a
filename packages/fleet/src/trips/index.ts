export type {
  StretchSegment,
  TrackPoint,
  BoundaryReason,
  Episode,
  FuelSource,
  QuarterSums,
  StretchKind,
  Sums,
} from './stretch-segment.ts';
export {
  DRIVING_EVENT_KINDS,
  EVENT_SOURCES,
  harshThresholds,
  isFineFix,
  type DrivingEventKind,
  type EventSource,
} from './driving-style.ts';
export { countedAs, isSevereEvent, type EventCounts } from './driving-events.ts';
export { isWithdrawn, type WithdrawnEvent } from './withdrawn-events.ts';
export { readWorkHours } from './work-hours.ts';
export { compareKeys, type RecordKey, type TripRecord, type BoundaryRecord } from './trip-record.ts';
export { DEFAULT_TRIP_SETTINGS, settingsText, type TripSettings } from './trip-settings.ts';
export { TripReducer } from './trip-reducer.ts';
export { civilDays, daySums, eachQuarter, sumsBetween, sumsOf, type CivilDay } from './day-sums.ts';
export { TripWatch, type TripTransition } from './trip-watch.ts';
export { isTooFast } from './usable.ts';
export { addSums, NO_SUMS, subtractSums } from './piece-sums.ts';
export { stretchesOf, wholeEpisodes, type Stretch } from './stretches.ts';
export { levelOf } from './fuel.ts';
export { engineRanMs, median } from './gap-detection.ts';
